import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";

/** Closes open and unchecked items in the transaction of a final status. */
export async function closeItemsOf(tx: Transaction, applicationId: string): Promise<void> {
  const now = new Date();
  await tx
    .update(caseRequestItems)
    .set({ state: "closed", stateAt: now })
    .where(and(eq(caseRequestItems.applicationId, applicationId), inArray(caseRequestItems.state, ["open", "sent"])));
  await tx
    .update(caseItemAnswers)
    .set({ outcome: "closed", decidedAt: now })
    .where(and(eq(caseItemAnswers.applicationId, applicationId), eq(caseItemAnswers.outcome, "waiting")));
}
