import { and, eq, sql } from "drizzle-orm";
import { defaultAt, type TextOverrides } from "~/content/texts/with-overrides";
import type { Queryable, Transaction } from "~/db/client.server";
import { contentPublished as t } from "~/db/schema/content";
import type { ContentField } from "../fields/fields";
import type { Content } from "../kind";

/** What is published of a kind without its own table; null while the defaults apply. */
export async function readPublished(from: Queryable, kind: string, key: string): Promise<TextOverrides | null> {
  const [row] = await from
    .select({ data: t.data })
    .from(t)
    .where(and(eq(t.kind, kind), eq(t.key, key)));
  return row?.data ?? null;
}

export async function storePublished(tx: Transaction, kind: string, key: string, data: Content): Promise<void> {
  await tx
    .insert(t)
    .values({ kind, key, data })
    .onConflictDoUpdate({ target: [t.kind, t.key], set: { data, updatedAt: sql`now()` } });
}

/** The fields of a text: published overrides, otherwise the defaults. */
export const contentOf = (
  fields: readonly ContentField[],
  defaults: unknown,
  overrides: TextOverrides | null,
): Content =>
  Object.fromEntries(
    fields.map(({ name }) => [
      name,
      overrides?.[name] ?? (overrides && name in overrides ? null : defaultAt(defaults, name)),
    ]),
  );
