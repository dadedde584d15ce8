import type { ReactNode } from "react";
import { InvoiceList } from "~/cases/invoices/invoices-view";
import type { ShownInvoice } from "~/cases/invoices/shown-invoices.server";
import { ButtonLink } from "~/ui/button";

type DeskInvoicesProps = {
  applicationId: string;
  invoices: readonly ShownInvoice[];
  /** Further actions of an invoice. */
  actions?: (invoice: ShownInvoice) => ReactNode;
};

/** The invoices of a case at the desk, each with what staff can do with it. */
export function DeskInvoices({ applicationId, invoices, actions }: DeskInvoicesProps) {
  if (invoices.length === 0) return null;
  return (
    <section aria-labelledby="invoices" className="mt-4">
      <h3 id="invoices" className="text-base">
        Invoices
      </h3>
      <InvoiceList
        invoices={invoices}
        size="sm"
        actions={(invoice) => (
          <div className="mt-1 flex flex-wrap items-center gap-2">
            {invoice.state.kind === "void" ? null : (
              <ButtonLink
                to={`/admin/applications/${applicationId}/invoices/${invoice.id}/pay-links`}
                variant="outline"
                size="sm"
                className="my-1 min-h-7 px-2 py-0.5 text-xs"
              >
                Pay links<span className="sr-only"> of {invoice.name}</span>
              </ButtonLink>
            )}
            {actions?.(invoice)}
          </div>
        )}
      />
    </section>
  );
}
