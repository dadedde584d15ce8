import { sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { activeKeyId, ring } from "./keyring.server";

/** The tables with wrapped keys, and the columns of the key and of the id of the master key that wraps it. */
export const wrappedKeys = {
  data_keys: { key: sql`wrapped`, by: sql`wrapped_by` },
  documents: { key: sql`file_key`, by: sql`file_key_by` },
  client_imports: { key: sql`file_key`, by: sql`file_key_by` },
  authenticators: { key: sql`secret`, by: sql`secret_by` },
};
export type KeyTable = keyof typeof wrappedKeys;
const names = Object.keys(wrappedKeys) as KeyTable[];

/** Those that exist: none before the migration that creates them, and older backups have no imports. */
export async function keyTables(from: Queryable): Promise<KeyTable[]> {
  const { rows } = await from.execute<{ name: KeyTable }>(
    sql`select name from unnest(${sql.param(names)}::text[]) name where to_regclass('public.' || name) is not null`,
  );
  return rows.map(({ name }) => name);
}

/** Skips from one distinct id to the next: as many index steps as there are keys, not rows. */
function idsIn(name: KeyTable) {
  const [table, { by }] = [sql.raw(name), wrappedKeys[name]];
  return sql`
  (with recursive used(id) as (
    select min(${by}) from ${table}
    union all
    select (select min(${by}) from ${table} where ${by} > used.id)
    from used where used.id is not null)
  select id from used where id is not null)`;
}

/** Ids of the master keys that stored data need, sorted. */
export async function usedKeys(from: Queryable): Promise<string[]> {
  const tables = await keyTables(from);
  if (tables.length === 0) return [];
  const used = await from.execute<{ id: string }>(sql`${sql.join(tables.map(idsIn), sql` union `)} order by 1`);
  return used.rows.map(({ id }) => id);
}

/** `dataKeys` includes applications that are found by a digest of the key: they need it too. */
export type KeyCount = { id: string; dataKeys: number; state: "writes" | "reads" | "missing" };

/** The keyring's master keys in order, then others that stored data name. */
export async function countKeys(from: Queryable): Promise<KeyCount[]> {
  const wrappers = names.map((name) => sql`select ${wrappedKeys[name].by} as id from ${sql.raw(name)}`);
  const { rows } = await from.execute<{ id: string; n: number }>(sql`
    select id, count(*)::int as n from (${sql.join(wrappers, sql` union all `)}) keys
    where id is not null group by 1 order by 1`);
  const counted = new Map(rows.map(({ id, n }) => [id, n]));
  for (const { id } of ring) {
    if (id === activeKeyId() || counted.get(id)) continue;
    const found = await from.execute<{ n: number }>(
      sql`select count(*)::int as n from visa_applications where passport_digests @> array[${`key:${id}`}]::text[]
        or (sent_passport_digests <> '{}' and sent_passport_digests @> array[${`key:${id}`}]::text[])`,
    );
    counted.set(id, found.rows[0]?.n ?? 0);
  }
  const own = ring.map(({ id }): KeyCount => {
    const state = id === activeKeyId() ? "writes" : "reads";
    return { id, dataKeys: counted.get(id) ?? 0, state };
  });
  const unknownKeys = rows.filter(({ id }) => !ring.some((key) => key.id === id));
  return [...own, ...unknownKeys.map(({ id, n }): KeyCount => ({ id, dataKeys: n, state: "missing" }))];
}
