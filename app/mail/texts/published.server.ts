import { eq } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { mailTextOverrides } from "~/db/schema/mail";
import type { ChangedTexts } from "~/mail/template";

export async function publishedTexts(from: Queryable, kind: string): Promise<ChangedTexts> {
  const [row] = await from
    .select({ words: mailTextOverrides.words })
    .from(mailTextOverrides)
    .where(eq(mailTextOverrides.kind, kind));
  return row?.words ?? {};
}

/** Of all kinds with changes. */
export async function allPublishedTexts(from: Queryable): Promise<Map<string, ChangedTexts>> {
  const rows = await from
    .select({ kind: mailTextOverrides.kind, words: mailTextOverrides.words })
    .from(mailTextOverrides);
  return new Map(rows.map(({ kind, words }) => [kind, words]));
}

/** Without any, the defaults apply again. */
export async function publishTexts(tx: Transaction, kind: string, texts: ChangedTexts): Promise<void> {
  if (Object.keys(texts).length === 0) {
    await tx.delete(mailTextOverrides).where(eq(mailTextOverrides.kind, kind));
    return;
  }
  const set = { words: texts, changedAt: new Date() };
  await tx
    .insert(mailTextOverrides)
    .values({ kind, ...set })
    .onConflictDoUpdate({ target: mailTextOverrides.kind, set });
}
