import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";
import type { KeyedRateLimit, LimitResult, RateLimit, RateLimitResult } from "./limits.server";

/** The current window of a key: the total of all instances at the last flush, and our own count since. */
type Window = { shared: number; own: number; ends: number };

const interval = 1_000;
/** Limits the memory to about 5 MB: any request with a made-up browser or IP adds a key. */
const maxKeys = 20_000;
const windows = new Map<string, Window>();
let scheduled = false;

/**
 * Consumes a limit without a query, for writes so frequent that a statement each would cost as much as the write
 * (decision 0007). Once a second one statement adds the counts to `limit_counts` and reads those of other instances, so
 * several instances can together exceed the limit by one second's worth. Refused requests are not counted.
 */
function consumeBatchedLimit(key: string, { max, seconds }: RateLimit): RateLimitResult {
  const now = Date.now();
  let window = windows.get(key);
  if (!window || window.ends <= now) {
    evictOldest(key);
    window = { shared: 0, own: 0, ends: now + seconds * 1000 };
    windows.set(key, window);
  }
  const count = window.shared + window.own + 1;
  if (count > max) return { allowed: false, count, retryAfterSeconds: Math.ceil((window.ends - now) / 1000) };
  window.own += 1;
  if (!scheduled) schedule();
  return { allowed: true, count, retryAfterSeconds: 0 };
}

/** Consumes several limits in order; stops at the first that refuses and returns its result. */
export function consumeBatchedLimits(limits: readonly KeyedRateLimit[]): LimitResult {
  let result: LimitResult = { allowed: true, count: 0, retryAfterSeconds: 0, of: "connection" };
  for (const { key, limit, of = "connection" } of limits) {
    result = { ...consumeBatchedLimit(key, limit), of };
    if (!result.allowed) break;
  }
  return result;
}

export function checkBatchedLimits(limits: readonly KeyedRateLimit[]): LimitResult {
  for (const { key, limit, of = "connection" } of limits) {
    const window = windows.get(key);
    const count = window && window.ends > Date.now() ? window.shared + window.own : 0;
    if (!window || count < limit.max) continue;
    return { allowed: false, count, retryAfterSeconds: Math.max(1, Math.ceil((window.ends - Date.now()) / 1000)), of };
  }
  return { allowed: true, count: 0, retryAfterSeconds: 0, of: "connection" };
}

/** Evicts the oldest key when the map is full, before a new one is added; its counts since the last flush are lost. */
function evictOldest(key: string): void {
  if (windows.size < maxKeys || windows.has(key)) return;
  const { value: oldest } = windows.keys().next();
  if (oldest !== undefined) windows.delete(oldest);
}

type Counted = { key: string; count: number; rest: number };

function schedule() {
  scheduled = true;
  setTimeout(flush, interval).unref();
}

async function flush() {
  await flushBatchedCounts();
  scheduled = false;
  if (windows.size > 0) schedule();
}

export async function flushBatchedCounts(): Promise<void> {
  const now = Date.now();
  for (const [key, { ends }] of windows) if (ends <= now) windows.delete(key);
  const sent = [...windows].filter(([, { own }]) => own > 0).map(([key, window]) => ({ key, window, own: window.own }));
  try {
    const counted = new Map((await addUp(sent, now)).map((row) => [row.key, row]));
    for (const { key, window, own } of sent) {
      const row = counted.get(key);
      if (row) Object.assign(window, { own: window.own - own, shared: row.count, ends: Date.now() + row.rest * 1000 });
    }
  } catch (err) {
    // The counts stay in memory and are sent with the next flush.
    if (!isDatabaseUnavailable(err)) log.warn({ err }, "the counts of the limits could not be stored");
  }
}

async function addUp(sent: { key: string; window: Window; own: number }[], now: number): Promise<Counted[]> {
  if (sent.length === 0) return [];
  const rows = sent.map(({ key, own, window }) => ({ key, own, rest: (window.ends - now) / 1000 }));
  // All instances update in the same order, which prevents deadlocks.
  const { rows: counted } = await db.execute<Counted>(sql`
    insert into limit_counts as counter (key, count, window_ends)
    select key, own, now() + make_interval(secs => rest)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (key text, own int, rest float8) order by key
    on conflict (key) do update set
      count = case when counter.window_ends <= now() then 0 else least(counter.count, 1000000) end + excluded.count,
      window_ends = case when counter.window_ends <= now() then excluded.window_ends else counter.window_ends end
    returning key, count, extract(epoch from window_ends - now())::float8 as rest`);
  return counted;
}
