import type { ReactNode } from "react";
import type { ApplicationDetail } from "~/cases/case-data/case.server";
import { PaymentBadge } from "~/cases/desk/list/columns";
import { describeBalance } from "~/cases/fees/entry-words";
import type { DeskTasks } from "~/cases/tasks/desk/read-tasks.server";
import { counted } from "~/core/counted";
import { centsOf, usdAndCents } from "~/core/prices/money";
import { classNames } from "~/ui/class-names";
import { Fact, Facts } from "~/ui/lists/facts";
import { StatusBadge } from "~/ui/lists/status-badge";

type Shown = Pick<ApplicationDetail, "application">;

/**
 * The column next to the answers, in view while they scroll. It has no scrollbar of its own: in a window that is lower
 * than the column, its lower end stays in view, where the status is set.
 */
export function CaseSide({ application, tasks, children }: Shown & { tasks: DeskTasks | null; children: ReactNode }) {
  const shownTasks = tasks ? tasks.open.length + tasks.done.length : 0;
  return (
    <aside
      aria-label="The case at a glance"
      className={classNames(
        "no-print grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:bottom-3 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-end",
        // A request to withdraw or tasks make the column higher than most windows.
        application.withdrawalRequestedAt === null &&
          shownTasks === 0 &&
          "tall:lg:top-3 tall:lg:bottom-auto tall:lg:self-start",
      )}
    >
      <p className="flex flex-wrap items-center gap-2 max-lg:hidden">
        <span className="font-mono text-xs text-stone">{application.applicationNumber}</span>
        <StatusBadge status={application.status} />
      </p>
      {children}
    </aside>
  );
}

type FiguresProps = Shown & Pick<ApplicationDetail, "documents"> & { className?: string };

/** Paid of what is due, and the number of documents; both are listed in full on the page. */
export const CaseFigures = (props: Shown & Pick<ApplicationDetail, "documents">) => (
  <Facts className="grid-cols-2 max-lg:hidden">
    <Figures {...props} />
  </Facts>
);

export function Figures({ application, documents, className = "" }: FiguresProps) {
  const { amountPaid, totalAmountDue, paymentStatus, submittedAt } = application;
  const due = centsOf(totalAmountDue);
  const balance = due - centsOf(amountPaid);
  return (
    <>
      <Fact label="Payment" className={className}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {usdAndCents(amountPaid)} of {usdAndCents(totalAmountDue)}
          <PaymentBadge status={paymentStatus} />
          {submittedAt ? (
            <a href="#fees" className="text-link text-link-inline inline-flex min-h-6 items-center">
              Fees
            </a>
          ) : null}
        </span>
        {balance < 0n ? <span className="mt-1 block">{describeBalance(due, balance, "staff")}</span> : null}
      </Fact>
      <Fact label="Documents" className={className}>
        {documents.length === 0 ? (
          "None"
        ) : (
          <a href="#documents" className="text-link text-link-inline inline-flex min-h-6 items-center">
            {counted(documents.length, "document")}
          </a>
        )}
      </Fact>
    </>
  );
}
