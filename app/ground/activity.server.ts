import { db, type Queryable } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";
import { takeFromLimit } from "~/ground/limits/limits.server";

/** Who of the staff did it. */
type Actor = { adminId: string; email: string };

export type Activity = {
  /** What was done, as a word of the log: `status_updated`, `admin_created`. */
  actionType: string;
  subjectType?: string;
  subjectId?: string;
  /** Facts without personal data: numbers, statuses, names of fields. */
  details?: Record<string, string | number | boolean | null>;
  targetAdminEmail?: string;
  /** Where from; the program itself has none. */
  address?: string;
  /** The kind of the browser, of `visit`. */
  browser?: string | undefined;
};

/**
 * What is only looked at and not changed: one line an hour for each person, action and subject (V-ATK-28), or the
 * record would hold little else.
 */
export async function recordOnceAnHour(staff: Actor, activity: Activity & { subjectId: string }): Promise<void> {
  const key = `${activity.actionType} ${activity.subjectId} by ${staff.adminId}`;
  await db.transaction(async (tx) => {
    // Who comes second waits here until the first is written.
    const { allowed } = await takeFromLimit(key, { max: 1, seconds: 3600 }, tx);
    if (allowed) await recordActivity(tx, staff, activity);
  });
}

/** One line of the activity log, in the transaction of what it tells. Without `staff` the program did it itself. */
export async function recordActivity(tx: Queryable, staff: Actor | null, activity: Activity): Promise<void> {
  await tx.insert(adminActivityLog).values({
    ...activity,
    browser: activity.browser || null,
    adminId: staff?.adminId ?? null,
    adminEmail: staff?.email ?? null,
  });
}
