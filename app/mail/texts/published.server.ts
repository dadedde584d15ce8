import { eq } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { mailWords } from "~/db/schema/mail";
import type { ChangedTexts } from "~/mail/template";

export async function publishedTexts(from: Queryable, kind: string): Promise<ChangedTexts> {
  const [row] = await from.select({ words: mailWords.words }).from(mailWords).where(eq(mailWords.kind, kind));
  return row?.words ?? {};
}

/** Of all kinds with changes. */
export async function allPublishedTexts(from: Queryable): Promise<Map<string, ChangedTexts>> {
  const rows = await from.select({ kind: mailWords.kind, words: mailWords.words }).from(mailWords);
  return new Map(rows.map(({ kind, words }) => [kind, words]));
}

/** Without any, the defaults apply again. */
export async function publishTexts(tx: Transaction, kind: string, words: ChangedTexts): Promise<void> {
  if (Object.keys(words).length === 0) {
    await tx.delete(mailWords).where(eq(mailWords.kind, kind));
    return;
  }
  const set = { words, changedAt: new Date() };
  await tx
    .insert(mailWords)
    .values({ kind, ...set })
    .onConflictDoUpdate({ target: mailWords.kind, set });
}
