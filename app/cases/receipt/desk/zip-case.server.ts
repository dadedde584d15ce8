import { Readable } from "node:stream";
import { and, asc, eq, inArray, isNotNull, isNull, ne, notInArray, or } from "drizzle-orm";
import { agreementName, agreementPdf } from "~/cases/agreement/agreement-pdf.server";
import { signedAgreements } from "~/cases/agreement/reading/read-agreement.server";
import { UnreadableRecord } from "~/cases/receipt/canonical.server";
import { casePdf } from "~/cases/receipt/case-pdf.server";
import { readReceipt, receiptName } from "~/cases/receipt/read-receipt.server";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { receivedMails } from "~/db/schema/received-mails";
import { DamagedFile } from "~/documents/at-rest/encrypted-bytes.server";
import { openFile } from "~/documents/at-rest/open-file.server";
import { messageDraft } from "~/documents/of-case.server";
import { onePdfName, pagesByGroup, pdfOfPages } from "~/documents/pages/one-pdf.server";
import type { Document } from "~/documents/readers.server";
import { isOpen } from "~/documents/scan-state";
import { StorageError } from "~/documents/storage-error.server";
import { log } from "~/log.server";
import { OwnNames } from "./file-names";
import { sizedZip } from "./zipped.server";

/** Files of an unsent message were not sent. */
const wasSent = and(
  notInArray(documents.documentType, Object.values(messageDraft)),
  or(isNull(documents.caseItemId), isNotNull(documents.caseAnswerId), isNotNull(documents.caseMessageId)),
);

/** Staff's unsent files. */
const notOfOffice = ne(documents.documentType, messageDraft.office);

type Zipped = { id: string; applicationNumber: string };

/**
 * `more`: files to write first; `unsent`: include the applicant's unsent files; `whole`: fail if anything can't be
 * read, except infected files; `inquiryId`: include the files of the inquiry.
 */
type Options = {
  more?: Readonly<Record<string, Buffer>>;
  unsent?: boolean;
  whole?: boolean;
  inquiryId?: string | null;
};

/**
 * Streams the receipt, signed agreements and every sent document of a case as a ZIP, with one open file at a time;
 * stops when the reader leaves. Reads all sizes first, so that unreadable files are found before the total size is
 * sent.
 */
export async function zipCase(
  application: Zipped,
  { more = {}, unsent = false, whole = false, inquiryId = null }: Options = {},
): Promise<{ size: number; stream: Readable }> {
  const [receipt, agreements, files] = await Promise.all([
    receiptOf(application),
    agreementsOf(application),
    filesOf(application.id, unsent, inquiryId),
  ]);
  return sizedZip(await entriesOf({ receipt, agreements, files, more, whole }), {
    failure: "a case could not be zipped to its end",
    applicationId: application.id,
  });
}

type Receipt = { name: string; bytes: Buffer | undefined; isSigned: boolean };
type Contents = {
  receipt: Receipt;
  agreements: { name: string; bytes: Buffer }[];
  files: readonly Document[];
  more: Readonly<Record<string, Buffer>>;
  whole: boolean;
};

async function entriesOf({ receipt, agreements, files, more, whole }: Contents) {
  const names = new OwnNames();
  const listName = names.take("missing.txt");
  const missing: string[] = [];
  const entries: Parameters<typeof sizedZip>[0][number][] = [];
  for (const [name, bytes] of Object.entries(more)) entries.push({ name: names.take(name), bytes });
  const receiptAs = names.take(receipt.name);
  if (receipt.bytes) entries.push({ name: receiptAs, bytes: receipt.bytes });
  else if (receipt.isSigned && whole) throw new Error("The receipt can't be made");
  else if (receipt.isSigned) missing.push(`${receiptAs}: couldn’t be created`);
  for (const { name, bytes } of agreements) entries.push({ name: names.take(name), bytes });
  for (const file of files) {
    const name = names.take(file.documentName);
    const size = await sizeOf(file);
    if (typeof size === "number") entries.push({ name, mtime: file.createdAt, size, open: () => openAgain(file) });
    else if (whole && file.scan !== "infected") throw new Error(`The document ${file.id} can't be read now`);
    else missing.push(`${name}: ${size}`);
  }
  for (const { pages, problem } of pagesByGroup(files)) {
    if (problem) missing.push(`${onePdfName(pages)}: ${problem}`);
    const size = problem ? undefined : await sizeOfOnePdf(pages);
    // A page that can't be read is named with its file.
    if (size === undefined) continue;
    const mtime = new Date(Math.max(...pages.map(({ createdAt }) => createdAt.getTime())));
    const open = async () => Readable.from(pdfOfPages(pages), { objectMode: false });
    entries.push({ name: names.take(onePdfName(pages)), mtime, size, open });
  }
  if (missing.length > 0)
    entries.push({ name: listName, bytes: Buffer.from(`${[missingFilesHeading, ...missing].join("\r\n")}\r\n`) });
  return entries;
}

