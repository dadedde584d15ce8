import { createTransport, type SendMailOptions } from "nodemailer";
import { singleton } from "~/singleton.server";
import { DeliveryError } from "./delivery/delivery-error.server";

type Pool = ReturnType<typeof openPool>;
const smtp = singleton<{ open?: { url: string; pool: Pool } | undefined }>("smtp connections", () => ({}));

/** Milliseconds, unless SMTP_URL overrides them; together shorter than the job's timeout. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** As many connections as the job's concurrency; each sends many mails, and is closed when idle. */
function openPool(url: string) {
  // One more try over a new connection if an idle one turns out to be closed; the queue does later retries.
  const manner = { pool: true, maxConnections: 3, maxMessages: 100, maxRequeues: 1, idleTimeout: 60_000 } as const;
  return createTransport({ ...timeouts, ...manner, url });
}

/** Throws a DeliveryError. */
export async function sendBySmtp(url: string, mail: SendMailOptions): Promise<void> {
  if (smtp.open?.url !== url) {
    closeSmtp();
    smtp.open = { url, pool: openPool(url) };
  }
  try {
    await smtp.open?.pool.sendMail(mail);
  } catch (error) {
    throw explain(error);
  }
}

/** Finishes pending sends first. */
export function closeSmtp(): void {
  smtp.open?.pool.close();
  smtp.open = undefined;
}

function explain(error: unknown): DeliveryError {
  if (!(error instanceof Error)) return new DeliveryError("unknown", { detail: String(error) });
  const code = "code" in error ? String(error.code) : "unknown";
  const command = "command" in error ? String(error.command) : "";
  const reply = "responseCode" in error ? Number(error.responseCode) : 0;
  const text = "response" in error && error.response ? String(error.response) : error.message;
  const mend = (setting: string, action: string) =>
    new DeliveryError(code, { setting, detail: `Fix ${setting}: ${action} (${text})` });
  if (code === "EAUTH" || code === "ENOAUTH" || reply === 530 || reply === 535)
    return mend("SMTP_URL", "the mail server does not accept our name and password");
  if (command === "MAIL FROM" && reply >= 500) return mend("MAIL_FROM", "the mail server does not accept our address");
  if (code === "EENVELOPE" || code === "EMESSAGE")
    // 503 means commands out of order: the mail itself was not refused.
    return new DeliveryError(code, { detail: text, refused: (reply >= 500 && reply !== 503) || reply === 0 });
  if (code === "ETIMEDOUT") return mend("SMTP_URL", "the mail server did not answer in time");
  if (code === "EDNS") return mend("SMTP_URL", "there is no such mail server");
  if (code === "ETLS" || /certificate|SSL|TLS/.test(error.message))
    return mend("SMTP_URL", "no trusted encrypted connection to the mail server");
  if (code === "ESOCKET" || code === "ECONNECTION" || code === "EPROTOCOL")
    return mend("SMTP_URL", "the connection to the mail server failed or broke off");
  return new DeliveryError(code, { detail: text });
}
