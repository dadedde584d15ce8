import type { Staff } from "~/accounts/staff.server";
import type { Queryable } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";

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
  /** The kind of browser that it was done with, where that says something. */
  browser?: string;
};

/** One line of the activity log, in the transaction of what it tells. Without `staff` the program did it itself. */
export async function recordActivity(tx: Queryable, staff: Staff | null, activity: Activity): Promise<void> {
  await tx.insert(adminActivityLog).values({
    ...activity,
    adminId: staff?.adminId ?? null,
    adminEmail: staff?.email ?? null,
  });
}
