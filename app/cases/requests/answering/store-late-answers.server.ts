import { eq } from "drizzle-orm";
import { storeMessage } from "~/cases/messages/store-message.server";
import { clipped } from "~/core/character-count";
import type { Once } from "~/core/verbs/run-verb.server";
import type { Transaction } from "~/db/client.server";
import { caseRequestItems } from "~/db/schema/case";

export type LateAnswer = { item: { id: string; name: string }; text: string; files: readonly string[] };

/** Leaves out what an earlier try of the same attempt already stored as a message. */
export async function notYetStored(once: Once, key: string, late: readonly LateAnswer[]): Promise<LateAnswer[]> {
  const found: LateAnswer[] = [];
  for (const answer of late) {
    let isNew = false;
    if (answer.text !== "")
      await once({ kind: "case late", key, content: [answer.item.id, answer.text] }, async () => {
        isNew = true;
        return { ok: true };
      });
    if (isNew || answer.files.length > 0) found.push({ ...answer, text: isNew ? answer.text : "" });
  }
  return found;
}

/** Stores late answers with their files as messages of the case, one per item. */
export async function storeLateAnswers(
  tx: Transaction,
  applicationId: string,
  late: readonly LateAnswer[],
): Promise<void> {
  for (const { item, text, files } of late) {
    const body = clipped([clipped(item.name, 500), text].filter(Boolean).join("\n\n"), 10_000);
    await storeMessage(tx, { applicationId, side: "applicant", body, files });
    await tx.update(caseRequestItems).set({ draft: null, begunAt: null }).where(eq(caseRequestItems.id, item.id));
  }
}
