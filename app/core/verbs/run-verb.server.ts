import { z } from "zod";
import type { Transaction } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";
import { type Attempt, doOnce } from "./do-once.server";
import { inTransaction } from "./in-transaction.server";
import { type Done, type Refused, refuse } from "./refused";

/** What every verb declares. The module that owns a right adds what it asks of the actor. */
export type Verb<Schema extends z.ZodType, No extends Refused<unknown> = Refused> = {
  input: Schema;
  /** The log line of a failure. Without it the error is rethrown and the error page is shown. */
  failed?: string;
  /**
   * The kind of its attempts, for a verb that a form sent twice does once (K-KEEP-3). The key is that of the actor, or
   * `attempt` of the input. A verb that knows only inside its transaction what is asked for calls `once` of its work.
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
    invalid?: string | ((error: z.ZodError) => No);
    forbidden?: string;
    failed?: string | ((error: unknown) => No);
  };
};

/** Does work of this actor once for each attempt; see `doOnce`. `said`: all that the form asks for. */
export type Once = <Result extends Done | Refused<unknown>>(
  attempt: Omit<Attempt, "owner">,
  work: (hash: string) => Promise<Result>,
  options?: Parameters<typeof doOnce<Result>>[3],
) => Promise<Result>;

/** Who does a verb, as the module that owns the right knows them. */
type Actor<Work, No> = {
  /** Whose attempts they are: a hash that a browser can't choose, or the id of an admin. */
  owner: string;
  /** The id of what they have the right to: the same key for another one is another attempt. */
  subject?: string;
  /** The key of the form that is sent, where it is no part of the input. */
  attempt?: unknown;
  /** Checks in the verb's transaction that they may, and returns what the verb works with. */
  admit: (tx: Transaction) => Promise<{ ok: true; work: Work } | No>;
};

/**
 * A verb: parses what was given, opens the one transaction, checks that the actor may act now, does a repeated attempt
 * once, and turns a failure into a refusal with words. What `run` refuses is rolled back.
 */
export async function runVerb<
  Schema extends z.ZodType,
  Work,
  Result extends Done | Refused<unknown>,
  No extends Refused<unknown>,
>(
  { owner, subject, attempt, admit }: Actor<Work, No>,
  { input, failed, once: kind, shown = [], alsoSaid, throwsAway = false, words = {} }: Verb<Schema, No>,
  given: unknown,
  run: (work: Work & { tx: Transaction; once: Once }, input: z.output<Schema>) => Promise<Result>,
): Promise<Result | No> {
  const parsed = input.safeParse(given);
  if (!parsed.success)
    return typeof words.invalid === "function" ? words.invalid(parsed.error) : (refuse("invalid", words.invalid) as No);
  try {
    return await inTransaction(async (tx): Promise<Result | No> => {
      const admitted = await admit(tx);
      if (!admitted.ok) return admitted;
      const once: Once = ({ said, ...of }, work, options) =>
        doOnce(tx, { ...of, owner, said: [...said, subject] }, work, options);
      const work = () => run({ ...admitted.work, tx, once }, parsed.data);
      if (!kind) return work();
      const key = keyIn({ attempt }) ?? keyIn(parsed.data);
      return once({ kind, key, said: [without(shown, given), alsoSaid] }, work);
    });
  } catch (err) {
    if (failed === undefined || (throwsAway && isDatabaseUnavailable(err))) throw err;
    log.error({ err, ...idsIn(parsed.data) }, failed);
    return typeof words.failed === "function" ? words.failed(err) : (refuse("failed", words.failed) as No);
  }
}

const keyed = z.object({ attempt: z.uuid() });
const keyIn = (from: unknown): string | undefined => keyed.safeParse(from).data?.attempt;

const without = (fields: readonly string[], given: unknown): unknown =>
  fields.length > 0 && typeof given === "object" && given !== null
    ? Object.fromEntries(Object.entries(given).filter(([name]) => !fields.includes(name)))
    : given;

/** The ids of the input, for the log. Everything else may be personal data. */
const idsIn = (input: unknown) =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([name]) => /Ids?$/.test(name)));
