import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { offerUndo } from "~/accounts/undo/offer.server";
import { renewOffer } from "~/cases/agreement/offer.server";
import { type Figures, figuresOf, netReceived } from "~/cases/fees/figures";
import { addEntry } from "~/cases/fees/ledger.server";
import { enqueueReceipt } from "~/cases/fees/receipt-mail.server";
import { invoiceChanged, payableIn } from "~/cases/invoices/assignable";
import { invoiceMessages, notSubmitted } from "~/cases/invoices/make-invoice.server";
import { invoiceName, readInvoices } from "~/cases/invoices/read-invoices.server";
import { updateLedgerTotals } from "~/cases/invoices/update-open-invoices.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { type Cents, exactUsd, storedCents } from "~/core/prices/money";
import type { UndoOffer } from "~/core/undo/undo-offer";
import { refuse, refuseWithQuestion } from "~/core/verbs/refused";
import { type Checked, checkEntry, type EntryProblems, entryInput } from "./entry-input.server";
import { owedAgain, questionAbout } from "./question";
import { undoableEntry } from "./undo-entry.server";

/** A refusal with problems by field; empty if no field is at fault. */
export const refuseEntry = (problems: EntryProblems) =>
  refuse("invalid", Object.values(problems)[0] ?? invoiceMessages.invalid, problems);

/**
 * Records a charge, payment or refund: entry, balances and record in one transaction. Idempotent. A payment or refund
 * can be undone for ten seconds; its receipt's number and mail follow after them. Asks first about an overpayment and
 * about every refund. A charge offers a signed agreement again.
 */
export function recordEntry(context: StaffContext, input: unknown) {
  const verb = { input: entryInput, messages: invoiceMessages };
  return asStaff(
    context,
    verb,
    input,
    async (work, { applicationId, attempt, price, confirmed, invoice: chosen, ...fields }) => {
      const { tx, staff, once, record } = work;
      const application = await lockedApplication(work, applicationId);
      if (!application) return refuse("not-found", "", {});
      if (application.submittedAt === null) return notSubmitted();
      const { entry, problems } = checkEntry(fields);
      if (!entry) return refuseEntry(problems);
      const content = [applicationId, storableOf(entry), price, chosen];
      return once({ kind: "ledger", key: attempt, content: content }, async () => {
        const { entries, invoices } = await readInvoices(tx, application.id);
        const figures = figuresOf(entries);
        const invoice =
          entry.kind === "charge" ? undefined : payableIn(invoices, entry.kind).find(({ id }) => id === chosen);
        if (entry.kind !== "charge" && chosen !== "" && !invoice) return refuseEntry({ invoice: invoiceChanged });
        const problem = refundProblem(entry, figures);
        if (problem) return refuseEntry({ amount: problem });
        const question =
          entry.kind === "charge"
            ? null
            : questionAbout(entry, figures, invoice && { ...invoice, name: invoiceName(invoice) });
        if (question && confirmed !== question.key) return refuseWithQuestion(question, {});
        if (question?.owed && !price) return refuseWithQuestion(question, { price: "Choose whether the price falls." });
        const credit = entry.kind === "refund" ? (price === "falls" ? owedAgain(entry.amount, figures) : 0n) : null;

        const id = crypto.randomUUID();
        const offer = entry.kind === "charge" ? null : await offerEntryUndo(work, application, { ...entry, id });
        await addEntry(tx, application, {
          ...{ ...storableOf(entry), id, credit: credit === null ? null : storedCents(credit) },
          ...{ invoiceId: invoice?.id ?? null, adminEmail: staff.email, shownFrom: offer?.shownFrom ?? null },
        });
        const settled = await updateLedgerTotals(tx, applicationId);
        if (!settled.ok) return refuseEntry({ amount: settled.message });
        if (entry.kind === "charge") await renewOffer(tx, applicationId, "price", null);
        await record({
          actionType: "ledger_entry_added",
          subjectType: "application",
          subjectId: applicationId,
          details: {
            ...{ number: application.applicationNumber, kind: entry.kind, amount: storedCents(entry.amount) },
            ...(credit === null ? {} : { credit: storedCents(credit) }),
            ...(invoice ? { invoice: invoice.number } : {}),
          },
        });
        if (offer) await enqueueReceipt(tx, application, id, offer);
        return { ok: true, receipt: offer && !application.isSample ? "later" : null };
      });
    },
  );
}

function offerEntryUndo(
  work: StaffWork,
  { id, applicationNumber }: { id: string; applicationNumber: string },
  entry: { id: string; kind: "payment" | "refund"; amount: Cents },
): Promise<UndoOffer> {
  return offerUndo(work, undoableEntry, {
    words: `A ${entry.kind} of ${exactUsd(entry.amount)} is recorded for ${applicationNumber}.`,
    records: [{ id, before: { entry: null }, after: { entry: entry.id } }],
  });
}

const storableOf = (entry: Checked) => ({ ...entry, amount: storedCents(entry.amount) });

/** Refuses to refund more than is left of the payments. */
function refundProblem(entry: Checked, figures: Figures): string | undefined {
  if (entry.kind !== "refund" || entry.amount <= netReceived(figures)) return undefined;
  const refunded = figures.refunded > 0n ? ` ${exactUsd(figures.refunded)} of it has already been refunded.` : "";
  return `Only ${exactUsd(figures.paid)} was paid.${refunded}`;
}
