import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { legalHolds } from "~/db/schema/privacy/retention";
import { erasures } from "~/db/schema/privacy/rights";
import { removeStored } from "~/documents/storage.server";
import { holdsOn } from "~/ground/legal-holds.server";
import { log } from "~/log.server";
import { eraseRestrictedRows } from "../restricted/erase-restricted.server";
import { putAside } from "../restricted/restrict.server";
import { endOldRights } from "./after-restore.server";
import { eraseApplicationRows, eraseInquiryRows, eraseSubscriberRows } from "./erase-rows.server";
import { type Erasure, endRestore, isRestoring, readErasureList } from "./erasure-list.server";

/**
 * Erases whoever a restored backup still holds, and restricts what was restricted, before anything is served
 * (V-ERASE-7). Nobody is told once more.
 */
export async function eraseAgain(list: readonly Erasure[]): Promise<void> {
  const inquiries: TakenAlong = new Map(list.flatMap((one) => (one.kind === "inquiry" ? [[one.id, one.with]] : [])));
  // What is put aside takes its inquiry along, which has to be there still.
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

/** Goes on with a restore that was broken off before it had erased again; at the start, before anything is served. */
export async function endBrokenRestore(): Promise<void> {
  if (!(await isRestoring())) return;
  await eraseAgain((await readErasureList()) ?? []);
  for (const line of await endOldRights()) log.warn(line);
  await endRestore();
}

/** The erased inquiries, each with the restricted case that took it along, where one did. */
type TakenAlong = ReadonlyMap<string, string | undefined>;

/** The storage keys of what is left to be removed. */
async function eraseOne(tx: Transaction, one: Erasure, inquiries: TakenAlong): Promise<string[]> {
  const { id } = one;
  if (one.kind === "inquiry") return (await eraseInquiryRows(tx, id))?.storageKeys ?? [];
  if (one.kind === "subscriber") {
    await eraseSubscriberRows(tx, id);
    return [];
  }
  if (one.kind === "restriction") {
    await endHold(tx, id, new Date(one.at));
    const inquiryId = await inquiryTakenAlong(tx, id, inquiries);
    return (await putAside(tx, id, { until: one.until, inquiryId }))?.storageKeys ?? [];
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
async function inquiryTakenAlong(tx: Transaction, applicationId: string, inquiries: TakenAlong) {
  const [row] = await tx
    .select({ inquiryId: visaApplications.inquiryId })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  return row?.inquiryId && inquiries.get(row.inquiryId) === applicationId ? row.inquiryId : null;
}

/** A hold of the backup was removed before its case was restricted. */
const endHold = (tx: Transaction, applicationId: string, removedAt: Date) =>
  tx
    .update(legalHolds)
    .set({ removedAt, removalReason: "Removed after the backup that it was restored from." })
    .where(and(eq(legalHolds.applicationId, applicationId), isNull(legalHolds.removedAt)));
