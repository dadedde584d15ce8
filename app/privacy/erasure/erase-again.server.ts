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
  const inquiries = new Set(list.flatMap(({ id, kind }) => (kind === "inquiry" ? id : [])));
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

/** The storage keys of what is left to be removed. */
async function eraseOne(tx: Transaction, one: Erasure, inquiries: ReadonlySet<string>): Promise<string[]> {
  const { id } = one;
  if (one.kind === "inquiry") return (await eraseInquiryRows(tx, id))?.storageKeys ?? [];
  if (one.kind === "subscriber") {
    await eraseSubscriberRows(tx, id);
    return [];
  }
  if (one.kind === "restriction") {
    await endHold(tx, id, new Date(one.at));
    return (
      (await putAside(tx, id, { until: one.until, inquiryId: await erasedInquiry(tx, id, inquiries) }))?.storageKeys ??
      []
    );
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
 * The inquiry that an application was made from, where the list says that it went: the backup may know another address
 * of the application, by which one that stayed would be the same person's.
 */
async function erasedInquiry(tx: Transaction, applicationId: string, listed: ReadonlySet<string>) {
  const [row] = await tx
    .select({ inquiryId: visaApplications.inquiryId })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  return row?.inquiryId && listed.has(row.inquiryId) ? row.inquiryId : null;
}

/** A hold of the backup was removed before its case was restricted. */
const endHold = (tx: Transaction, applicationId: string, removedAt: Date) =>
  tx
    .update(legalHolds)
    .set({ removedAt, removalReason: "Removed after the backup that it was restored from." })
    .where(and(eq(legalHolds.applicationId, applicationId), isNull(legalHolds.removedAt)));
