import { randomUUID } from "node:crypto";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { checkText } from "~/cases/fees/check-text";
import { lockedApplication } from "~/cases/locked-application.server";
import { refuse } from "~/core/verbs/refused";
import type { visaApplications } from "~/db/schema/applications";
import { invoices } from "~/db/schema/invoices";
import { creditNoteFacts } from "./invoice-facts.server";
import { mailCreditNote } from "./mail-invoice.server";
import { invoiceMessages } from "./make-invoice.server";
import { takeNumber } from "./next-number.server";
import { type Invoice, invoiceName, invoicesOf } from "./read-invoices.server";
import { updateLedgerTotals } from "./update-open-invoices.server";

type Application = typeof visaApplications.$inferSelect;
type Work = Pick<StaffWork, "tx" | "staff" | "record">;

/**
 * Voids a valid invoice by a credit note over its whole amount, with its number, record and mail. The application is
 * locked. The caller calls `updateLedgerTotals` afterwards. `mailed` is false without an email address.
 */
export async function voidInvoice(
  { tx, staff, record }: Work,
  application: Application,
  invoice: Invoice,
  reason: string,
): Promise<{ number: string | null; mailed: boolean }> {
  const { id: applicationId } = application;
  const id = randomUUID();
  const { number, issuedOn, createdAt } = await takeNumber(tx, "credit_note", application);
  const { amount, vat } = invoice;
  const facts = creditNoteFacts(invoice.facts, { number, issuedOn, reason, voided: invoiceName(invoice) });
  await tx.insert(invoices).values({
    ...{ id, applicationId, kind: "credit_note", number, voids: invoice.id, facts, amount, vat },
    ...{ issuedOn, reason, adminEmail: staff.email, createdAt },
  });
  await record({
    actionType: "invoice_voided",
    subjectType: "application",
    subjectId: applicationId,
    details: { number: application.applicationNumber, invoice: invoice.number, creditNote: number, amount },
  });
  const mailed = !application.isSample && (await mailCreditNote(tx, application, id));
  return { number, mailed };
}

const input = z.object({
  applicationId: z.uuid(),
  invoice: z.uuid(),
  attempt: z.uuid(),
  reason: z.string().default(""),
});

/** Voids an invoice by hand. Idempotent; of two admins the first voids it. */
export function voidByHand(context: StaffContext, rawInput: unknown) {
  const verb = { input, messages: invoiceMessages };
  return asStaff(context, verb, rawInput, async (work, { applicationId, invoice: invoiceId, attempt, ...typed }) => {
    const { tx, once } = work;
    const application = await lockedApplication(work, applicationId);
    if (!application) return refuse("not-found", "", {});
    const { text: reason, problem } = checkText(typed.reason, "The reason", "Say why this invoice is wrong.");
    if (problem) return refuse("invalid", problem, { reason: problem });
    return once({ kind: "void-invoice", key: attempt, content: [invoiceId, reason] }, async () => {
      const invoice = (await invoicesOf(tx, applicationId)).find(({ id }) => id === invoiceId);
      if (!invoice) return refuse("not-found", "That invoice no longer exists.", {});
      if (invoice.isVoid) return refuse("conflict", "This invoice is already void. Nothing was changed.", {});
      const { number, mailed } = await voidInvoice(work, application, invoice, reason);
      const settled = await updateLedgerTotals(tx, applicationId);
      if (!settled.ok) return refuse("invalid", settled.message, { reason: settled.message });
      return { ok: true as const, number, mailed };
    });
  });
}
