import type { Change } from "~/core/activity-log/changes";
import { nameOfSubject } from "~/core/activity-log/subject-names.server";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";

type Actor = { adminId: string; email: string };

export type Activity = {
  /** The action's name in the log, such as `status_updated`. */
  actionType: string;
  subjectType?: string;
  subjectId?: string;
  /** Its name, where the action deletes it; otherwise it is looked up. */
  subjectName?: string;
  /** What was changed, value by value. */
  changes?: readonly Change[];
  /** Facts without personal data: numbers, statuses, names of fields. */
  details?: Record<string, string | number | boolean | null>;
  targetAdminEmail?: string;
  /** The network address; undefined for the program itself. */
  address?: string;
  /** The kind of browser, as in `visit`. */
  browser?: string | undefined;
};

/** Records a read: one line an hour for each person, action and subject (V-ATK-28), or reads would fill the log. */
export const recordOnceAnHour = (staff: Actor, activity: ReadActivity): Promise<boolean> =>
  db.transaction((tx) => recordOnceAnHourIn(tx, staff, activity));

type ReadActivity = Activity & { subjectId: string };

/** The same in the caller's transaction; whether it was recorded. */
export async function recordOnceAnHourIn(tx: Transaction, staff: Actor, activity: ReadActivity): Promise<boolean> {
  const key = `${activity.actionType} ${activity.subjectId} by ${staff.adminId}`;
  // A concurrent request waits here until the first one has committed.
  const { allowed } = await consumeLimit(key, { max: 1, seconds: 3600 }, tx);
  if (allowed) await recordActivity(tx, staff, activity);
  return allowed;
}

/** One line of the activity log, in the transaction of the action. Without `staff` the program did it itself. */
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
