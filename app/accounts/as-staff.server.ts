import type { z } from "zod";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import { mayAct, type Staff, type StaffContext } from "~/accounts/staff.server";
import { type Activity, recordActivity } from "~/core/activity.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { type Once, runVerb, type Verb } from "~/core/verbs/run-verb.server";
import { takeLock } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import type { AdminRole } from "~/db/schema/values";

/** The transaction of a staff verb, the acting admin, and a function that logs the activity. */
export type StaffWork = {
  tx: Transaction;
  staff: Staff;
  address: string;
  once: Once;
  record: (activity: Omit<Activity, "address">) => Promise<void>;
};

type StaffVerb<Schema extends z.ZodType> = Verb<Schema> & {
  role?: AdminRole;
  /** An advisory lock taken before the right is checked: verbs with the same one run one at a time. */
  lock?: number;
  /**
   * For one's own second factor: the only verbs allowed while that is overdue (V-MFA-10). They and `password` are the
   * only ones allowed while somebody else chose the password.
   */
  setsUp?: true | "password";
  /** Requires recent reauthentication; use `refuseUnlessFresh` if that depends on the change. */
  fresh?: true;
};

export function asStaff<Schema extends z.ZodType, Result extends Done | Refused<unknown>>(
  { staff, address, attempt }: StaffContext,
  { role, lock, setsUp, fresh, ...verb }: StaffVerb<Schema>,
  rawInput: unknown,
  run: (work: StaffWork, input: z.output<Schema>) => Promise<Result>,
): Promise<Result | Refused> {
  const admit = async (tx: Transaction) => {
    if (lock !== undefined) await takeLock(tx, lock);
    if (!(await mayAct(tx, staff, role, setsUp))) return refuse("forbidden", verb.messages?.forbidden);
    const unconfirmed = fresh ? await refuseUnlessFresh({ tx, staff }) : null;
    if (unconfirmed) return unconfirmed;
    const record = (activity: Omit<Activity, "address">) => recordActivity(tx, staff, { ...activity, address });
    return { ok: true as const, work: { staff, address, record } };
  };
  return runVerb({ owner: staff.adminId, attempt, admit }, verb, rawInput, run);
}
