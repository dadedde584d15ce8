import type { ReactNode } from "react";
import type { ApplicationDetail } from "~/applications/desk/case/case.server";
import { PaymentBadge } from "~/applications/desk/list/table";
import { usd } from "~/ground/prices/money";
import { StatusBadge } from "~/ui/lists/status-badge";

type Shown = Pick<ApplicationDetail, "application">;

/**
 * Beside the answers, and in view while these scroll: whose turn it is, status, owner and due day, money and documents.
 * What is higher than the window scrolls in itself.
 */
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

/** What was paid of what is due; the entries stand under Fees. */
export function Money({ application }: Shown) {
  const { amountPaid, totalAmountDue, paymentStatus, submittedAt } = application;
  return (
    <section aria-labelledby="money">
      <h2 id="money" className="text-lg">
        Payment
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
        {usd(amountPaid)} of {usd(totalAmountDue)}
        <PaymentBadge status={paymentStatus} />
        {submittedAt ? (
          <a href="#fees" className="text-link text-link-inline ml-auto">
            Fees
          </a>
        ) : null}
      </p>
    </section>
  );
}
