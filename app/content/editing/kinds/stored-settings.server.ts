import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queryable, Transaction } from "~/db/client.server";
import { type Json, siteSettings } from "~/db/schema/content";
import type { Content, Kind } from "../kind";

export async function storedSettings(from: Queryable, keys: readonly string[]): Promise<Map<string, Json>> {
  const rows = await from
    .select()
    .from(siteSettings)
    .where(inArray(siteSettings.key, [...keys]));
  return new Map(rows.map(({ key, value }) => [key, z.json().parse(value)]));
}

/** Stores settings; null deletes one, so that its default applies. */
export async function storeSettings(tx: Transaction, rows: ReadonlyMap<string, Json>): Promise<void> {
  const cleared = [...rows].flatMap(([key, value]) => (value === null ? [key] : []));
  if (cleared.length > 0) await tx.delete(siteSettings).where(inArray(siteSettings.key, cleared));
  const values = [...rows].flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
  if (values.length === 0) return;
  await tx
    .insert(siteSettings)
    .values(values)
    .onConflictDoUpdate({ target: siteSettings.key, set: { value: sql`excluded.value`, updatedAt: sql`now()` } });
}

/** Converts stored settings to field values: parsed like typed ones, or unchanged if the field refuses them. */
export function inForm({ fields }: Pick<Kind, "fields">, stored: Content): Content {
  return Object.fromEntries(
    fields.map(({ name, typed, read }) => {
      const value = stored[name] ?? null;
      const result = read(typed(value));
      return [name, result.ok ? result.value : value];
    }),
  );
}
