import { desc, eq } from "drizzle-orm";
import { decisionEnded } from "~/applications/case/status-words";
import { db } from "~/db/client.server";
import { applicationStatusHistory } from "~/db/schema/applications";

type Line = { fromStatus: string | null; toStatus: string; adminEmail: string | null; event: string | null };

/** What a line of the history tells of: the applicant's requests change no status and have no admin. */
export function eventOf({ fromStatus, toStatus, adminEmail, event }: Line) {
  if (event === takenBack) return "withdrawal_taken_back" as const;
  return fromStatus === toStatus && adminEmail === null ? ("withdrawal_requested" as const) : ("status" as const);
}

export const takenBack = "withdrawal_taken_back";

/** A decision of ours that staff changed afterwards: which, and of when (C-DEC-5). */
export function endedDecision<Entry extends Line & { createdAt: Date }>(entry: Entry, history: readonly Entry[]) {
  const { fromStatus, toStatus, createdAt } = entry;
  if ((fromStatus !== "approved" && fromStatus !== "denied") || fromStatus === toStatus) return null;
  const decided = history.find((line) => line.toStatus === fromStatus && line.createdAt < createdAt);
  return decided ? decisionEnded(fromStatus, decided.createdAt, toStatus) : null;
}

/** How an application's status came to be, newest first. */
export function statusHistory(applicationId: string) {
  return db
    .select()
    .from(applicationStatusHistory)
    .where(eq(applicationStatusHistory.applicationId, applicationId))
    .orderBy(desc(applicationStatusHistory.createdAt));
}
