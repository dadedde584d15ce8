import { and, eq, sql } from "drizzle-orm";
import { removeDraft } from "~/applications/wizard/delete-draft.server";
import type { Transaction } from "~/db/client.server";
import { openedRecords } from "~/db/schema/opened-records";
import { forgetMailsOf } from "~/mail/remove-text.server";

/**
 * Removes an application with all that belongs to it: answers, files, messages, mails, rights of browsers and its key;
 * how many files there were. Of its ledger the receipts' numbers, dates and amounts stay (V-RET-10). The caller has
 * locked its row, and knows that no hold stands.
 */
export async function removeApplication(tx: Transaction, applicationId: string): Promise<number> {
  await keepReceipts(tx, applicationId);
  await forgetMailsOf(tx, { applicationId });
  await tx
    .delete(openedRecords)
    .where(and(eq(openedRecords.subjectType, "application"), eq(openedRecords.subjectId, applicationId)));
  return removeDraft(tx, applicationId);
}

/** Each receipt number stands once: in the ledger, or from now on here. */
async function keepReceipts(tx: Transaction, applicationId: string): Promise<void> {
  await tx.execute(sql`
    insert into kept_receipts (receipt_number, kind, amount, day)
    select receipt_number, kind, amount, ledger_day(paid_on, created_at) from ledger_entries
    where application_id = ${applicationId} and receipt_number is not null on conflict do nothing`);
}
