import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { rotateForeignDigests } from "~/cases/encryption/renew-digests.server";
import { ofRecord } from "~/core/legal-holds.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { StartError } from "~/db/embedded/binaries.server";
import { visaApplications } from "~/db/schema/applications";
import { loadedSeeds } from "~/db/schema/content";
import { legalHolds } from "~/db/schema/privacy/retention";
import { erasures } from "~/db/schema/privacy/rights";
import { removeStored } from "~/documents/storage.server";
import { StorageError } from "~/documents/storage-error.server";
import { log } from "~/log.server";
import { eraseRestrictedRows } from "../restricted/erase-restricted.server";
import { moveToRestricted } from "../restricted/restrict.server";
import { endOldRights } from "./after-restore.server";
import { eraseApplicationRows, eraseClientRows, eraseInquiryRows, eraseSubscriberRows } from "./erase-rows.server";
import { type Erasure, readErasureList } from "./erasure-list.server";

/**
 * Erases everybody in the list whom a restored backup contains, and restricts what was restricted, before requests are
 * served. Sends no mails.
 */
export async function eraseAgain(list: readonly Erasure[]): Promise<void> {
  const inquiries: ErasedInquiries = new Map(
    list.flatMap((erasure) => (erasure.kind === "inquiry" ? [[erasure.id, erasure]] : [])),
  );
  // Restrictions first: the files of a restricted case include its inquiry, which must not be erased before.
  for (const erasure of list.toSorted((a, b) => Number(b.kind === "restriction") - Number(a.kind === "restriction"))) {
    const storageKeys = await db.transaction(async (tx) => {
      const left = await eraseOne(tx, erasure, inquiries);
      await tx
        .update(erasures)
        .set({ erasedAt: new Date(erasure.at) })
        .where(eq(erasures.id, erasure.id));
      return left;
    });
    for (const key of storageKeys) await removeStored(key);
  }
}

/**
 * Marker rows: stored together with a backup's rows and removed when its restore has ended, so that a start can detect
 * an aborted restore. `listed`: the restore had the list of erasures.
 */
const notEnded = { listed: "restore that has not erased again", unlisted: "restore that has not ended" };

/** Sets the marker in the transaction that inserts the rows, so that they never exist without it. */
export const beginRestore = (tx: Pick<Queryable, "execute">, hasList: boolean): Promise<unknown> =>
  tx.execute(sql`
    insert into loaded_seeds (name) values (${hasList ? notEnded.listed : notEnded.unlisted}) on conflict do nothing`);

/**
 * Ends a restore: repeats the listed erasures and ends old rights. Of several simultaneous calls one does it. Returns
 * messages for the operator, line by line; empty if no restore has to be ended.
 */
export const endRestore = (): Promise<string[]> =>
  db.transaction(async (tx) => {
    const own = inArray(loadedSeeds.name, Object.values(notEnded));
    const seeds = await tx.select().from(loadedSeeds).where(own).for("update");
    if (seeds.length === 0) return [];
    const list = await readErasureList();
    if (!list && seeds.some(({ name }) => name === notEnded.listed))
      throw new StartError(
        "The list of erasures is lost: bring the folder erasures back into the storage of documents, or restore with --without-erasures into a new DATA_DIR, and a new DATABASE_URL and STORAGE_URL where they are set.",
      );
    await eraseAgain(list ?? []);
    await rotateForeignDigests(tx);
    const lines = await endOldRights(tx);
    await tx.delete(loadedSeeds).where(own);
    return lines;
  });

/**
 * Ends an aborted restore at startup, before requests are served. Without storage the erasures are unknown, so the
 * start is refused until it responds; a service manager retries.
 */
export async function endBrokenRestore(): Promise<void> {
  try {
    for (const line of await endRestore()) log.warn(line);
  } catch (error) {
    if (!(error instanceof StorageError || error instanceof StartError)) throw error;
    const why = error.message.replace(/\.$/, "");
    throw new StartError(
      `A restore stopped before it repeated the erasures made since the backup. Lucaya doesn’t start until that is done. ${why}.`,
    );
  }
}

type ErasedInquiry = Extract<Erasure, { kind: "inquiry" }>;
type Restriction = Extract<Erasure, { kind: "restriction" }>;
type ErasedInquiries = ReadonlyMap<string, ErasedInquiry>;

/** Returns the storage keys that remain to be deleted. */
async function eraseOne(tx: Transaction, erasure: Erasure, inquiries: ErasedInquiries): Promise<string[]> {
  const { id } = erasure;
  if (erasure.kind === "inquiry") return (await eraseInquiryRows(tx, id))?.storageKeys ?? [];
  if (erasure.kind === "subscriber" || erasure.kind === "client") {
    await (erasure.kind === "client" ? eraseClientRows(tx, id) : eraseSubscriberRows(tx, id));
    return [];
  }
  if (erasure.kind === "restriction") {
    await endLegalHold(tx, id, new Date(erasure.at));
    const inquiryId = await readLinkedInquiry(tx, erasure, inquiries);
    return (await moveToRestricted(tx, id, { until: erasure.until, inquiryId }))?.storageKeys ?? [];
  }
  if (erasure.kind === "draft")
    return (await eraseApplicationRows(tx, id, { inquiryId: null, leavesRow: false }))?.storageKeys ?? [];
  // The backup's legal hold was removed before the erasure.
  await tx.delete(legalHolds).where(ofRecord(id));
  const aside = await eraseRestrictedRows(tx, id);
  const left = await eraseApplicationRows(tx, id, { inquiryId: null });
  return [...(aside ?? []), ...(left?.storageKeys ?? [])];
}

/**
 * The inquiry that, by the list, was included in a restricted application's files. The backup can't tell: it may have
 * another email of the application, which would match a different inquiry, and it still contains inquiries that were
 * erased separately.
 */
async function readLinkedInquiry(tx: Transaction, restriction: Restriction, inquiries: ErasedInquiries) {
  const [row] = await tx
    .select({ inquiryId: visaApplications.inquiryId })
    .from(visaApplications)
    .where(eq(visaApplications.id, restriction.id));
  const erased = row?.inquiryId ? inquiries.get(row.inquiryId) : undefined;
  return erased?.with === restriction.id ? erased.id : null;
}

/** The backup's legal hold was removed before the case was restricted. */
const endLegalHold = (tx: Transaction, applicationId: string, removedAt: Date) =>
  tx
    .update(legalHolds)
    .set({ removedAt, removalReason: "Removed after the backup that it was restored from." })
    .where(and(eq(legalHolds.applicationId, applicationId), isNull(legalHolds.removedAt)));
