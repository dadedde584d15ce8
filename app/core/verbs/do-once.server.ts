import { deserialize, serialize } from "node:v8";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { idempotencyHash, idempotencySeconds } from "~/core/idempotency-hash.server";
import type { Queryable, Transaction } from "~/db/client.server";
import { attempts } from "~/db/schema/attempts";
import type { Done, Refused } from "./refused";

type Result = (typeof attempts.$inferSelect)["result"];
const started = sql`now() - make_interval(secs => ${idempotencySeconds})`;

/** One submit of a form: its kind, its owner, the form's idempotency key, and everything that the form requests. */
export type Attempt = { kind: string; owner: string; key: string | undefined; content: readonly unknown[] };

type Options<Result> = {
  /** Whether to store a result; by default each that is not a refusal. */
  isDone?: (result: Result) => boolean;
  /** Whether the stored result is still valid; otherwise the work runs again. */
  holds?: (result: Result) => Promise<boolean>;
};

/**
 * Runs the work once for an idempotency key: for an hour a retry gets the first result, with its types. A concurrent
 * retry waits for the first. Refusals are not stored. Without a key it always runs. The work gets the hash that the
 * result is stored under.
 */
export async function doOnce<Result extends Done | Refused<unknown>>(
  tx: Transaction,
  { kind, owner, key, content }: Attempt,
  work: (hash: string) => Promise<Result>,
  { isDone = ({ ok }) => ok, holds = async () => true }: Options<Result> = {},
): Promise<Result> {
  if (!key) return work("");
  const hash = idempotencyHash(kind, { owner, key }, ...content);
  if (!(await claim(tx, hash, kind))) {
    const { answer } = (await readStoredResult(tx, hash)) ?? {};
    if (!answer) throw new Error(`The attempt ${hash} of ${kind} has no result`);
    const first: Result = deserialize(Buffer.from(answer, "base64"));
    if (await holds(first)) return first;
  }
  const result = await work(hash);
  if (isDone(result)) {
    // JSON would turn dates into strings.
    const stored = serialize(result);
    // In plain text, so that an erasure finds and deletes the result by its ids.
    const ids = `${JSON.stringify(content)} ${stored.toString("latin1")}`.match(uuids) ?? [];
    const about = [...new Set(ids)].filter((id) => id !== key).join(" ");
    await storeResult(tx, hash, kind, { answer: stored.toString("base64"), about });
  } else await tx.delete(attempts).where(eq(attempts.key, hash));
  return result;
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Claims an idempotency key; false if it has a result of the last hour. A concurrent submit waits here. */
async function claim(tx: Transaction, key: string, kind: string): Promise<boolean> {
  const rows = await tx
    .insert(attempts)
    .values({ key, kind, result: {} })
    .onConflictDoUpdate({
      target: attempts.key,
      set: { result: {}, createdAt: sql`now()` },
      setWhere: lte(attempts.createdAt, started),
    })
    .returning({ key: attempts.key });
  return rows.length > 0;
}

/** Returns the result stored for a hash of `idempotencyHash` in the last hour. */
export async function readStoredResult(from: Queryable, key: string): Promise<Result | undefined> {
  const [row] = await from
    .select({ result: attempts.result })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.createdAt, started)));
  return row?.result;
}

export async function storeResult(tx: Transaction, key: string, kind: string, result: Result): Promise<void> {
  const set = { result, createdAt: sql`now()` };
  await tx.insert(attempts).values({ key, kind, result }).onConflictDoUpdate({ target: attempts.key, set });
}
