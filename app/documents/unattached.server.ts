import { and, asc, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { discardDocument } from "./discard.server";

/** Belongs to nothing yet: sent ahead of the inquiry that it is for. */
const unattached = and(isNull(documents.applicationId), isNull(documents.inquiryId));
const sentBy = (uploadedBy: string) => and(eq(documents.uploadedBy, uploadedBy), unattached);

/** Those of the given documents that a browser has sent and that belong to nothing yet, oldest first. */
export function waitingDocuments(from: Queryable, uploadedBy: string, ids: readonly string[]) {
  return from
    .select()
    .from(documents)
    .where(and(inArray(documents.id, [...ids]), sentBy(uploadedBy)))
    .orderBy(asc(documents.createdAt));
}

/** Gives waiting documents to an inquiry. Returns them without those gone or not of this browser (D3). */
export function attachToInquiry(tx: Transaction, uploadedBy: string, ids: readonly string[], inquiryId: string) {
  return tx
    .update(documents)
    .set({ inquiryId })
    .where(and(inArray(documents.id, [...ids]), sentBy(uploadedBy)))
    .returning();
}

/** Removes a waiting document if this browser sent it. Returns whether there was one. */
export async function discardWaiting(uploadedBy: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.id, id), sentBy(uploadedBy)))
      .for("update");
    return own ? discardDocument(tx, own.id) : false;
  });
}

/** Removes all but the newest `max` of a browser's waiting documents. */
export async function discardSurplus(tx: Transaction, uploadedBy: string, max: number): Promise<void> {
  const surplus = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(sentBy(uploadedBy))
    .orderBy(desc(documents.createdAt))
    .offset(max);
  for (const { id } of surplus) await discardDocument(tx, id);
}

/** Removes documents that waited longer than a day for an inquiry. Returns how many. */
export async function discardAbandoned(): Promise<number> {
  for (let count = 0; ; ) {
    const removed = await db.transaction(async (tx) => {
      const old = await tx
        .select({ id: documents.id })
        .from(documents)
        .where(and(unattached, lt(documents.createdAt, sql`now() - interval '1 day'`)))
        .limit(100)
        .for("update", { skipLocked: true });
      for (const { id } of old) await discardDocument(tx, id);
      return old.length;
    });
    if (removed === 0) return count;
    count += removed;
  }
}
