import { sql } from "drizzle-orm";
import type { z } from "zod";
import { mayAct, type Staff, type StaffContext } from "~/accounts/staff.server";
import type { Transaction } from "~/db/client.server";
import { isDatabaseAway } from "~/db/failure.server";
import type { AdminRole } from "~/db/schema/values";
import { type Activity, recordActivity } from "~/ground/activity.server";
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

type Verb<Schema extends z.ZodType> = {
  input: Schema;
  role?: AdminRole;
  /** An advisory lock taken before the right is read: the verbs that share it go one at a time. */
  lock?: number;
  /** The line of the log when it fails. Without it a failure is thrown on, to the page that says so. */
  failed?: string;
  /** A database that is away is thrown on also where other failures have words: the answer is 503 then. */
  throwsAway?: boolean;
  /** What the person is told, where that is not said by the screen; a function decides by what was wrong. */
  words?: {
    invalid?: string | ((error: z.ZodError) => Refused);
    forbidden?: string;
    failed?: string | ((error: unknown) => Refused);
  };
};

/**
 * A verb of the staff: parses what was given, opens the one transaction, checks that this admin may act now, and turns
 * a failure into a refusal with words. What `run` refuses is rolled back.
 */
export async function asStaff<Schema extends z.ZodType, Result extends Done | Refused<unknown>>(
  { staff, address }: StaffContext,
  { input, role, lock, failed, throwsAway = false, words = {} }: Verb<Schema>,
  given: unknown,
  run: (work: StaffWork, input: z.output<Schema>) => Promise<Result>,
): Promise<Result | Refused> {
  const parsed = input.safeParse(given);
  if (!parsed.success)
    return typeof words.invalid === "function" ? words.invalid(parsed.error) : refuse("invalid", words.invalid);
  try {
    return await inTransaction(async (tx): Promise<Result | Refused> => {
      if (lock !== undefined) await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
      if (!(await mayAct(tx, staff, role))) return refuse("forbidden", words.forbidden);
      const record = (activity: Omit<Activity, "address">) => recordActivity(tx, staff, { ...activity, address });
      return run({ tx, staff, address, record }, parsed.data);
    });
  } catch (err) {
    if (failed === undefined || (throwsAway && isDatabaseAway(err))) throw err;
    log.error({ err, ...idsIn(parsed.data) }, failed);
    return typeof words.failed === "function" ? words.failed(err) : refuse("failed", words.failed);
  }
}

/** What it was about, for the log: the fields named after an id. Everything else given may be personal. */
const idsIn = (input: unknown) =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([name]) => /Ids?$/.test(name)));
