import { deserialize, serialize } from "node:v8";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { idempotencyHash, idempotencySeconds } from "~/core/idempotency-hash.server";
import type { Queryable, Transaction } from "~/db/client.server";
import { attempts } from "~/db/schema/attempts";
import type { Done, Refused } from "./refused";

type Result = (typeof attempts.$inferSelect)["result"];
const started = sql`now() - make_interval(secs => ${idempotencySeconds})`;

/** One try of a form: its kind, whose it is, the random key of the form, and all that the form asks for. */
export type Attempt = { kind: string; owner: string; key: string | undefined; said: readonly unknown[] };

type Options<Result> = {
  /** Whether a result is remembered; by default each that is no refusal. */
  isDone?: (result: Result) => boolean;
  /** Whether the result of the first try still holds; otherwise the work is done again. */
  holds?: (result: Result) => Promise<boolean>;
};

/**
 * Does the work of an attempt once: for an hour a repeat gets the result of the first, with its types (K-KEEP-3,
 * V-ATK-18, F-RUN-7). A concurrent repeat waits for the first. A refusal is not remembered. Without a key it is done
 * each time. The work gets the hash that the attempt is stored under.
 */
export async function doOnce<Result extends Done | Refused<unknown>>(
  tx: Transaction,
  { kind, owner, key, said }: Attempt,
  work: (hash: string) => Promise<Result>,
  { isDone = ({ ok }) => ok, holds = async () => true }: Options<Result> = {},
): Promise<Result> {
  if (!key) return work("");
  const hash = idempotencyHash(kind, { owner, key }, ...said);
  if (!(await claim(tx, hash, kind))) {
    const { answer } = (await readStoredResult(tx, hash)) ?? {};
    if (!answer) throw new Error(`The attempt ${hash} of ${kind} has no result`);
    const first: Result = deserialize(Buffer.from(answer, "base64"));
    if (await holds(first)) return first;
  }
  const result = await work(hash);
  if (isDone(result)) {
    // Not as JSON, which would make texts of its dates (F-RUN-7).
    const stored = serialize(result);
    // The ids that it concerns in plain text: an erasure deletes the attempt by them.
    const ids = `${JSON.stringify(said)} ${stored.toString("latin1")}`.match(uuids) ?? [];
    const about = [...new Set(ids)].filter((id) => id !== key).join(" ");
    await storeResult(tx, hash, kind, { answer: stored.toString("base64"), about });
  } else await tx.delete(attempts).where(eq(attempts.key, hash));
  return result;
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Takes the key of an attempt; false when it has a result of the last hour. A concurrent attempt waits here. */
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

/** What was stored for an attempt in the last hour, by its `idempotencyHash`. */
export async function readStoredResult(from: Queryable, key: string): Promise<Result | undefined> {
  const [row] = await from
    .select({ result: attempts.result })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.createdAt, started)));
  return row?.result;
}

/** Stores what an attempt has led to so far, replacing what it had. */
export async function storeResult(tx: Transaction, key: string, kind: string, result: Result): Promise<void> {
  const set = { result, createdAt: sql`now()` };
  await tx.insert(attempts).values({ key, kind, result }).onConflictDoUpdate({ target: attempts.key, set });
}
