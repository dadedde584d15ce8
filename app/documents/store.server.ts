import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, count, eq, sql, sum } from "drizzle-orm";
import { type Refused, refuse } from "~/core/verbs/refused";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documentHints, documents } from "~/db/schema/documents";
import { newKey } from "~/encryption/cipher.server";
import { normalized } from "~/normalized";
import { wrapFileKey } from "./at-rest/file-keys.server";
import { putFile } from "./at-rest/open-file.server";
import { checkFile, FileRefused } from "./file-check.server";
import { defaultRules, type FileRules, makeCleanCopy, namedAs, shortened } from "./file-rules";
import { type Inspection, type InspectOptions, inspectFile } from "./inspect/inspect.server";
import { sentSinceSubmission } from "./of-case.server";
import type { Document } from "./readers.server";
import { enqueueScan } from "./scan-job.server";
import { scan, scans } from "./scanner.server";
import { chunksOf } from "./storage.server";
import { StorageError } from "./storage-error.server";

const limits = { files: 40, bytes: 150 * 1024 * 1024 };

export type NewDocument = {
  /** Null for an inquiry's file, which is attached when the inquiry is sent. */
  applicationId: string | null;
  /** The inquiry that an email's file belongs to at once. */
  inquiryId?: string | null;
  /** The email that it came with. */
  receivedMailId?: string;
  /** A word of letters, digits, "-" and "_", such as `bank_reference`: it becomes part of the storage key. */
  documentType: string;
  file: CheckedFile;
  /** SHA-256 of the sending browser's token, in hexadecimal. */
  uploadedBy: string | null;
  /** For a file that belongs to nothing yet; unique. */
  attemptKey?: string;
  /** The applicant's limits don't apply to staff. */
  byOffice?: boolean;
};

export type StoredDocument = {
  id: string;
  /** `/documents/{id}`, never a public URL. */
  url: string;
  name: string;
  contentType: string;
  byteSize: number;
  sha256: string;
};

/** The application has reached its limit of files or bytes. */
class TooManyDocuments extends Error {}

export type CheckedFile = {
  name: string;
  bytes: Blob;
  extension: string;
  contentType: string;
  sha256: string;
  scan: "not_scanned" | "waiting" | "clean";
  inspection: Inspection;
};

/**
 * Checks a file before its transaction begins, also for viruses; while the scanner is unavailable the file can't be
 * read. Throws a FileRefused whose message is for the person. `fileName` is as the browser sent it.
 */
export async function prepareFile(
  fileName: string,
  bytes: Blob,
  rules: FileRules = defaultRules,
  options: InspectOptions = {},
): Promise<CheckedFile> {
  const shownName = displayName(fileName);
  const { extension, contentType } = await checkFile(shownName, bytes, rules);
  const hash = createHash("sha256");
  for await (const chunk of chunksOf(bytes)) hash.update(chunk);
  const verdict = scans ? await scan(bytes) : "not_scanned";
  if (typeof verdict === "object")
    throw new FileRefused(
      "virus",
      `We found a virus in this file (${verdict.virus}), so we didn’t save it. ${makeCleanCopy}`,
    );
  const state = verdict === "away" ? "waiting" : verdict;
  // Nothing opens a file that may have a virus.
  const inspection: Inspection =
    state === "waiting" ? { state: "no", hints: [] } : await inspectFile(bytes, contentType, options);
  const name = shortened(namedAs(shownName, extension));
  return { name, bytes, extension, contentType, sha256: hash.digest("hex"), scan: state, inspection };
}

/** For the person; the log and staff get the setting to correct. */
const notStored = "We can’t save files right now. What you entered is safe. Please try again in a few minutes.";

/** At most this many transactions of this process wait for the storage, so that the pool keeps free connections. */
const slots = { free: 4, waiting: [] as (() => void)[] };

