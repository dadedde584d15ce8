import { InvoiceList } from "~/cases/invoices/invoices-view";
import type { ShownInvoice } from "~/cases/invoices/shown-invoices.server";
import { ButtonLink } from "~/ui/button";
import { unbroken } from "~/ui/unbroken";

type DeskInvoicesProps = {
  applicationId: string;
  invoices: readonly ShownInvoice[];
};

/**
 * The invoices of a case at the desk, each with what staff can do with it. A pay link is a text here: nobody at the
 * desk needs to open the applicant's payment page.
 */
export function DeskInvoices({ applicationId, invoices }: DeskInvoicesProps) {
  if (invoices.length === 0) return null;
  return (
    <section aria-labelledby="invoices" className="mt-4">
      <h3 id="invoices" className="text-base">
        Invoices
      </h3>
      <InvoiceList
        invoices={invoices}
        size="sm"
        payLink={({ text }) => <p className="mt-1">The applicant sees “{unbroken(text)}”.</p>}
        actions={(invoice) => <Actions invoices={`/admin/applications/${applicationId}/invoices`} invoice={invoice} />}
      />
    </section>
  );
}

const small = { variant: "outline", size: "sm", className: "my-1 min-h-7 px-2 py-0.5 text-xs" } as const;

/** A void invoice still leads to its pay links, which say why they ended. */
function Actions({ invoices, invoice: { id, name, state } }: { invoices: string; invoice: ShownInvoice }) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <ButtonLink {...small} to={`${invoices}/${id}/pay-links`}>
        Pay links<span className="sr-only"> of {name}</span>
      </ButtonLink>
      {state.kind === "void" ? null : (
        <ButtonLink {...small} to={`${invoices}/${id}/void`}>
          Void<span className="sr-only"> {name}</span>
        </ButtonLink>
      )}
    </div>
  );
}
