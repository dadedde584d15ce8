import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queryable, Transaction } from "~/db/client.server";
import { type Json, siteSettings } from "~/db/schema/content";
import type { Content, Kind } from "../kind";

/** The rows of settings as they are stored. */
export async function storedSettings(from: Queryable, keys: readonly string[]): Promise<Map<string, Json>> {
  const rows = await from
    .select()
    .from(siteSettings)
    .where(inArray(siteSettings.key, [...keys]));
  return new Map(rows.map(({ key, value }) => [key, z.json().parse(value)]));
}

/** Stores settings; one that is null is taken away, so that its fallback counts. */
export async function storeSettings(tx: Transaction, rows: ReadonlyMap<string, Json>): Promise<void> {
  const gone = [...rows].flatMap(([key, value]) => (value === null ? [key] : []));
  if (gone.length > 0) await tx.delete(siteSettings).where(inArray(siteSettings.key, gone));
  const values = [...rows].flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
  if (values.length === 0) return;
  await tx
    .insert(siteSettings)
    .values(values)
    .onConflictDoUpdate({ target: siteSettings.key, set: { value: sql`excluded.value`, updatedAt: sql`now()` } });
}

/** What a setting's field says of a stored value: as its boxes would be read, or as it is where they refuse it. */
export function inForm({ fields }: Pick<Kind, "fields">, stored: Content): Content {
  return Object.fromEntries(
    fields.map(({ name, typed, read }) => {
      const value = stored[name] ?? null;
      const result = read(typed(value));
      return [name, result.ok ? result.value : value];
    }),
  );
}
