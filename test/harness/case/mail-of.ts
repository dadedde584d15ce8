let mails = 0;
type Headers = Record<string, string | undefined>;
/** A mail as bytes; a header is left out with undefined. */
export function mailOf(from: string, to: string, text = "Thank you.", more: Headers = {}, body?: string): Uint8Array {
  const headers: Headers = {
    From: from,
    To: to,
    Subject: "Re: your case",
    Date: "Mon, 30 Nov 2026 08:00:00 +0000",
    "Message-ID": `<mail-${++mails}@mail.test>`,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    ...more,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? `${text}\r\n`}`);
}
