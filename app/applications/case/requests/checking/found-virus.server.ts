import { eq } from "drizzle-orm";
import { addressed, lockedItem } from "~/applications/case/requests/item-verb.server";
import { passTurn } from "~/applications/case/turn/pass-turn.server";
import type { Transaction } from "~/db/client.server";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import type { Document } from "~/documents/readers.server";
import { enqueueMail } from "~/mail/outbox.server";

/** A virus in a file that was sent and not decided on opens its item again, and asks for a clean one (C-CHK-5). */
export async function reopenInfected(tx: Transaction, document: Document): Promise<void> {
  const { applicationId, caseItemId, caseAnswerId, documentName } = document;
  if (!applicationId || !caseItemId || !caseAnswerId) return;
  const found = await lockedItem(tx, applicationId, caseItemId);
  const [answer] = await tx.select().from(caseItemAnswers).where(eq(caseItemAnswers.id, caseAnswerId));
  if (!found || answer?.outcome !== "waiting" || found.item.state !== "sent") return;
  const now = new Date();
  const reason = `A virus was found in ${documentName}, so we removed it. Please send a clean one.`;
  await tx
    .update(caseItemAnswers)
    .set({ outcome: "refused", reason, decidedAt: now })
    .where(eq(caseItemAnswers.id, answer.id));
  await tx
    .update(caseRequestItems)
    .set({ state: "open", stateAt: now, reason })
    .where(eq(caseRequestItems.id, caseItemId));
  const mail = await addressed(tx, found.application);
  await enqueueMail(tx, {
    ...mail,
    kind: "file_infected",
    data: { ...mail.data, item: found.item.name, file: documentName },
  });
  await passTurn(tx, applicationId);
}
