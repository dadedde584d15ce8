import { eq } from "drizzle-orm";
import { storeMessage } from "~/applications/case/messages/store-message.server";
import type { Transaction } from "~/db/client.server";
import { caseRequestItems } from "~/db/schema/case";
import { clipped } from "~/ground/character-count";

/** What came for an item that was closed before: words, files or both. */
export type Late = { item: { id: string; name: string }; text: string; files: readonly string[] };

/** Keeps what arrived too late with its files as messages of the case, one an item (C-BOTH-6). */
export async function keepAsMessages(tx: Transaction, applicationId: string, late: readonly Late[]): Promise<void> {
  for (const { item, text, files } of late) {
    const body = clipped([clipped(item.name, 500), text].filter(Boolean).join("\n\n"), 10_000);
    await storeMessage(tx, { applicationId, side: "applicant", body, files });
    await tx.update(caseRequestItems).set({ draft: null, begunAt: null }).where(eq(caseRequestItems.id, item.id));
  }
}
