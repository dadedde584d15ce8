import { sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { activeKeyId, ring } from "./keyring.server";

/** Skips from one distinct id to the next: as many index steps as there are keys, not rows. */
const idsIn = (table: string, column: string) => sql`
  (with recursive used(id) as (
    select min(${sql.raw(column)}) from ${sql.raw(table)}
    union all
    select (select min(${sql.raw(column)}) from ${sql.raw(table)} where ${sql.raw(column)} > used.id)
    from used where used.id is not null)
  select id from used where id is not null)`;

/** Ids of the master keys that stored data need, sorted; none before the migration that created the tables. */
export async function usedKeys(from: Queryable): Promise<string[]> {
  const { rows } = await from.execute<{ there: boolean }>(
    sql`select to_regclass('public.data_keys') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  const secrets = (await hasSecrets(from)) ? sql`union ${idsIn("authenticators", "secret_by")}` : sql``;
  const imports = (await hasImports(from)) ? sql`union ${idsIn("client_imports", "file_key_by")}` : sql``;
  const used = await from.execute<{ id: string }>(
    sql`${idsIn("data_keys", "wrapped_by")} union ${idsIn("documents", "file_key_by")} ${secrets} ${imports} order by 1`,
  );
  return used.rows.map(({ id }) => id);
}

/** Authenticator secrets are wrapped too. Older backups have no such table. */
export async function hasSecrets(from: Queryable): Promise<boolean> {
  const { rows } = await from.execute<{ there: boolean }>(
    sql`select to_regclass('public.authenticators') is not null as there`,
  );
  return rows[0]?.there ?? false;
}

/** Files of imports have keys too. Older backups have no such table. */
export async function hasImports(from: Queryable): Promise<boolean> {
  const { rows } = await from.execute<{ there: boolean }>(
    sql`select to_regclass('public.client_imports') is not null as there`,
  );
  return rows[0]?.there ?? false;
}

/** `dataKeys` includes applications that are found by a digest of the key: they need it too. */
export type KeyCount = { id: string; dataKeys: number; state: "writes" | "reads" | "missing" };

/** The keyring's master keys in order, then others that stored data name. */
export async function countKeys(from: Queryable): Promise<KeyCount[]> {
  const { rows } = await from.execute<{ id: string; n: number }>(sql`
    select id, sum(n)::int as n from (
      select wrapped_by as id, count(*) as n from data_keys group by 1
      union all select file_key_by, count(*) from documents where file_key_by is not null group by 1
      union all select file_key_by, count(*) from client_imports where file_key_by is not null group by 1
      union all select secret_by, count(*) from authenticators group by 1) counts
    group by 1 order by 1`);
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
