import { eq, inArray } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { erasures, restrictedCases } from "~/db/schema/privacy/rights";
import { enqueueRemoval } from "~/documents/discard.server";
import { eraseFromRecord } from "../erasure/erase-rows.server";
import { rememberErasure } from "../erasure/erasure-list.server";

/**
 * Erases the rows of a restricted case in the caller's transaction: its two files with their keys, and its details in
 * the record. Returns the storage keys that remain to be deleted; undefined if there is none.
 */
export async function eraseRestrictedRows(tx: Transaction, id: string): Promise<string[] | undefined> {
  const [deleted] = await tx.delete(restrictedCases).where(eq(restrictedCases.id, id)).returning();
  if (!deleted) return undefined;
  const { applicationNumber: number, startedOn, submittedOn, decidedOn } = deleted;
  const files = await tx
    .delete(documents)
    .where(inArray(documents.id, [deleted.documentId, deleted.dataDocumentId]))
    .returning({ key: documents.storageKey });
  await eraseFromRecord(tx, { kind: "application", id, number }, []);
  await tx
    .insert(erasures)
    .values({ id, kind: "application", number, startedOn, submittedOn, decidedOn })
    .onConflictDoNothing();
  return files.map(({ key }) => key);
}

/** Also removes its bytes and lists the erasure, once retention has expired. False if there is none. */
export async function eraseRestrictedInside(tx: Transaction, id: string): Promise<boolean> {
  const storageKeys = await eraseRestrictedRows(tx, id);
  for (const storageKey of storageKeys ?? []) await enqueueRemoval(tx, { storageKey });
  // Last, as for every erasure.
  if (storageKeys) await rememberErasure({ id, kind: "application", at: new Date().toISOString() });
  return storageKeys !== undefined;
}
