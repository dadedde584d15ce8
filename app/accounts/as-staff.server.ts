import type { z } from "zod";
import { type Activity, recordActivity } from "~/accounts/activity.server";
import { mayAct, type Staff, type StaffContext } from "~/accounts/staff.server";
import type { Transaction } from "~/db/client.server";
import type { AdminRole } from "~/db/schema/values";
import { inTransaction } from "~/ground/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/ground/verbs/refused";
import { log } from "~/log.server";

/** What the work of a staff verb is given: its transaction, who asks, and how it is recorded. */
export type StaffWork = {
  tx: Transaction;
  staff: Staff;
  address: string;
  record: (activity: Omit<Activity, "address">) => Promise<void>;
};

/**
 * `failed` is the log line of a failure; `words` is what the person is told where the screen does not say it itself.
 */
type Verb<Schema extends z.ZodType> = {
  input: Schema;
  role?: AdminRole;
  failed: string;
  words?: { invalid?: string; forbidden?: string; failed?: string };
};

/**
 * A verb of the staff: parses what was given, opens the one transaction, checks that this admin may act now, and turns
 * a failure into a refusal with words. What `run` refuses is rolled back.
 */
export async function asStaff<Schema extends z.ZodType, Result extends Done | Refused<unknown>>(
  { staff, address }: StaffContext,
  { input, role, failed, words = {} }: Verb<Schema>,
  given: unknown,
  run: (work: StaffWork, input: z.output<Schema>) => Promise<Result>,
): Promise<Result | Refused> {
  const parsed = input.safeParse(given);
  if (!parsed.success) return refuse("invalid", words.invalid);
  try {
    return await inTransaction(async (tx): Promise<Result | Refused> => {
      if (!(await mayAct(tx, staff, role))) return refuse("forbidden", words.forbidden);
      const record = (activity: Omit<Activity, "address">) => recordActivity(tx, staff, { ...activity, address });
      return run({ tx, staff, address, record }, parsed.data);
    });
  } catch (err) {
    log.error({ err }, failed);
    return refuse("failed", words.failed);
  }
}
