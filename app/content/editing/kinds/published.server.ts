import { and, eq, sql } from "drizzle-orm";
import { defaultAt, type TextOverrides } from "~/content/texts/with-overrides";
import type { Queryable, Transaction } from "~/db/client.server";
import { contentPublished as t } from "~/db/schema/content";
import type { ContentField } from "../fields/fields";
import type { Content } from "../kind";

/** What the owner has published of a kind without a table of its own; null where the delivered words stand. */
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

/** The fields of a text: what was published, and the delivered words where nothing was. */
export const contentOf = (fields: readonly ContentField[], delivered: unknown, words: TextOverrides | null): Content =>
  Object.fromEntries(
    fields.map(({ name }) => [name, words?.[name] ?? (words && name in words ? null : defaultAt(delivered, name))]),
  );
