import { and, count, eq, inArray } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { caseRequestItems, caseRequests } from "~/db/schema/case";

export type NewItem = Pick<
  typeof caseRequestItems.$inferSelect,
  "kind" | "documentType" | "name" | "description" | "reason" | "dueOn" | "ifLate"
> &
  /** Set for a correction. */
  Partial<Pick<typeof caseRequestItems.$inferSelect, "stepCode" | "questions">> & {
    /** How recent the document must be, for mails. The page states the rule of its day, so it is not stored. */
    statement?: string;
  };

type NewRequest = {
  applicationId: string;
  /** Null if the submission itself asks. */
  adminEmail: string | null;
  items: readonly NewItem[];
};

/** Inserts a request with its open items; returns the request's id. */
export async function addRequest(
  tx: Transaction,
  { applicationId, adminEmail, items }: NewRequest,
): Promise<string | null> {
  if (items.length === 0) return null;
  const [request] = await tx
    .insert(caseRequests)
    .values({ applicationId, adminEmail })
    .returning({ id: caseRequests.id });
  if (!request) throw new Error("The request returned no row");
  const rows = items.map(({ statement: _, ...item }, position) => ({
    ...item,
    requestId: request.id,
    applicationId,
    position,
  }));
  await tx.insert(caseRequestItems).values(rows);
  return request.id;
}

/** Items that are open, or answered and not checked yet. */
export const unsettledItemsOf = (from: Queryable, applicationId: string) =>
  from
    .select()
    .from(caseRequestItems)
    .where(and(eq(caseRequestItems.applicationId, applicationId), inArray(caseRequestItems.state, ["open", "sent"])));

const openOf = (applicationId: string) =>
  and(eq(caseRequestItems.applicationId, applicationId), eq(caseRequestItems.state, "open"));

export const openItemsOf = (from: Queryable, applicationId: string) =>
  from
    .select()
    .from(caseRequestItems)
    .where(openOf(applicationId))
    .orderBy(caseRequestItems.createdAt, caseRequestItems.position);

export async function countOpenItems(from: Queryable, applicationId: string): Promise<number> {
  const [row] = await from.select({ open: count() }).from(caseRequestItems).where(openOf(applicationId));
  return row?.open ?? 0;
}
