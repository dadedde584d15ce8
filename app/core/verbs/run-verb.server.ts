import { z } from "zod";
import type { Transaction } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";
import { type Attempt, doOnce } from "./do-once.server";
import { inTransaction } from "./in-transaction.server";
import { type Done, type Refused, refuse } from "./refused";

/** What every verb declares. `asStaff`, `asHolder` and the like add what they require of the actor. */
export type Verb<Schema extends z.ZodType, No extends Refused<unknown> = Refused> = {
  input: Schema;
  /** The log message of an unexpected error. Without it the error is rethrown and the error page is shown. */
  failed?: string;
  /**
   * Makes the verb idempotent: a form that is sent twice runs it once. The value names the kind of attempt; the key
   * comes from the actor, or from the input's `attempt`. A verb that learns only inside its transaction what is
   * requested calls the `once` that its work contains.
   */
  once?: string;
  /**
   * Fields of the input that say what the page displayed or confirmed, not what is requested: they are not part of the
   * idempotency hash, because a retry may come from a page that shows more by now.
   */
  shown?: readonly string[];
  /** Further parts of the idempotency hash, such as the digests of files. */
  alsoHashed?: unknown;
  /** Rethrows when the database is unavailable, so that the response is 503 instead of a refusal. */
  rethrowsUnavailable?: boolean;
  /** Messages for the user, where the screen has none of its own; a function chooses one by the error. */
  messages?: {
    invalid?: string | ((error: z.ZodError) => No);
    forbidden?: string;
    failed?: string | ((error: unknown) => No);
  };
};

/** Runs work once for each attempt of this actor; see `doOnce`. `content`: everything that the form requests. */
export type Once = <Result extends Done | Refused<unknown>>(
  attempt: Omit<Attempt, "owner">,
  work: (hash: string) => Promise<Result>,
  options?: Parameters<typeof doOnce<Result>>[3],
) => Promise<Result>;

type Actor<Work, No> = {
  /** The owner of idempotency keys: a hash that a browser can't choose, or an admin's id. */
  owner: string;
  /** The id of the record that the actor has a right to: the same key for another record is another attempt. */
  subject?: string;
  /** The form's idempotency key, if it is not part of the input. */
  attempt?: unknown;
  /** Checks the right in the verb's transaction, and returns what the verb works with. */
  admit: (tx: Transaction) => Promise<{ ok: true; work: Work } | No>;
};

/**
 * Runs a verb: parses the input, opens the one transaction, checks that the actor may act now, answers a retry from the
 * stored result, and turns an error into a refusal with a message. A refusal by `run` rolls back.
 */
export async function runVerb<
  Schema extends z.ZodType,
  Work,
  Result extends Done | Refused<unknown>,
  No extends Refused<unknown>,
>(
  { owner, subject, attempt, admit }: Actor<Work, No>,
  { input, failed, once: kind, shown = [], alsoHashed, rethrowsUnavailable = false, messages = {} }: Verb<Schema, No>,
  rawInput: unknown,
  run: (work: Work & { tx: Transaction; once: Once }, input: z.output<Schema>) => Promise<Result>,
): Promise<Result | No> {
  const parsed = input.safeParse(rawInput);
  if (!parsed.success)
    return typeof messages.invalid === "function"
      ? messages.invalid(parsed.error)
      : (refuse("invalid", messages.invalid) as No);
  try {
    return await inTransaction(async (tx): Promise<Result | No> => {
      const admitted = await admit(tx);
      if (!admitted.ok) return admitted;
      const once: Once = ({ content, ...of }, work, options) =>
        doOnce(tx, { ...of, owner, content: [...content, subject] }, work, options);
      const work = () => run({ ...admitted.work, tx, once }, parsed.data);
      if (!kind) return work();
      const key = keyIn({ attempt }) ?? keyIn(parsed.data);
      return once({ kind, key, content: [without(shown, rawInput), alsoHashed] }, work);
    });
  } catch (err) {
    if (failed === undefined || (rethrowsUnavailable && isDatabaseUnavailable(err))) throw err;
    log.error({ err, ...idsIn(parsed.data) }, failed);
    return typeof messages.failed === "function" ? messages.failed(err) : (refuse("failed", messages.failed) as No);
  }
}

const keyed = z.object({ attempt: z.uuid() });
const keyIn = (from: unknown): string | undefined => keyed.safeParse(from).data?.attempt;

const without = (fields: readonly string[], input: unknown): unknown =>
  fields.length > 0 && typeof input === "object" && input !== null
    ? Object.fromEntries(Object.entries(input).filter(([name]) => !fields.includes(name)))
    : input;

/** The ids of the input, for the log. Everything else may be personal data. */
const idsIn = (input: unknown) =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([name]) => /Ids?$/.test(name)));
