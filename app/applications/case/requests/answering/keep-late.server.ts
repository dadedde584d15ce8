import { eq, inArray } from "drizzle-orm";
import { promisedBy } from "~/content/settings/hours";
import { settingFacts } from "~/content/settings/settings.server";
import type { Transaction } from "~/db/client.server";
import { caseMessages, caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { clipped } from "~/ground/character-count";

/** What came for an item that was closed before: words, files or both. */
export type Late = { item: { id: string; name: string }; text: string; files: readonly string[] };

/** Messages of one side within these minutes go out as one mail (C-MSG-6). */
const minutes = 5;

/** Keeps what arrived too late with its files as messages of the case, one an item (C-BOTH-6). */
export async function keepAsMessages(tx: Transaction, applicationId: string, late: readonly Late[]): Promise<void> {
  if (late.length === 0) return;
  const { hours, holidays } = await settingFacts(tx);
  const now = new Date();
  for (const { item, text, files } of late) {
    const [message] = await tx
      .insert(caseMessages)
      .values({
        applicationId,
        side: "applicant",
        body: clipped([clipped(item.name, 500), text].filter(Boolean).join("\n\n"), 10_000),
        answerBy: promisedBy(now, hours, holidays),
        mailDueAt: new Date(now.getTime() + minutes * 60_000),
      })
      .returning({ id: caseMessages.id });
    if (message && files.length > 0)
      await tx
        .update(documents)
        .set({ caseMessageId: message.id })
        .where(inArray(documents.id, [...files]));
    await tx.update(caseRequestItems).set({ draft: null, begunAt: null }).where(eq(caseRequestItems.id, item.id));
  }
}
