import { nameIn } from "~/applications/submission/answers.server";
import { db, type Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { registerAttachments } from "~/mail/attached/attachments.server";
import { enqueueMail } from "~/mail/outbox.server";
import { readReceipt, receiptWords } from "./receipt.server";
import { receiptPdf } from "./receipt-pdf.server";

type Application = typeof visaApplications.$inferSelect;

/** Enqueues the mail of a receipt; false where there is no receipt, or no address to write to. */
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
      ...{ what: receiptWords(receipt), amount: `${amount} USD`, method, day, balance },
      reason: receipt.reason ?? "",
    },
  });
  return mail !== undefined;
}

/** Attaches the PDF when the mail is sent: it is kept nowhere, and the same each time. */
export function registerReceipts(): void {
  registerAttachments("payment_receipt", async (applicationId, { receiptNumber }) => {
    const number = String(receiptNumber);
    const receipt = applicationId ? await readReceipt(db, applicationId, number) : undefined;
    if (!receipt) return [];
    return [{ filename: `${number}.pdf`, contentType: "application/pdf", content: await receiptPdf(receipt) }];
  });
}
