import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Queryable, Transaction } from "~/db/client.server";
import type { Json } from "~/db/schema/content";

/** Stores `display_order` for these ids. */
export async function inOrder(tx: Transaction, table: PgTable, keys: readonly string[]): Promise<void> {
  const name = sql.identifier(getTableName(table));
  await tx.execute(sql`
    update ${name} set display_order = wanted.place - 1
    from unnest(${sql.param([...keys])}::uuid[]) with ordinality as wanted(id, place)
    where ${name}.id = wanted.id and ${name}.display_order <> wanted.place - 1`);
}

export async function lastPlace(from: Queryable, table: PgTable): Promise<number> {
  const { rows } = await from.execute<{ place: number }>(
    sql`select coalesce(max(display_order) + 1, 0)::int as place from ${sql.identifier(getTableName(table))}`,
  );
  return rows[0]?.place ?? 0;
}

export const textIn = (value: Json | undefined): string => (typeof value === "string" ? value : "");
