import { type Cents, exactUsd } from "~/core/prices/money";
import { assignableIn, payableIn } from "../assignable";
import { invoiceName, type Ledger } from "../read-invoices.server";
import { invoicesWith } from "../voids-question";

export type InvoiceOption = { value: string; label: string };

/** What the ledger's forms and entries say of invoices. Empty for a case without any. */
export function deskInvoicing(ledger: Ledger) {
  const { entries, invoices, allocation } = ledger;
  const nameOf = (id: string) => {
    const invoice = invoices.find((candidate) => candidate.id === id);
    return invoice ? invoiceName(invoice) : "";
  };
  const assignable = new Map(assignableIn(ledger).map(({ entry, amount }) => [entry.id, amount]));
  const options = (kind: "payment" | "refund"): InvoiceOption[] =>
    // The next to be due first: it is chosen already.
    payableIn(invoices, kind)
      .toSorted((a, b) => (a.dueOn ?? "").localeCompare(b.dueOn ?? "") || a.createdAt.getTime() - b.createdAt.getTime())
      .map((invoice) => ({
        value: invoice.id,
        label: `${invoiceName(invoice)}, ${kind === "payment" ? `${exactUsd(invoice.open)} open` : `${exactUsd(invoice.paid)} paid`}`,
      }));
  const shown = entries.map((entry) => {
    const { on = [], rest = 0n } = allocation.assignments.get(entry.id) ?? {};
    const whole = on.length === 1 && rest === 0n;
    const on1 = on.map(({ invoiceId, amount }) => `${part(whole, amount)}on ${nameOf(invoiceId)}`);
    const charged = invoicesWith(invoices, entry.kind === "charge" ? [entry.id] : []).map(
      ({ id }) => `on ${nameOf(id)}`,
    );
    const none = invoices.length > 0 && rest > 0n ? [`${part(on.length === 0, rest)}on no invoice`] : [];
    return [entry.id, [...on1, ...charged, ...none].map(sentence)] as const;
  });
  return {
    options: { payment: options("payment"), refund: options("refund") },
    /** Further details of entries, by id. */
    details: Object.fromEntries(shown.filter(([, details]) => details.length > 0)),
    /** The entries that can be assigned, with how much of each. */
    assignable: Object.fromEntries([...assignable].map(([id, amount]) => [id, exactUsd(amount)])),
    unassigned: invoices.length > 0 && allocation.unassigned > 0n ? exactUsd(allocation.unassigned) : null,
  };
}

const part = (whole: boolean, amount: Cents) => (whole ? "" : `${exactUsd(amount)} `);
const sentence = (text: string) => text.replace(/^on/, "On");
