import type { Queried } from "../app-server";

/** All rows of all tables as text, including the queue's, as in a dump; except some tables. */
export async function dumpOf(database: Queried, without: readonly string[] = []): Promise<string> {
  const tables = await database.query<{ table: string; name: string }>(`
    select c.relname as table, format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind = 'r'`);
  const parts: string[] = [];
  for (const { table, name } of tables.filter((table) => !without.includes(table.table)))
    parts.push(
      ...(await database.query<{ row: string }>(`select t::text as row from ${name} t`)).map(
        ({ row }) => `${table} ${row}`,
      ),
    );
  return parts.join("\n");
}
