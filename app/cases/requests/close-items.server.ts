import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";

/** A final status closes what is open or waits to be checked (C-DEC-7), in the status's own transaction. */
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
