import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { config } from "~/config.server";
import type { Attachment } from "./attached/attachments.server";
import { DeliveryError } from "./delivery/delivery-error.server";
import { sendBySmtp } from "./smtp.server";

export type Outgoing = {
  id: string;
  kind: string;
  createdAt: Date;
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** One-click unsubscribing (RFC 8058); empty for mails without a subscription. */
  unsubscribe: string;
  attachments: Attachment[];
  calendars: { method: "REQUEST" | "PUBLISH" | "CANCEL"; content: string }[];
};

/** Sends by SMTP_URL, or without one writes to DATA_DIR/outbox. Throws a DeliveryError. */
export async function handOver(mail: Outgoing, signal?: AbortSignal): Promise<void> {
  if (config.SMTP_URL) {
    // A bounce names the mail's id and returns only its headers, so that the private link does not come back with it.
    const dsn = { id: mail.id, return: "headers", notify: ["failure", "delay"], recipient: mail.to.address } as const;
    return sendBySmtp(config.SMTP_URL, {
      ...message(mail),
      dsn: { ...dsn, notify: [...dsn.notify] },
      ...(signal ? { signal } : {}),
    });
  }
  try {
    await writeToFolder(mail);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const detail = `Fix DATA_DIR: the email couldn’t be written to its outbox folder (${code})`;
    throw new DeliveryError(code, { setting: "DATA_DIR", detail });
  }
}

const nameOf = (method: string) => (method === "PUBLISH" ? "date" : "appointment");

/**
 * The first calendar file is also a part of the body, which mail programs show as an invitation; an iTIP message has
 * one appointment (RFC 5546), so further ones are only files.
 */
function filesOf({ calendars: [first, ...more], attachments }: Outgoing) {
  const further = more.map(({ method, content }, index) => ({
    filename: `${nameOf(method)}-${index + 2}.ics`,
    content,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  }));
  return {
    ...(first ? { icalEvent: { ...first, filename: `${nameOf(first.method)}.ics` } } : {}),
    attachments: [...further, ...attachments],
  };
}

function message(mail: Outgoing) {
  const { messageId, from, to, replyTo, subject, html, text, createdAt, unsubscribe } = mail;
  return {
    from,
    to,
    replyTo,
    subject,
    html,
    text,
    messageId,
    date: createdAt,
    // Suppresses automatic replies.
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe
        ? { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...filesOf(mail),
  };
}

/** `{time}-{kind}-{id}.eml`, with the mail's own time: a retry replaces the file. Some file systems forbid ":". */
export const outboxFile = ({ createdAt, kind, id }: Pick<Outgoing, "createdAt" | "kind" | "id">): string =>
  `${createdAt.toISOString().replaceAll(":", "-")}-${kind}-${id}.eml`;

/** Readable only by its owner: it contains the private link. */
async function writeToFolder(mail: Outgoing) {
  const folder = join(config.dataDir, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { message: bytes } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
  }).sendMail(message(mail));
  if (!Buffer.isBuffer(bytes)) throw new Error("The mail was not composed");
  const name = outboxFile(mail);
  const draft = join(folder, `.${name}.${randomUUID()}`);
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
