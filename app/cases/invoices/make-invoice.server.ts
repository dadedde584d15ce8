import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import type { LedgerEntry } from "~/cases/fees/ledger.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { type Cents, centsOf, highestCents, storedCents } from "~/core/prices/money";
import { nassauDay } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { ledgerEntries } from "~/db/schema/case";
import { invoiceLines } from "~/db/schema/invoice-lines";
import { invoices } from "~/db/schema/invoices";
import { allocate } from "./allocation";
import { type Assignable, assignableIn } from "./assignable";
import { invoiceFacts } from "./invoice-facts.server";
import { checkInvoice, type InvoiceProblems, invoiceInput } from "./invoice-input.server";
import { mailInvoice } from "./mail-invoice.server";
import { takeNumber } from "./next-number.server";
import { type CheckedPayLink, checkPayLink } from "./pay-links/check-pay-link";
import { hashedLink } from "./pay-links/hashed-link.server";
import { storePayLink } from "./pay-links/store-pay-link.server";
import { type Ledger, readInvoices } from "./read-invoices.server";
import { invoiceSettings } from "./settings.server";
import { updateLedgerTotals } from "./update-open-invoices.server";

export const invoiceMessages = {
  forbidden: "Your account is no longer active.",
  invalid: "Please send the form again.",
};
export const notSubmitted = () => refuse("closed", "You can record fees once the application has been submitted.", {});

const refuseInvoice = (problems: InvoiceProblems) =>
  refuse("invalid", Object.values(problems)[0] ?? invoiceMessages.invalid, problems);

/**
 * Makes an invoice over chosen charges, with its number, record and mail, in one transaction. Earlier payments that are
 * on no invoice count on it if they are chosen. Idempotent. `mailed` is false without an email address.
 */
export function makeInvoice(context: StaffContext, input: unknown) {
  const verb = { input: invoiceInput, messages: invoiceMessages };
  return asStaff(context, verb, input, async (work, { applicationId, attempt, ...fields }) => {
    const { tx, staff, once, record } = work;
    const application = await lockedApplication(work, applicationId);
    if (!application) return refuse("not-found", "", {});
    if (application.submittedAt === null) return notSubmitted();
    const { problems, checked } = checkInvoice(fields);
    if (Object.keys(problems).length > 0) return refuseInvoice(problems);
    const { linkUrl, linkLastDay } = fields;
    const content = [applicationId, checked, fields.charges, fields.payments, hashedLink(linkUrl), linkLastDay];
    return once({ kind: "invoice", key: attempt, content }, async () => {
      const ledger = await readInvoices(tx, applicationId);
      const charges = chosenCharges(ledger, fields.charges);
      if (!charges) return refuseInvoice({ charges: chargesChanged });
      const payments = chosenPayments(ledger, fields.payments);
      if (!payments) return refuseInvoice({ payments: "A payment that you chose has changed. Check the payments." });

      const id = randomUUID();
      const total = charges.reduce((sum, { amount }) => sum + centsOf(amount), 0n);
      // The ledger's own total is less: refunds may have lowered the price.
      if (total > highestCents) return refuseInvoice({ charges: "The total is more than we can record." });
      const { paid = 0n } = allocatedWith(ledger, { id, amount: storedCents(total), charges, payments }) ?? {};
      const { link, problems: linkProblems } = await checkLink(tx, { linkUrl, linkLastDay }, total - paid);
      if (linkProblems) return refuseInvoice(linkProblems);
      const { number, issuedOn, createdAt } = await takeNumber(tx, "invoice", application);
      const facts = await invoiceFacts(tx, application, { ...checked, charges, paid, number, issuedOn, payLink: link });
      await tx.insert(invoices).values({
        ...{ id, applicationId, kind: "invoice", number, facts, amount: facts.total },
        ...{ vat: facts.vat?.amount ?? "0.00", issuedOn, dueOn: checked.dueOn, adminEmail: staff.email, createdAt },
      });
      await tx.insert(invoiceLines).values(charges.map(({ id: entryId }) => ({ invoiceId: id, entryId })));
      for (const { entry, column } of payments)
        await tx
          .update(ledgerEntries)
          .set({ [column]: id })
          .where(eq(ledgerEntries.id, entry.id));
      if (link) await storePayLink(tx, application, id, link, { by: staff.email, mailed: false });
      const settled = await updateLedgerTotals(tx, applicationId);
      if (!settled.ok) return refuseInvoice({ charges: settled.message });
      await record({
        actionType: "invoice_made",
        subjectType: "application",
        subjectId: applicationId,
        details: { number: application.applicationNumber, invoice: number, amount: facts.total, due: checked.dueOn },
      });
      const mailed = !application.isSample && (await mailInvoice(tx, application, id));
      return { ok: true as const, invoice: id, number, mailed };
    });
  });
}

type LinkFields = { linkUrl: string; linkLastDay: string };

/** Validates a pay link for the whole amount to pay; null if none was pasted. */
async function checkLink(
  from: Queryable,
  { linkUrl: url, linkLastDay: lastDay }: LinkFields,
  open: Cents,
): Promise<{ link: CheckedPayLink | null; problems?: InvoiceProblems }> {
  if (url.trim() === "") return { link: null };
  if (open === 0n) return { link: null, problems: { linkUrl: "Nothing is left to pay, so no link is needed." } };
  const { payLinkHosts: hosts } = await invoiceSettings(from);
  const fields = { url, lastDay, amount: storedCents(open) };
  const { link, problems } = checkPayLink(fields, { hosts, open, today: nassauDay() });
  if (link) return { link };
  return {
    link: null,
    problems: {
      ...(problems.url ? { linkUrl: problems.url } : {}),
      ...(problems.lastDay ? { linkLastDay: problems.lastDay } : {}),
    },
  };
}

const chargesChanged = "A charge that you chose was reversed or is on another invoice. Check the charges.";

/** The chosen charges in the ledger's order; undefined if one can't be invoiced any longer. */
function chosenCharges({ entries, allocation }: Ledger, chosen: readonly string[]): LedgerEntry[] | undefined {
  const ids = new Set(chosen);
  const found = entries.filter(({ id, amount }) => ids.has(id) && allocation.charges.includes(id) && amount !== "0.00");
  return found.length === ids.size ? found : undefined;
}

function chosenPayments(ledger: Ledger, chosen: readonly string[]): Assignable[] | undefined {
  const ids = new Set(chosen);
  const found = assignableIn(ledger).filter(
    ({ entry, isFinal }) => entry.kind === "payment" && isFinal && ids.has(entry.id),
  );
  return found.length === ids.size ? found : undefined;
}

/** What would be paid on a new invoice with these payments. */
function allocatedWith(
  { entries, invoices: earlier, lines }: Ledger,
  { id, amount, charges, payments }: { id: string; amount: string; charges: LedgerEntry[]; payments: Assignable[] },
) {
  const assigned = new Map(payments.map(({ entry, column }) => [entry.id, { [column]: id }]));
  const { invoices: balances } = allocate(
    entries.map((entry) => ({ ...entry, ...assigned.get(entry.id) })),
    [...earlier, { id, amount, isVoid: false }],
    [...lines, ...charges.map((entry) => ({ invoiceId: id, entryId: entry.id }))],
  );
  return balances.get(id);
}
