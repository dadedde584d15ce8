import { eq } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import type { KeyDateRow } from "~/db/schema/key-dates";
import type { ApplicationStatus } from "~/db/schema/values";
import { suspendKeyDates } from "~/key-dates/change.server";

type Before = Pick<typeof visaApplications.$inferSelect, "id" | "status">;
type Line = Pick<
  typeof applicationStatusHistory.$inferInsert,
  "message" | "nextSteps" | "adminEmail" | "shownFrom" | "undoneAt"
>;

/**
 * Sets an application's status in the caller's transaction. Only submitting and undoing a status write it themselves.
 * `answersWithdrawal`: the admin saw whether there is a request to withdraw, and the status answers it (decision 0010).
 * Returns the key dates that are no longer in force.
 */
export async function setStatusOf(
  tx: Transaction,
  id: string,
  status: ApplicationStatus,
  answersWithdrawal: boolean,
): Promise<KeyDateRow[]> {
  await tx
    .update(visaApplications)
    .set({
      status,
      lastUpdatedAt: new Date(),
      ...(answersWithdrawal ? { withdrawalRequestedAt: null, withdrawalReason: null } : {}),
    })
    .where(eq(visaApplications.id, id));
  return status === "approved" ? [] : suspendKeyDates(tx, id);
}

/** Adds a line to the status history; returns its id. */
export async function addStatusLine(
  tx: Transaction,
  before: Before,
  status: ApplicationStatus,
  line: Line & { id?: string },
): Promise<string> {
  const id = line.id ?? crypto.randomUUID();
  await tx
    .insert(applicationStatusHistory)
    .values({ ...line, id, applicationId: before.id, fromStatus: before.status, toStatus: status });
  return id;
}
