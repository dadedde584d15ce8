import type { Queried } from "../app-server";

export async function everyRow(from: Queried): Promise<string> {
  const tables = await from.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const all: string[] = [];
  for (const { name } of tables)
    for (const { row } of await from.query<{ row: string }>(`select t::text as row from ${name} t`)) all.push(row);
  return all.join("\n");
}
