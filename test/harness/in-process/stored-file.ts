import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { config } from "~/config.server";
import { db, type Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { visaInquiries } from "~/db/schema/inquiries";
import { openFile } from "~/documents/at-rest/open-file.server";
import type { ByteRange } from "~/documents/byte-range";
import type { Document } from "~/documents/readers.server";
import { prepareFile, storeDocument } from "~/documents/store.server";
import { wholePdf } from "../fakes/papers";

export const browser = "the hash of a browser";

/** A PDF with random bytes. */
export const paper = (size = 200_000) => wholePdf(size);

type StoredFileInput = { bytes?: Buffer; scan?: "waiting"; inside?: Transaction };

/** Stores a file as an upload does; returns its row. Without an application it waits for an inquiry. */
export async function storedFile(
  applicationId: string | null,
  { bytes = paper(), scan, inside }: StoredFileInput = {},
) {
  const checked = await prepareFile("letter.pdf", new Blob([new Uint8Array(bytes)]));
  const file = { ...checked, scan: scan ?? checked.scan };
  const document = { applicationId, documentType: "letter", file, uploadedBy: browser };
  const { id } = inside
    ? await storeDocument(inside, document)
    : await db.transaction((tx) => storeDocument(tx, document));
  const [row] = await (inside ?? db).select().from(documents).where(eq(documents.id, id));
  if (!row) throw new Error("Nothing was stored");
  return row;
}

/** A document's current row. */
export async function documentOf(id: string): Promise<Document> {
  const [row] = await db.select().from(documents).where(eq(documents.id, id));
  if (!row) throw new Error("There is no such document");
  return row;
}

/** Its decrypted bytes, read as everything reads them. */
export async function bytesOf(document: Document, range?: ByteRange): Promise<Buffer> {
  const stream = await openFile(document, range);
  if (!stream) throw new Error("There are no bytes");
  return buffer(stream);
}

const bucket = join(config.dataDir, "documents", "visa-documents");
export const pathOf = ({ storageKey }: Document) => join(bucket, storageKey);

/** Paths of stored files that contain these bytes unencrypted, or 24 bytes of them. */
export function holdersOf(bytes: Buffer): string[] {
  const chunks = Array.from({ length: 50 }, (_, index) => {
    const from = Math.floor((index * (bytes.length - 24)) / 49);
    return bytes.subarray(from, from + 24);
  });
  return readdirSync(bucket, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(bucket, name);
    if (!statSync(path).isFile()) return false;
    const stored = readFileSync(path, "latin1");
    return chunks.some((chunk) => stored.includes(chunk.toString("latin1")));
  });
}

/** Inserts an inquiry without files; returns its id. */
/** Links an application to an inquiry of the same person, with the same, confirmed email. */
export async function madeFrom(inquiryId: string, applicationId: string): Promise<void> {
  await db.execute(sql`
    update visa_applications set inquiry_id = ${inquiryId}, email_confirmed_at = now() where id = ${applicationId}`);
  await db.execute(sql`
    update visa_inquiries set email = (select user_email from visa_applications where id = ${applicationId})
    where id = ${inquiryId}`);
}

export async function newInquiry(inside: Transaction | typeof db = db): Promise<string> {
  const person = { fullName: "Nadège", email: "nadege@mail.example", phone: "+1", nationality: "HT" } as const;
  const requested = {
    visaService: "Canadian eTA",
    residenceCountry: "BS",
    purpose: "A visit",
    privacyConsent: true,
  } as const;
  const days = { passportExpiryDate: "2031-05-01", travelDate: "2030-08-20" };
  const [row] = await inside
    .insert(visaInquiries)
    .values({ ...person, ...requested, ...days })
    .returning({ id: visaInquiries.id });
  return row?.id ?? "";
}

/**
 * Open stored files of this process whose path contains an id, because other files of the worker have theirs open.
 * Empty if the system doesn't tell.
 */
export const openFiles = (id: string): string[] =>
  (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd") : []).flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(join(config.dataDir, "documents")) && path.includes(id) ? [path] : [];
    } catch {
      // The descriptor of this listing itself.
      return [];
    }
  });
