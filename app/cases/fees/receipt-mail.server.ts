import { eq } from "drizzle-orm";
import { z } from "zod";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { lockedApplication } from "~/cases/locked-application.server";
import type { UndoOffer } from "~/core/undo/undo-offer";
import { db, type Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { undoOffers } from "~/db/schema/undo";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { registerAttachments } from "~/mail/attached/attachments.server";
import { enqueueMail } from "~/mail/outbox.server";
import { numberEntry } from "./ledger.server";
import { readReceipt, receiptLabel } from "./receipt.server";
import { receiptPdf } from "./receipt-pdf.server";

type Application = typeof visaApplications.$inferSelect;

/** Enqueues the mail of a receipt; false if there is no receipt or no email. */
export async function mailReceipt(tx: Transaction, application: Application, number: string | null): Promise<boolean> {
  const receipt = number ? await readReceipt(tx, application.id, number) : undefined;
  if (!receipt) return false;
  const { applicationNumber, amount, method, day, balance } = receipt;
  const name = nameIn(application);
  const mail = await enqueueMail(tx, {
    kind: "payment_receipt",
    to: application.userEmail,
    toName: name,
    applicationId: application.id,
    data: {
      ...{ name, email: application.userEmail, applicationNumber, receiptNumber: receipt.number },
      ...{ what: receiptLabel(receipt), amount: `${amount} USD`, method, day, balance },
      reason: receipt.reason ?? "",
    },
  });
  return mail !== undefined;
}

/** Gives an entry its number and mails its receipt, once. */
export async function issueReceipt(tx: Transaction, application: Application, entry: string): Promise<void> {
  await mailReceipt(tx, application, await numberEntry(tx, application, entry));
}

const receiptJob = defineJob({
  name: "case.receipt",
  data: z.object({ applicationId: z.uuid(), entry: z.uuid(), offer: z.uuid() }),
  retry: { retries: 14, firstWait: 10, maxWait: 3 * 3600 },
  timeout: 60,
});

/** Enqueues the receipt of an entry, issued once the entry can no longer be undone. */
export const enqueueReceipt = (
  tx: Transaction,
  { id: applicationId, isSample }: Application,
  entry: string,
  offer: UndoOffer,
): Promise<void> =>
  isSample
    ? Promise.resolve()
    : enqueue(tx, receiptJob, { applicationId, entry, offer: offer.id }, { startAfter: offer.shownFrom });

/** Registers receipts. The PDF is rendered when the mail is sent: it is not stored, and the same bytes each time. */
export function registerReceipts(): void {
  registerJob(receiptJob, ({ applicationId, entry, offer }) =>
    db.transaction(async (tx) => {
      // Wait for an undo in progress, which has locked this row: the entry may be deleted after it.
      await tx.select({ id: undoOffers.id }).from(undoOffers).where(eq(undoOffers.id, offer)).for("share");
      const application = await lockedApplication({ tx }, applicationId);
      if (application) await issueReceipt(tx, application, entry);
    }),
  );
  registerAttachments("payment_receipt", async (applicationId, { receiptNumber }) => {
    const number = String(receiptNumber);
    const receipt = applicationId ? await readReceipt(db, applicationId, number) : undefined;
    if (!receipt) return [];
    return [{ filename: `${number}.pdf`, contentType: "application/pdf", content: await receiptPdf(receipt) }];
  });
}
