import { and, eq, gt, lte, sql } from "drizzle-orm";
import { idempotencySeconds } from "~/core/idempotency-hash.server";
import type { Queryable, Transaction } from "~/db/client.server";
import { attempts } from "~/db/schema/attempts";

type Result = (typeof attempts.$inferSelect)["result"];
const started = sql`now() - make_interval(secs => ${idempotencySeconds})`;

/** The result of an attempt of the last hour, by its `idempotencyHash`; undefined when there is none (V-ATK-18). */
export async function readStoredResult(from: Queryable, key: string): Promise<Result | undefined> {
  const [row] = await from
    .select({ result: attempts.result })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.createdAt, started)));
  return row?.result;
}

/** Puts what an attempt led to in the place of the result that it was begun with. */
export async function saveResult(tx: Transaction, key: string, result: Result): Promise<void> {
  await tx.update(attempts).set({ result }).where(eq(attempts.key, key));
}

/**
 * Stores what an attempt led to, replacing a result that is more than an hour old. False, and nothing changed, when it
 * has a younger one: a concurrent attempt with the same key waits here for the first.
 */
export async function claimIdempotencyKey(
  tx: Transaction,
  key: string,
  kind: string,
  result: Result,
): Promise<boolean> {
  const rows = await tx
    .insert(attempts)
    .values({ key, kind, result })
    .onConflictDoUpdate({
      target: attempts.key,
      set: { result, createdAt: sql`now()` },
      setWhere: lte(attempts.createdAt, started),
    })
    .returning({ key: attempts.key });
  return rows.length > 0;
}
