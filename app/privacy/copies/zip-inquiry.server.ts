import type { Readable } from "node:stream";
import { asc, eq } from "drizzle-orm";
import type { ZipFile } from "yazl";
import { OwnNames } from "~/cases/receipt/desk/file-names";
import { openCaseFile } from "~/cases/receipt/desk/zip-case.server";
import { addFile, zipped } from "~/cases/receipt/desk/zipped.server";
import { db } from "~/db/client.server";
import { newsletterSubscribers } from "~/db/schema/content";
import { documents } from "~/db/schema/documents";
import type { Document } from "~/documents/readers.server";
import { clientData } from "./client-data.server";
import { inquiryData } from "./inquiry-data.server";

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Zips an inquiry: the question, the staff's answers, its mails and files. */
export async function zipInquiry(id: string): Promise<Readable | null> {
  const [inquiryJson, files] = await Promise.all([
    inquiryData(id),
    db.select().from(documents).where(eq(documents.inquiryId, id)).orderBy(asc(documents.createdAt)),
  ]);
  return inquiryJson && copyOf(json(inquiryJson), files);
}

/** Zips what was taken over of a client, with its key dates and the reminders of them. */
export async function zipClient(id: string): Promise<Readable | null> {
  const clientJson = await clientData(id);
  return clientJson && copyOf(json(clientJson), []);
}

/** Zips the data of a newsletter subscriber. */
export async function zipSubscriber(id: string): Promise<Readable | null> {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
  if (!row) return null;
  const { email, confirmedAt, unsubscribedAt, createdAt } = row;
  return copyOf(json({ newsletter: { email, subscribedAt: createdAt, confirmedAt, unsubscribedAt } }), []);
}

const copyOf = (data: Buffer, files: readonly Document[]): Readable =>
  zipped((zip, left) => write(zip, data, files, left), { failure: "a copy could not be made to its end" });

async function write(zip: ZipFile, data: Buffer, files: readonly Document[], left: AbortSignal): Promise<void> {
  const names = new OwnNames();
  zip.addBuffer(data, names.take("your-data.json"));
  const missing: string[] = [];
  for (const file of files) {
    left.throwIfAborted();
    const name = names.take(file.documentName);
    const opened = await openCaseFile(file);
    if (typeof opened === "string") missing.push(`${name}: ${opened}`);
    else await addFile(zip, opened, { name, mtime: file.createdAt }, left);
  }
  if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join("\r\n")}\r\n`), names.take("missing.txt"));
  zip.end();
}
