import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { erasures, restrictedCases } from "~/db/schema/privacy/rights";
import { discardDocument } from "~/documents/discard.server";
import { rememberErasure } from "../erasure/erasure-list.server";

/** Erases a restricted case once its day has come (V-ERASE-4): all of it is one file and its key. */
export async function eraseRestricted(id: string): Promise<boolean> {
  if ((await db.$count(restrictedCases, eq(restrictedCases.id, id))) === 0) return false;
  await rememberErasure({ id, kind: "application", at: new Date().toISOString() });
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(restrictedCases).where(eq(restrictedCases.id, id)).returning();
    if (!gone) return false;
    await discardDocument(tx, gone.documentId);
    await discardDocument(tx, gone.dataDocumentId);
    const { startedOn, submittedOn, decidedOn, applicationNumber: number } = gone;
    await tx
      .insert(erasures)
      .values({ id, kind: "application", number, startedOn, submittedOn, decidedOn })
      .onConflictDoNothing();
    return true;
  });
}
