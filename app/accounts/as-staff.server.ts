import { deserialize, serialize } from "node:v8";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import { mayAct, type Staff, type StaffContext } from "~/accounts/staff.server";
import { type Activity, recordActivity } from "~/core/activity.server";
import { idempotencyHash } from "~/core/idempotency-hash.server";
import { claimIdempotencyKey, readStoredResult, saveResult } from "~/core/verbs/idempotency.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import type { AdminRole } from "~/db/schema/values";
import { log } from "~/log.server";

/**
 * The lock of verbs that change an admin: one who acts on their own account twice at once would wait for themselves,
 * because the right to act is read with a lock on the same row. The number is arbitrary.
 */
export const adminsLock = 4_275_005;

/** What a staff verb works with: its transaction, the admin who acts, and how to record the activity. */
export type StaffWork = {
  tx: Transaction;
  staff: Staff;
  address: string;
  record: (activity: Omit<Activity, "address">) => Promise<void>;
};

type Verb<Schema extends z.ZodType> = {
  input: Schema;
  role?: AdminRole;
  /** An advisory lock taken before the right is read: verbs that share it run one at a time. */
  lock?: number;
  /** For one's own second factor: allowed while that is overdue, as nothing else is (V-MFA-10). */
  setsUp?: true;
  /** That the admin has just shown that it is them; `refuseUnlessFresh` where it depends on what is changed. */
  fresh?: true;
  /** The log line of a failure. Without it the error is rethrown and the error page is shown. */
  failed?: string;
  /**
   * The kind of its attempts: what one of them led to is answered again and not done again, as long as it says the same
   * (K-KEEP-3). The key is that of the context, or the one that was given as `attempt`.
   */
  once?: string;
  /**
   * The fields of the input that say what the page showed and what was confirmed of it, not what is asked for: sent
   * again from a page that shows more by now, it is the same attempt.
   */
  shown?: readonly string[];
  /** What else the form says, such as the digests of its files. */
  alsoSaid?: unknown;
  /** Rethrows when the database is away, so that the answer is 503 instead of a refusal. */
  throwsAway?: boolean;
  /** Messages for the person, where the screen has none of its own; a function chooses by the error. */
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
  { staff, address, attempt }: StaffContext,
  {
    input,
    role,
    lock,
    setsUp,
    fresh,
    failed,
    once,
    shown = [],
    alsoSaid,
    throwsAway = false,
    words = {},
  }: Verb<Schema>,
  given: unknown,
  run: (work: StaffWork, input: z.output<Schema>) => Promise<Result>,
): Promise<Result | Refused> {
  const parsed = input.safeParse(given);
  if (!parsed.success)
    return typeof words.invalid === "function" ? words.invalid(parsed.error) : refuse("invalid", words.invalid);
  try {
    return await inTransaction(async (tx): Promise<Result | Refused> => {
      if (lock !== undefined) await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
      if (!(await mayAct(tx, staff, role, setsUp))) return refuse("forbidden", words.forbidden);
      const unconfirmed = fresh ? await refuseUnlessFresh({ tx, staff }) : null;
      if (unconfirmed) return unconfirmed;
      const record = (activity: Omit<Activity, "address">) => recordActivity(tx, staff, { ...activity, address });
      const work = () => run({ tx, staff, address, record }, parsed.data);
      const key = once && (keyIn({ attempt }) ?? keyIn(parsed.data));
      if (!key) return work();
      const hash = idempotencyHash(once, { owner: staff.adminId, key }, without(shown, given), alsoSaid);
      return doOnce(tx, hash, once, work);
    });
  } catch (err) {
    if (failed === undefined || (throwsAway && isDatabaseUnavailable(err))) throw err;
    log.error({ err, ...idsIn(parsed.data) }, failed);
    return typeof words.failed === "function" ? words.failed(err) : refuse("failed", words.failed);
  }
}

const keyed = z.object({ attempt: z.uuid() });
const keyIn = (from: unknown): string | undefined => keyed.safeParse(from).data?.attempt;

const without = (fields: readonly string[], given: unknown): unknown =>
  fields.length > 0 && typeof given === "object" && given !== null
    ? Object.fromEntries(Object.entries(given).filter(([name]) => !fields.includes(name)))
    : given;

/** A second request of one attempt waits for the first and gets its result; a refusal rolls the attempt back too. */
async function doOnce<Result extends Done | Refused<unknown>>(
  tx: Transaction,
  key: string,
  kind: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!(await claimIdempotencyKey(tx, key, kind, {}))) {
    const stored = await readStoredResult(tx, key);
    // What this verb stored of itself; `done` is from a release of before.
    const { answer, done = "{}" } = stored ?? {};
    return answer ? deserialize(Buffer.from(answer, "base64")) : (JSON.parse(done) as Result);
  }
  const result = await work();
  // Not as JSON, which would make texts of its dates (F-RUN-7).
  if (result.ok) await saveResult(tx, key, { answer: serialize(result).toString("base64") });
  return result;
}

/** The ids of the input, for the log. Everything else may be personal data. */
const idsIn = (input: unknown) =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([name]) => /Ids?$/.test(name)));