type ReceiveOptions = {
  rules?: FileRules;
  /** A feature's own message for a refused file. */
  messageOf?: (refused: FileRefused) => string;
  inspect?: InspectOptions;
};

/**
 * Receives an upload: checks it, waits for a slot, and calls `store` in one transaction. A failure is a refusal with a
 * message for the person; its reason is `busy` if a retry of the same file may succeed.
 */
export async function receiveFile<Result>(
  file: File,
  { rules, messageOf = ({ message }) => message, inspect }: ReceiveOptions,
  store: (checked: CheckedFile) => Promise<Result>,
): Promise<Result | Refused<undefined, "invalid" | "busy">> {
  try {
    const checked = await prepareFile(file.name, file, rules, inspect);
    return await withStorageSlot(() => store(checked));
  } catch (error) {
    if (error instanceof FileRefused) return refuse("invalid", messageOf(error));
    if (error instanceof TooManyDocuments) return refuse("invalid", error.message);
    if (error instanceof StorageError) return refuse("busy", notStored);
    throw error;
  }
}

export type ReceivedFiles = { checked: CheckedFile[]; refused: string[] };

/** Receives several files; a refused one does not affect the others, and is named with the reason. */
export async function receiveFiles<Result>(
  files: readonly File[],
  store: (received: ReceivedFiles) => Promise<Result>,
): Promise<Result | Refused<undefined, "busy">> {
  const received: ReceivedFiles = { checked: [], refused: [] };
  try {
    for (const file of files) {
      try {
        received.checked.push(await prepareFile(file.name, file));
      } catch (error) {
        if (!(error instanceof FileRefused)) throw error;
        received.refused.push(`${shortened(displayName(file.name)) || "A file"}: ${error.message}`);
      }
    }
    return await (received.checked.length > 0 ? withStorageSlot(() => store(received)) : store(received));
  } catch (error) {
    if (error instanceof StorageError) return refuse("busy", notStored);
    throw error;
  }
}

/** Waits for a free slot before a transaction that uses the storage. */
export async function withStorageSlot<Result>(act: () => Promise<Result>): Promise<Result> {
  if (slots.free > 0) slots.free -= 1;
  else await new Promise<void>((resolve) => slots.waiting.push(resolve));
  try {
    return await act();
  } finally {
    const next = slots.waiting.shift();
    if (next) next();
    else slots.free += 1;
  }
}

/**
 * Stores a checked file, encrypted, with its row. The caller checks the right. Throws a TooManyDocuments whose message
 * is for the person. The bytes are written before the commit, so no row lacks them; the nightly comparison removes
 * those of a transaction that failed afterwards.
 */
export async function storeDocument(
  tx: Transaction,
  {
    applicationId,
    inquiryId = null,
    receivedMailId,
    documentType,
    file,
    uploadedBy,
    attemptKey,
    byOffice = false,
  }: NewDocument,
): Promise<StoredDocument> {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/.test(documentType)) throw new TypeError("A document's type is malformed");
  const { name, bytes, extension, contentType, sha256, scan: state, inspection } = file;
  if (!byOffice) await requireRoom(tx, { applicationId, inquiryId }, bytes.size);
  const id = randomUUID();
  const key = newKey();
  const values = {
    id,
    applicationId,
    inquiryId,
    receivedMailId,
    documentType,
    documentName: name,
    contentType,
    uploadedBy,
    sha256,
    attemptKey,
    scan: state,
    inspection: inspection.state,
    // Not `now()`: several of one transaction keep their order.
    createdAt: sql`clock_timestamp()`,
    ...(await wrapFileKey(tx, { id, applicationId, inquiryId }, key)),
  };
  // Two files of one type in the same millisecond: the second gets the next one.
  for (let time = Date.now(); ; time++) {
    const storageKey = applicationId
      ? `${applicationId}/${documentType}_${time}.${extension}`
      : `temp/${time}-${randomBytes(8).toString("hex")}.${extension}`;
    const [row] = await tx
      .insert(documents)
      .values({ ...values, byteSize: bytes.size, storageKey })
      .onConflictDoNothing({ target: documents.storageKey })
      .returning({ id: documents.id });
    if (!row) continue;
    await putFile(storageKey, { key, documentId: id, size: bytes.size }, () => chunksOf(bytes));
    if (inspection.hints.length > 0)
      await tx.insert(documentHints).values(inspection.hints.map((hint) => ({ documentId: id, ...hint })));
    if (state === "waiting") await enqueueScan(tx, id);
    return { id, url: `/documents/${id}`, name, contentType, byteSize: bytes.size, sha256 };
  }
}

