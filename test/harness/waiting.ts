import type { Queried } from "./app-server";
import { until } from "./http-client";

/**
 * Statements waiting for a lock; only those that use table $1, unless it is null. From `pg_locks`, because
 * `pg_stat_activity` is a snapshot within a transaction.
 */
const waiting = `
  select distinct waits.pid from pg_locks waits join pg_locks uses on uses.pid = waits.pid
  where not waits.granted and uses.database = (select oid from pg_database where datname = current_database())
    and ($1::text is null or uses.relation = $1::regclass)`;

/** Waits until `count` statements that use `table` wait for a lock; returns their number. */
export const untilWaiting = (on: Queried, table: string | null = null, count = 1): Promise<number> =>
  until("a statement waits for a lock", async () => {
    const { length } = await on.query(waiting, [table]);
    return length >= count ? length : 0;
  });
