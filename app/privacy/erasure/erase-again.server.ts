import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { renewForeignDigests } from "~/cases/encryption/renew-digests.server";
import { holdsOn } from "~/core/legal-holds.server";
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
import { eraseApplicationRows, eraseInquiryRows, eraseSubscriberRows } from "./erase-rows.server";
import { type Erasure, readErasureList } from "./erasure-list.server";

/**
 * Erases whoever a restored backup still holds, and restricts what was restricted, before anything is served
 * (V-ERASE-7). Nobody is told once more.
 */
export async function eraseAgain(list: readonly Erasure[]): Promise<void> {
  const inquiries: ErasedInquiries = new Map(list.flatMap((one) => (one.kind === "inquiry" ? [[one.id, one]] : [])));
  // Restrictions first: the files of a restricted case include its inquiry, so that must not be erased before.
  for (const one of list.toSorted((a, b) => Number(b.kind === "restriction") - Number(a.kind === "restriction"))) {
    const storageKeys = await db.transaction(async (tx) => {
      const left = await eraseOne(tx, one, inquiries);
      await tx
        .update(erasures)
        .set({ erasedAt: new Date(one.at) })
        .where(eq(erasures.id, one.id));
      return left;
    });
    for (const key of storageKeys) await removeStored(key);
  }
}

/**
 * Rows that are stored together with a backup's rows and removed when its restore has ended, so that a start can tell
 * that a restore was broken off. `listed`: one that had the list of who was erased.
 */
const notEnded = { listed: "restore that has not erased again", unlisted: "restore that has not ended" };

/** Says so in the transaction that brings the rows, so that they are never there without it. */
export const beginRestore = (tx: Pick<Queryable, "execute">, hasList: boolean): Promise<unknown> =>
  tx.execute(sql`
    insert into loaded_seeds (name) values (${hasList ? notEnded.listed : notEnded.unlisted}) on conflict do nothing`);

/**
 * Ends a restore: erases again whoever is in the list, and ends old rights. Of several that do so at once one does.
 * Returns what whoever restores has to know, line by line; nothing where no restore has to be ended.
 */
export const endRestore = (): Promise<string[]> =>
  db.transaction(async (tx) => {
    const own = inArray(loadedSeeds.name, Object.values(notEnded));
    const marks = await tx.select().from(loadedSeeds).where(own).for("update");
    if (marks.length === 0) return [];
    const list = await readErasureList();
    if (!list && marks.some(({ name }) => name === notEnded.listed))
      throw new StartError(
        "The list of erasures is lost: bring the folder erasures back into the storage of documents, or restore with --without-erasures into a new DATA_DIR, and a new DATABASE_URL and STORAGE_URL where they are set.",
      );
    await eraseAgain(list ?? []);
    await renewForeignDigests(tx);
    const lines = await endOldRights(tx);
    await tx.delete(loadedSeeds).where(own);
    return lines;
  });

/**
 * Ends a restore that was broken off, at the start, before anything is served. Without the storage nobody knows who had
 * been erased, so the start is refused until it answers; a service manager tries again.
 */
export async function endBrokenRestore(): Promise<void> {
  try {
    for (const line of await endRestore()) log.warn(line);
  } catch (error) {
    if (!(error instanceof StorageError || error instanceof StartError)) throw error;
    const why = error.message.replace(/\.$/, "");
    throw new StartError(
      `A restore was broken off before it erased again who had been erased since the backup, and nothing is served before that. ${why}.`,
    );
  }
}

type ErasedInquiry = Extract<Erasure, { kind: "inquiry" }>;
type Restriction = Extract<Erasure, { kind: "restriction" }>;
type ErasedInquiries = ReadonlyMap<string, ErasedInquiry>;

/** The storage keys of what is left to be removed. */
async function eraseOne(tx: Transaction, one: Erasure, inquiries: ErasedInquiries): Promise<string[]> {
  const { id } = one;
  if (one.kind === "inquiry") return (await eraseInquiryRows(tx, id))?.storageKeys ?? [];
  if (one.kind === "subscriber") {
    await eraseSubscriberRows(tx, id);
    return [];
  }
  if (one.kind === "restriction") {
    await endHold(tx, id, new Date(one.at));
    const inquiryId = await inquiryTakenAlong(tx, one, inquiries);
    return (await moveToRestricted(tx, id, { until: one.until, inquiryId }))?.storageKeys ?? [];
  }
  if (one.kind === "draft")
    return (await eraseApplicationRows(tx, id, { inquiryId: null, leavesRow: false }))?.storageKeys ?? [];
  // A hold of the backup was removed before it was erased.
  await tx.delete(legalHolds).where(holdsOn(id));
  const aside = await eraseRestrictedRows(tx, id);
  const left = await eraseApplicationRows(tx, id, { inquiryId: null });
  return [...(aside ?? []), ...(left?.storageKeys ?? [])];
}

/**
 * The inquiry that an application was made from, where the list says that it went into the application's files. The
 * backup can't tell: it may know another address of the application, by which one that stayed would be the same
 * person's, and one that was erased by itself, before or after, is still in it.
 */
async function inquiryTakenAlong(tx: Transaction, restriction: Restriction, inquiries: ErasedInquiries) {
  const [row] = await tx
    .select({ inquiryId: visaApplications.inquiryId })
    .from(visaApplications)
    .where(eq(visaApplications.id, restriction.id));
  const erased = row?.inquiryId ? inquiries.get(row.inquiryId) : undefined;
  return erased?.with === restriction.id ? erased.id : null;
}

/** A hold of the backup was removed before its case was restricted. */
const endHold = (tx: Transaction, applicationId: string, removedAt: Date) =>
  tx
    .update(legalHolds)
    .set({ removedAt, removalReason: "Removed after the backup that it was restored from." })
    .where(and(eq(legalHolds.applicationId, applicationId), isNull(legalHolds.removedAt)));
