import { PassThrough, type Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { asc, eq } from "drizzle-orm";
import { ZipFile } from "yazl";
import { OwnNames } from "~/applications/desk/case/receipt/file-names";
import { openCaseFile } from "~/applications/desk/case/receipt/zip-case.server";
import { db } from "~/db/client.server";
import { newsletterSubscribers } from "~/db/schema/content";
import { documents } from "~/db/schema/documents";
import { inquiryReplies, visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications } from "~/db/schema/mail";
import type { Document } from "~/documents/readers.server";
import { log } from "~/log.server";
import { renderPreview } from "~/mail/preview.server";

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Everything of an inquiry: what was asked, what staff answered and noted, its mails and files (V-COPY-6). */
export async function zipInquiry(id: string): Promise<Readable | null> {
  const [[inquiry], replies, mails, files] = await Promise.all([
    db.select().from(visaInquiries).where(eq(visaInquiries.id, id)),
    db.select().from(inquiryReplies).where(eq(inquiryReplies.inquiryId, id)).orderBy(asc(inquiryReplies.saidAt)),
    db.select().from(emailNotifications).where(eq(emailNotifications.contactInquiryId, id)),
    db.select().from(documents).where(eq(documents.inquiryId, id)).orderBy(asc(documents.createdAt)),
  ]);
  if (!inquiry) return null;
  const { attemptKey: _, searchText: __, ownerId: ___, ...asked } = inquiry;
  const texts = await Promise.all(
    mails.map(async (mail) => ({
      ...{ subject: mail.subject, to: mail.recipientEmail, status: mail.status, writtenAt: mail.createdAt },
      text: (await renderPreview(mail))?.text ?? null,
    })),
  );
  const answered = replies.map(({ kind, body, way, saidAt }) => ({ kind, text: body, way, saidAt }));
  return zipped(json({ inquiry: asked, replies: answered, mails: texts }), files);
}

/** What is held of a reader of the newsletter. */
export async function zipSubscriber(id: string): Promise<Readable | null> {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
  return row ? zipped(json({ newsletter: row }), []) : null;
}

function zipped(data: Buffer, files: readonly Document[]): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  pipeline(zip.outputStream, out).catch(() => undefined);
  write(zip, data, files).catch((err: unknown) => {
    if (!out.destroyed) log.error({ err }, "a copy could not be made to its end");
    out.destroy();
  });
  return out;
}

async function write(zip: ZipFile, data: Buffer, files: readonly Document[]): Promise<void> {
  const names = new OwnNames();
  zip.addBuffer(data, names.take("your-data.json"));
  const missing: string[] = [];
  for (const file of files) {
    const name = names.take(file.documentName);
    const opened = await openCaseFile(file);
    if (typeof opened === "string") missing.push(`${name}: ${opened}`);
    else {
      zip.addReadStream(opened, name, { compress: false, mtime: file.createdAt });
      await finished(opened);
    }
  }
  if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join("\r\n")}\r\n`), names.take("missing.txt"));
  zip.end();
}
