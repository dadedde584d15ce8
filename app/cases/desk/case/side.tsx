import type { ReactNode } from "react";
import type { ApplicationDetail } from "~/cases/case-data/case.server";
import { PaymentBadge } from "~/cases/desk/list/columns";
import { describeBalance } from "~/cases/fees/entry-words";
import { centsOf, usdAndCents } from "~/core/prices/money";
import { Fact, Facts } from "~/ui/lists/facts";
import { StatusBadge } from "~/ui/lists/status-badge";

type Shown = Pick<ApplicationDetail, "application">;

/** Sticky column next to the answers; scrolls by itself if it is higher than the window. */
export function CaseSide({ application, children }: Shown & { children: ReactNode }) {
  return (
    <aside
      aria-label="The case at a glance"
      className="no-print -m-1 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 p-1 lg:sticky lg:top-3 lg:col-start-2 lg:row-start-1 lg:max-h-[calc(100dvh-1.5rem)] lg:overflow-y-auto lg:[scrollbar-width:thin]"
    >
      <p className="flex flex-wrap items-center gap-2 max-lg:hidden">
        <span className="font-mono text-xs text-stone">{application.applicationNumber}</span>
        <StatusBadge status={application.status} />
      </p>
      {children}
    </aside>
  );
}

/** Paid of what is due, and the number of documents; both are listed in full further down. */
export function CaseFigures({ application, documents }: Shown & Pick<ApplicationDetail, "documents">) {
  const { amountPaid, totalAmountDue, paymentStatus, submittedAt } = application;
  const due = centsOf(totalAmountDue);
  const balance = due - centsOf(amountPaid);
  return (
    <Facts className="grid-cols-2">
      <Fact label="Payment">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {usdAndCents(amountPaid)} of {usdAndCents(totalAmountDue)}
          <PaymentBadge status={paymentStatus} />
          {submittedAt ? (
            <a href="#fees" className="text-link text-link-inline">
              Fees
            </a>
          ) : null}
        </span>
        {balance < 0n ? <span className="mt-1 block">{describeBalance(due, balance, "staff")}</span> : null}
      </Fact>
      <Fact label="Documents">
        {documents.length === 0 ? (
          "None"
        ) : (
          <a href="#documents" className="text-link text-link-inline">
            {documents.length === 1 ? "1 document" : `${documents.length} documents`}
          </a>
        )}
      </Fact>
    </Facts>
  );
}
