import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { storedCents } from "~/core/prices/money";
import { refuse } from "~/core/verbs/refused";
import { ledgerEntries } from "~/db/schema/case";
import { assignableIn, invoiceChanged, payableIn } from "./assignable";
import { invoiceMessages } from "./make-invoice.server";
import { readInvoices } from "./read-invoices.server";
import { updateLedgerTotals } from "./update-open-invoices.server";

const input = z.object({ applicationId: z.uuid(), entry: z.uuid(), invoice: z.string().default("") });

/** Assigns money that is on no valid invoice to one, once. What is more than open stays on none. */
export function assignEntry(context: StaffContext, rawInput: unknown) {
  const verb = { input, messages: invoiceMessages };
  return asStaff(context, verb, rawInput, async (work, { applicationId, entry: entryId, invoice: invoiceId }) => {
    const { tx, record } = work;
    const application = await lockedApplication(work, applicationId);
    if (!application) return refuse("not-found", "", {});
    if (invoiceId === "") return refuse("invalid", chooseInvoice, { invoice: chooseInvoice });
    const ledger = await readInvoices(tx, applicationId);
    // A form that was sent twice.
    if (ledger.allocation.assignments.get(entryId)?.on.some((part) => part.invoiceId === invoiceId))
      return { ok: true as const, receipt: null };
    const found = assignableIn(ledger).find(({ entry }) => entry.id === entryId);
    if (!found) return refuse("conflict", "This entry is on an invoice already. Nothing was changed.", {});
    const { entry, column, amount } = found;
    const kind = entry.kind === "refund" ? "refund" : "payment";
    const invoice = payableIn(ledger.invoices, kind).find(({ id }) => id === invoiceId);
    if (!invoice) return refuse("invalid", invoiceChanged, { invoice: invoiceChanged });
    await tx
      .update(ledgerEntries)
      .set({ [column]: invoiceId })
      .where(and(eq(ledgerEntries.id, entryId), eq(ledgerEntries.applicationId, applicationId)));
    const settled = await updateLedgerTotals(tx, applicationId);
    if (!settled.ok) return refuse("invalid", settled.message, { invoice: settled.message });
    await record({
      actionType: "ledger_entry_assigned",
      subjectType: "application",
      subjectId: applicationId,
      details: {
        ...{ number: application.applicationNumber, kind, amount: storedCents(amount), invoice: invoice.number },
      },
    });
    return { ok: true as const, receipt: null };
  });
}

const chooseInvoice = "Choose an invoice.";
