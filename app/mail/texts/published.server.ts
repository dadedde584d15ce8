import { eq } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { mailWords } from "~/db/schema/mail";
import type { ChangedWords } from "~/mail/template";

/** The words of a kind that the owner has changed, as published now. */
export async function publishedWords(from: Queryable, kind: string): Promise<ChangedWords> {
  const [row] = await from.select({ words: mailWords.words }).from(mailWords).where(eq(mailWords.kind, kind));
  return row?.words ?? {};
}

/** The same of all kinds whose words are not all as delivered. */
export async function allPublishedWords(from: Queryable): Promise<Map<string, ChangedWords>> {
  const rows = await from.select({ kind: mailWords.kind, words: mailWords.words }).from(mailWords);
  return new Map(rows.map(({ kind, words }) => [kind, words]));
}

/** Every mail that is written from now on has these words; without any, those delivered. */
export async function publishWords(tx: Transaction, kind: string, words: ChangedWords): Promise<void> {
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
