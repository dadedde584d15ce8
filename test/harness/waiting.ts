import type { Queried } from "./app-server";
import { until } from "./http-client";

/**
 * Statements that wait for a lock; only those that use the table $1, unless that is null. From `pg_locks`, because
 * `pg_stat_activity` says in a transaction what it said at first.
 */
const waiting = `
  select distinct waits.pid from pg_locks waits join pg_locks uses on uses.pid = waits.pid
  where not waits.granted and uses.database = (select oid from pg_database where datname = current_database())
    and ($1::text is null or uses.relation = $1::regclass)`;

/** Waits until `count` statements wait for a lock, of those that use `table`; how many there are then. */
export const untilWaiting = (on: Queried, table: string | null = null, count = 1): Promise<number> =>
  until("a statement waits for a lock", async () => {
    const { length } = await on.query(waiting, [table]);
    return length >= count ? length : 0;
  });
