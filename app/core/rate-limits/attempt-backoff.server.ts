import { sql } from "drizzle-orm";
import type { KeyedRateLimit, RateLimitResult } from "~/core/rate-limits/limits.server";
import { db } from "~/db/client.server";

/**
 * Exponential backoff for guessing a secret, instead of a lockout (D27): `free` attempts, then a wait of 2 s that
 * doubles up to `maxWait`; reset `memory` seconds after the last attempt. All in seconds.
 */
export type AttemptBackoff = { free: number; maxWait: number; memory: number };

/**
 * A row's window ends `memory` seconds after its last attempt, so the wait is computed from it. A free attempt's wait
 * ended an hour ago, not now: of two simultaneous attempts the second may have the earlier time.
 */
const waitEnds = ({
  free,
  maxWait,
  memory,
}: AttemptBackoff) => sql`counter.window_ends - make_interval(secs => ${memory}::int
  - case when counter.count <= ${free}::int then -3600 else least(${maxWait}::int, 2 ^ least(counter.count - ${free}::int, 20))::int end)`;

/**
 * Counts an attempt before it is checked, in one statement shared by all instances, so that concurrent attempts can't
 * exceed the limit. A refused attempt is not counted. `count` includes this attempt.
 */
export async function consumeAttempt(key: string, slowing: AttemptBackoff): Promise<RateLimitResult> {
  const over = sql`counter.window_ends <= now()`;
  const { rows } = await db.execute<{ count: number }>(sql`
    insert into limit_counts as counter (key, count, window_ends)
    values (${key}, 1, now() + make_interval(secs => ${slowing.memory}::int))
    on conflict (key) do update set
      count = case when ${over} then 1 else least(counter.count, 1000000) + 1 end,
      window_ends = excluded.window_ends
    where ${over} or ${waitEnds(slowing)} <= now()
    returning count`);
  const [row] = rows;
  if (row) return { allowed: true, count: row.count, retryAfterSeconds: 0 };
  return { allowed: false, count: 0, retryAfterSeconds: Math.max(1, await secondsUntilAllowed(key, slowing)) };
}

/** Returns the seconds until the next attempt is allowed, 0 if it is now. Counts nothing. */
export async function secondsUntilAllowed(key: string, slowing: AttemptBackoff): Promise<number> {
  const { rows } = await db.execute<{ rest: number }>(sql`
    select ceil(extract(epoch from ${waitEnds(slowing)} - now()))::int as rest
    from limit_counts as counter where key = ${key} and window_ends > now()`);
  return Math.max(0, rows[0]?.rest ?? 0);
}

/** Makes a backoff of an IP's limit (`ipLimits`): its `max` are the free attempts. */
export const backoffOf = ({ limit }: KeyedRateLimit, maxWait: number): AttemptBackoff => ({
  free: limit.max,
  maxWait,
  memory: limit.seconds,
});

export async function attemptCount(key: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count from limit_counts where key = ${key} and window_ends > now()`,
  );
  return rows[0]?.count ?? 0;
}

/** Takes back a counted attempt that turned out to be none; the others still count. */
export async function refundAttempt(key: string): Promise<void> {
  await db.execute(sql`
    with last as (delete from limit_counts where key = ${key} and count = 1)
    update limit_counts set count = count - 1 where key = ${key} and count > 1`);
}