/** As `storeDocument`, but returns the message if there is no room. */
export const storeIfRoom = (tx: Transaction, document: NewDocument): Promise<StoredDocument | { full: string }> =>
  unlessFull(() => storeDocument(tx, document));

async function unlessFull<Result>(act: () => Promise<Result>): Promise<Result | { full: string }> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof TooManyDocuments) return { full: error.message };
    throw error;
  }
}

type FileOwner = Pick<Document, "applicationId" | "inquiryId">;

/** Why an application or inquiry can't have a stored file of this size too; undefined if it can. */
export const whyNoRoom = async (tx: Transaction, owner: FileOwner, bytes: number): Promise<string | undefined> =>
  (await unlessFull(() => requireRoom(tx, owner, bytes)))?.full;

async function requireRoom(tx: Transaction, { applicationId, inquiryId }: FileOwner, more: number): Promise<undefined> {
  if (applicationId) await requireRoomInApplication(tx, applicationId, more);
  if (inquiryId) await requireRoomInInquiry(tx, inquiryId, more);
  return undefined;
}

/** The caller has locked the inquiry. */
async function requireRoomInInquiry(tx: Transaction, inquiryId: string, more: number) {
  const [found] = await tx
    .select({ files: count(), bytes: sum(documents.byteSize).mapWith(Number) })
    .from(documents)
    .where(eq(documents.inquiryId, inquiryId));
  if ((found?.files ?? 0) >= limits.files || (found?.bytes ?? 0) + more > limits.bytes)
    throw new TooManyDocuments(`An inquiry can have up to ${limits.files} files and 150 MB in total.`);
}

/** Both limits start again at submission (C-ANS-4). */
async function requireRoomInApplication(tx: Transaction, applicationId: string, more: number) {
  // Serialize uploads of one application, or two at once could both count as the 40th file.
  await takeKeyedLock(tx, keyedLocks.uploadsOfApplication, applicationId);
  const [application] = await tx
    .select({ submittedAt: visaApplications.submittedAt })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  const isCase = Boolean(application?.submittedAt);
  const [found] = await tx
    .select({ files: count(), bytes: sum(documents.byteSize).mapWith(Number) })
    .from(documents)
    .where(and(eq(documents.applicationId, applicationId), isCase ? sentSinceSubmission : undefined));
  const words = isCase ? caseLimitWords : limitWords;
  if ((found?.files ?? 0) >= limits.files) throw new TooManyDocuments(words.files);
  if ((found?.bytes ?? 0) + more > limits.bytes) throw new TooManyDocuments(words.bytes);
}

const limitWords = {
  files: `An application can have up to ${limits.files} files. Please remove one first.`,
  bytes: "An application’s files can be up to 150 MB in total. Please remove one first.",
};
const caseLimitWords = {
  files: `After you submit, we can accept up to ${limits.files} files. Please call us if you need to send more.`,
  bytes: "After you submit, we can accept up to 150 MB of files in total. Please call us if you need to send more.",
};

/** The name without folders and control characters. */
export const displayName = (fileName: string): string =>
  normalized(fileName)
    .replace(/^.*[/\\]/, "")
    .replace(/\p{C}+/gu, "")
    .replace(/\s+/g, " ")
    .trim();
