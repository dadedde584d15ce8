import { ExternalLink } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { Badge } from "~/ui/lists/badge";
import { unbroken } from "~/ui/unbroken";
import type { ShownInvoice } from "./shown-invoices.server";

type InvoiceListProps = {
  invoices: readonly ShownInvoice[];
  size?: "md" | "sm";
  /** How a pay link is shown, if not as the button that opens it. */
  payLink?: (link: ShownPayLink) => ReactNode;
  /** Below the facts of an invoice. */
  actions?: (invoice: ShownInvoice) => ReactNode;
};

type ShownPayLink = NonNullable<ShownInvoice["payLink"]>;

const link = "font-medium text-sea-ink underline underline-offset-4";

/** Invoices newest first, each with its PDF, its state and the pay link that is shown. */
export function InvoiceList({
  invoices,
  size = "md",
  payLink = (shown) => <PayLink link={shown} />,
  actions,
}: InvoiceListProps) {
  return (
    <ul className={classNames("divide-y divide-dune", size === "sm" && "text-sm")}>
      {invoices.map((invoice) => (
        <li key={invoice.id} className="py-3 break-inside-avoid">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">
              {invoice.pdf ? (
                <a href={invoice.pdf} className={classNames(link, "inline-flex min-h-6 items-center font-mono")}>
                  <span className="sr-only">Invoice </span>
                  {invoice.name}
                </a>
              ) : (
                invoice.name
              )}
            </span>
            <span
              className={classNames(
                "tabular-nums",
                invoice.state.kind === "void" ? "text-stone line-through" : "font-medium",
              )}
            >
              {invoice.amount}
            </span>
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-stone">
            <Badge tone={invoice.state.tone}>{invoice.state.text}</Badge>
            <span>
              <Facts facts={factsOf(invoice)} />
            </span>
          </p>
          {invoice.creditNote ? (
            <p className="mt-1 text-sm text-stone">
              Voided by{" "}
              {invoice.creditNote.pdf ? (
                <a href={invoice.creditNote.pdf} className={classNames(link, "font-mono")}>
                  <span className="sr-only">credit note </span>
                  {invoice.creditNote.name}
                </a>
              ) : (
                invoice.creditNote.name
              )}
              : <bdi className="whitespace-pre-line [overflow-wrap:anywhere]">{invoice.creditNote.reason}</bdi>
            </p>
          ) : null}
          {invoice.payLink ? payLink(invoice.payLink) : null}
          {actions?.(invoice)}
        </li>
      ))}
    </ul>
  );
}

/** What the fees of the applicant's page show of the invoices. */
export function invoiceParts(invoices: readonly ShownInvoice[]) {
  const payLinks = invoices.flatMap(({ payLink }) => payLink ?? []);
  return {
    insteadOfCall: payLinks.length > 0 ? payLinks.map((payLink) => <PayLink key={payLink.url} link={payLink} />) : null,
    children:
      invoices.length > 0 ? (
        <section aria-labelledby="invoices">
          <h3 id="invoices" className="pt-3 font-sans text-base font-medium">
            {invoices.length === 1 ? "Invoice" : "Invoices"}
          </h3>
          <InvoiceList invoices={invoices} />
        </section>
      ) : null,
  };
}

/** Short facts in a row, none of which is broken. */
export const Facts = ({ facts }: { facts: readonly string[] }) =>
  facts.map((fact, index) => (
    <Fragment key={fact}>
      {index === 0 ? null : " · "}
      <span className="whitespace-nowrap">{fact}</span>
    </Fragment>
  ));

const factsOf = ({ issued, due, open, state }: ShownInvoice): string[] => [
  `Issued ${issued}`,
  ...(due && state.kind !== "overdue" && state.kind !== "void" ? [`Due ${due}`] : []),
  ...(open ? [`${open} open`] : []),
];

/**
 * Opens another provider's page in the same tab, without telling it where the reader came from. On paper its address
 * takes the place of the button: it is the only way to pay that the printed page names.
 */
function PayLink({ link: { url, text } }: { link: ShownPayLink }) {
  return (
    <>
      <p className="no-print mt-2">
        <a href={url} rel="noreferrer" className="button button-sm button-primary max-w-full text-left">
          <span className="[overflow-wrap:anywhere]">{unbroken(text)}</span>
          <ExternalLink aria-hidden />
        </a>
      </p>
      <p className="mt-1 hidden print:block">
        {text}
        <br />
        <span dir="ltr" className="text-[0.85em] [overflow-wrap:anywhere]">
          {url}
        </span>
      </p>
    </>
  );
}