async function sizeOf(file: Document): Promise<number | string> {
  const opened = await openCaseFile(file);
  if (typeof opened === "string") return opened;
  opened.destroy();
  return file.byteSize;
}

/** The bytes are made again when they are sent, so that no ZIP keeps them in memory. */
async function sizeOfOnePdf(pages: readonly Document[]): Promise<number | undefined> {
  let size = 0;
  try {
    for await (const chunk of pdfOfPages(pages)) size += chunk.length;
    return size;
  } catch (err) {
    log.error({ err, documentId: pages[0]?.id }, "the pages of a document can't be made one PDF");
    return undefined;
  }
}

async function openAgain(file: Document): Promise<Readable> {
  const opened = await openCaseFile(file);
  if (typeof opened === "string") throw new Error(`The document ${file.id} can't be read any more`);
  return opened;
}

const missingFilesHeading = "These files of the case are not in this ZIP:";

/** Opens a file, or returns why it can't be read. */
export async function openCaseFile(file: Document): Promise<Readable | string> {
  if (file.scan === "infected") return `removed: a virus was found${file.virus ? ` (${file.virus})` : ""}`;
  if (!isOpen(file.scan)) return "on hold until it has been scanned for viruses";
  try {
    const stream = await openFile(file);
    if (stream) return stream;
    log.error({ documentId: file.id }, "a document's bytes are missing");
    return "the file is missing from storage";
  } catch (err) {
    if (err instanceof StorageError) return "the storage of documents did not answer";
    if (!(err instanceof DamagedFile)) throw err;
    log.error({ documentId: file.id, reason: err.message }, "a document can't be read");
    return "can’t be opened: the stored copy is damaged";
  }
}

async function receiptOf(application: Zipped): Promise<Receipt> {
  const name = receiptName(application.applicationNumber);
  try {
    const receipt = await readReceipt(application);
    return { name, bytes: receipt && (await casePdf(receipt)), isSigned: receipt !== undefined };
  } catch (err) {
    if (!(err instanceof UnreadableRecord)) throw err;
    log.error({ err, applicationId: application.id }, "the receipt of a case can't be made");
    return { name, bytes: undefined, isSigned: true };
  }
}

/** The signed agreements, oldest first. */
async function agreementsOf({ id, applicationNumber: number }: Zipped) {
  const signed = (await signedAgreements(db, id)).toReversed();
  return Promise.all(
    signed.map(async (agreement) => ({
      name: agreementName(number, agreement),
      bytes: await agreementPdf({ number, signed: agreement }),
    })),
  );
}

const filesOf = (applicationId: string, unsent: boolean, inquiryId: string | null): Promise<Document[]> =>
  db
    .select()
    .from(documents)
    .where(
      or(
        and(eq(documents.applicationId, applicationId), unsent ? notOfOffice : wasSent),
        unsent ? inArray(documents.receivedMailId, unverifiedOf(applicationId)) : undefined,
        inquiryId ? eq(documents.inquiryId, inquiryId) : undefined,
      ),
    )
    .orderBy(asc(documents.createdAt), asc(documents.id));

/** Emails that name the case and that staff have not decided about. */
const unverifiedOf = (applicationId: string) =>
  db
    .select({ id: receivedMails.id })
    .from(receivedMails)
    .where(and(eq(receivedMails.applicationId, applicationId), eq(receivedMails.state, "unverified")));
