import pg from "pg";
import { type AppServer, asSuperuser, embeddedUrl } from "../test/harness/app-server.ts";

const rowsAtOnce = 100_000;

/** Waits for these, or a vacuum could not mark the new rows as visible to all, and counts would read every row. */
const olderTransactions = `
do $$ declare since timestamptz := clock_timestamp(); begin
  while exists (select from pg_stat_activity where pid <> pg_backend_pid() and xact_start < since) loop
    perform pg_sleep(0.05), pg_stat_clear_snapshot();
  end loop;
end $$`;

/**
 * Inserts rows until there are `count`. `insert` makes those from $1 to $2 of $3, with the table's own triggers;
 * indexes without constraints are dropped and recreated at the end, which takes a fifth of the time. The app must not
 * write meanwhile: its statements would wait.
 */
export async function fillTable(app: AppServer, table: string, insert: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: embeddedUrl(app.dataDir) });
  await client.connect();
  try {
    const { rows: existing } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
      [table],
    );
    await client.query("set maintenance_work_mem = '1GB'; set synchronous_commit = off");
    await client.query("begin");
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (let from = existing[0]?.n ?? 0; from < count; from += rowsAtOnce)
      await client.query(insert, [from, Math.min(from + rowsAtOnce, count) - 1, count]);
    for (const { definition } of indexes) await client.query(definition);
    await client.query("commit");
    await client.query(olderTransactions);
    await client.query(`vacuum analyze ${table}`);
    await client.query("vacuum analyze row_counts");
    await asSuperuser(app, "checkpoint");
  } finally {
    await client.end();
  }
}
