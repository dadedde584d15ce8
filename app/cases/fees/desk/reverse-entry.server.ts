import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { renewOffer } from "~/cases/agreement/offer.server";
import { figuresOf, netReceived, reversedIn } from "~/cases/fees/figures";
import { addEntry, entriesOf, type LedgerEntry } from "~/cases/fees/ledger.server";
import { issueReceipt, mailReceipt } from "~/cases/fees/receipt-mail.server";
import { invoiceMessages, notSubmitted } from "~/cases/invoices/make-invoice.server";
import { readInvoices } from "~/cases/invoices/read-invoices.server";
import { updateLedgerTotals } from "~/cases/invoices/update-open-invoices.server";
import { voidInvoice } from "~/cases/invoices/void-invoice.server";
import { invoicesWith, voidsQuestion } from "~/cases/invoices/voids-question";
import { lockedApplication } from "~/cases/locked-application.server";
import { centsOf } from "~/core/prices/money";
import { refuse, refuseWithQuestion } from "~/core/verbs/refused";
import { ledgerEntries } from "~/db/schema/case";
import { checkReason, checkRefundable } from "./entry-input.server";
import { refuseEntry } from "./record-entry.server";

const reversal = z.object({
  applicationId: z.uuid(),
  entry: z.uuid(),
  attempt: z.uuid(),
  reason: z.string().default(""),
  /** Key of the question that was confirmed. */
  confirmed: z.string().default(""),
});

/**
 * Reverses a wrong entry by a new one that refers to it, at most once. A charge on a valid invoice is reversed after a
 * question, and a credit note voids the invoice. Without a charge a signed agreement is offered again.
 */
export function reverseEntry(context: StaffContext, input: unknown) {
  const verb = { input: reversal, messages: invoiceMessages };
  return asStaff(
    context,
    verb,
    input,
    async (work, { applicationId, entry: entryId, attempt: key, reason: rawReason, confirmed }) => {
      const { tx, staff, once, record } = work;
      const application = await lockedApplication(work, applicationId);
      if (!application) return refuse("not-found", "", {});
      if (application.submittedAt === null) return notSubmitted();
      const { reason, problem } = checkReason(rawReason);
      if (problem) return refuseEntry({ reason: problem });
      return once({ kind: "reversal", key, content: [entryId, reason] }, async () => {
        const { entries, invoices } = await readInvoices(tx, application.id);
        const entry = entries.find(({ id, kind }) => id === entryId && kind !== "reversal");
        if (!entry) return refuse("not-found", "That entry no longer exists.", {});
        if (reversedIn(entries).has(entryId))
          return refuse("conflict", "This entry has already been reversed. Nothing was changed.", {});
        if (leavesRefunds(entries, entry))
          return refuseEntry({ reason: "Part of it was refunded. Reverse the refund first." });
        const invoiced = invoicesWith(invoices, [entryId]);
        const question = voidsQuestion(invoiced);
        if (question && question.key !== confirmed) return refuseWithQuestion(question, {});

        for (const invoice of invoiced) await voidInvoice(work, application, invoice, reason);
        const { name, amount, id: reverses, shownFrom } = entry;
        // A reversed entry can't be undone, so its receipt is issued now.
        await issueReceipt(tx, application, entryId);
        const { receiptNumber } = await addEntry(
          tx,
          application,
          { kind: "reversal", name, amount, reverses, reason, adminEmail: staff.email, shownFrom },
          { receipt: entry.kind !== "charge" },
        );
        const settled = await updateLedgerTotals(tx, applicationId);
        if (!settled.ok) return refuseEntry({ reason: settled.message });
        if (entry.kind === "charge") await renewOffer(tx, applicationId, "price", null);
        await record({
          actionType: "ledger_entry_reversed",
          subjectType: "application",
          subjectId: applicationId,
          details: { number: application.applicationNumber, kind: entry.kind, amount, receipt: receiptNumber },
        });
        await mailReceipt(tx, application, receiptNumber);
        return { ok: true, receipt: receiptNumber };
      });
    },
  );
}

/** Reversing this payment would leave more refunded than paid. */
const leavesRefunds = (entries: readonly LedgerEntry[], { kind, amount }: LedgerEntry) =>
  kind === "payment" && netReceived(figuresOf(entries)) < centsOf(amount);

const refundable = z.object({ applicationId: z.uuid(), entry: z.uuid(), refundableUntil: z.string().default("") });

/** Sets until when a charge is refundable, or that it is not. */
export function setRefundable(context: StaffContext, input: unknown) {
  const verb = { input: refundable, messages: invoiceMessages };
  return asStaff(context, verb, input, async (work, { applicationId, entry: entryId, refundableUntil }) => {
    const { tx, record } = work;
    const application = await lockedApplication(work, applicationId);
    if (!application) return refuse("not-found", "", {});
    if (application.submittedAt === null) return notSubmitted();
    const { day, problem } = checkRefundable(refundableUntil);
    if (problem) return refuseEntry({ refundableUntil: problem });
    const entries = await entriesOf(tx, application.id);
    const entry = entries.find(({ id, kind }) => id === entryId && kind === "charge");
    if (!entry) return refuse("not-found", "That entry no longer exists.", {});
    if (entry.refundableUntil === day) return { ok: true, receipt: null };
    await tx
      .update(ledgerEntries)
      .set({ refundableUntil: day })
      .where(and(eq(ledgerEntries.id, entryId), eq(ledgerEntries.applicationId, applicationId)));
    await record({
      actionType: "ledger_refundable_set",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application.applicationNumber, from: entry.refundableUntil ?? "", to: day ?? "" },
    });
    return { ok: true, receipt: null };
  });
}
