import { and, desc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { decisionEnded } from "~/applications/status/status-words";
import { db } from "~/db/client.server";
import { applicationStatusHistory } from "~/db/schema/applications";

type Line = { fromStatus: string | null; toStatus: string; adminEmail: string | null; event: string | null };

/** The event of a history line: the applicant's requests change no status and have no admin. */
export function eventOf({ fromStatus, toStatus, adminEmail, event }: Line) {
  if (event === takenBack) return "withdrawal_taken_back" as const;
  return fromStatus === toStatus && adminEmail === null ? ("withdrawal_requested" as const) : ("status" as const);
}

export const takenBack = "withdrawal_taken_back";

/** The decision that staff changed by this entry, and its day. */
export function endedDecision<Entry extends Line & { createdAt: Date }>(entry: Entry, history: readonly Entry[]) {
  const { fromStatus, toStatus, createdAt } = entry;
  if ((fromStatus !== "approved" && fromStatus !== "denied") || fromStatus === toStatus) return null;
  const decided = history.find((line) => line.toStatus === fromStatus && line.createdAt < createdAt);
  return decided ? decisionEnded(fromStatus, decided.createdAt, toStatus) : null;
}

/** Neither an undone change nor its undoing. */
export const isNotUndone = isNull(applicationStatusHistory.undoneAt);

/** An application's status history, newest first, as its applicant sees it. */
export function statusHistory(applicationId: string) {
  const isShown = or(
    isNull(applicationStatusHistory.shownFrom),
    lte(applicationStatusHistory.shownFrom, sql`clock_timestamp()`),
  );
  return db
    .select()
    .from(applicationStatusHistory)
    .where(and(eq(applicationStatusHistory.applicationId, applicationId), isNotUndone, isShown))
    .orderBy(desc(applicationStatusHistory.createdAt));
}
