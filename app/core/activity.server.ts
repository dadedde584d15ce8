import type { Change } from "~/core/activity-log/changes";
import { nameOfSubject } from "~/core/activity-log/subject-names.server";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";

type Actor = { adminId: string; email: string };

export type Activity = {
  /** Such as `status_updated`. */
  actionType: string;
  subjectType?: string;
  subjectId?: string;
  /** Required where the action deletes the subject; otherwise it is looked up. */
  subjectName?: string;
  changes?: readonly Change[];
  /** Without personal data: numbers, statuses, names of fields. */
  details?: Record<string, string | number | boolean | null>;
  targetAdminEmail?: string;
  /** The client's IP; undefined for the system itself. */
  address?: string;
  browser?: string | undefined;
};

/** Logs a read at most once an hour for each admin, action and subject, or reads would fill the log. */
export const recordOnceAnHour = (staff: Actor, activity: ReadActivity): Promise<boolean> =>
  db.transaction((tx) => recordOnceAnHourIn(tx, staff, activity));

type ReadActivity = Activity & { subjectId: string };

/** Same as `recordOnceAnHour`, in the caller's transaction. Returns whether it was logged. */
export async function recordOnceAnHourIn(tx: Transaction, staff: Actor, activity: ReadActivity): Promise<boolean> {
  const key = `${activity.actionType} ${activity.subjectId} by ${staff.adminId}`;
  // A concurrent request waits here until the first one has committed.
  const { allowed } = await consumeLimit(key, { max: 1, seconds: 3600 }, tx);
  if (allowed) await recordActivity(tx, staff, activity);
  return allowed;
}

/** Writes an entry of the activity log, in the action's transaction. Without `staff` the actor is the system. */
export async function recordActivity(
  tx: Queryable,
  staff: Actor | null,
  { changes = [], details, subjectName, ...activity }: Activity,
): Promise<void> {
  await tx.insert(adminActivityLog).values({
    ...activity,
    details: changes.length > 0 ? { ...details, changes } : details,
    subjectName: subjectName ?? nameOfSubject(activity.subjectType, activity.subjectId),
    browser: activity.browser || null,
    adminId: staff?.adminId ?? null,
    adminEmail: staff?.email ?? null,
  });
}
