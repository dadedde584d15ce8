import { Link } from "react-router";
import { DueText, dueWidth } from "~/accounts/owners/due-text";
import { ownedSeenInput, seenOwned } from "~/accounts/owners/owned";
import { OwnerControl, ownerWidth, type People } from "~/accounts/owners/owner-control";
import { CaseStatus } from "~/cases/desk/row-status/case-status";
import type { Head } from "~/core/lists/heads";
import { calendarDate } from "~/core/time";
import { classNames } from "~/ui/class-names";
import { Badge, type BadgeTone, SampleMark } from "~/ui/lists/badge";
import type { Choice } from "~/ui/lists/choose";
import { type Column, ListTable, ListTime } from "~/ui/lists/list-table";
import { RowIconDrawings } from "~/ui/lists/row-icon";
import { statusLook } from "~/ui/lists/status-badge";
import { Progress } from "~/ui/progress";
import type { ColumnId } from "./columns.server";
import type { ListedApplication } from "./list.server";

export type ApplicationTableProps = {
  rows: ListedApplication[];
  heads: Head<ColumnId>[];
  /** The list's query, so that Close returns to the same page of it. */
  search: string;
  /** Selection and possible owners; without it the table is read only. */
  choice?: Choice | undefined;
  people?: People | undefined;
};

export const ApplicationTable = ({ rows, heads, search, choice, people }: ApplicationTableProps) => (
  <>
    <RowIconDrawings />
    <ListTable
      label="Applications"
      heads={heads}
      columns={columnsFor(people, rows)}
      rows={rows}
      choose={
        choice && {
          choice,
          nameOf: ({ applicationNumber }) => applicationNumber,
          seen: (row) => ({ [ownedSeenInput]: seenOwned(row) }),
        }
      }
      actions={{
        width: "w-18",
        cell: ({ id, applicationNumber }) => (
          <Link to={`/admin/applications/${id}${search}`} data-row={id} className="row-link">
            View<span className="sr-only"> {applicationNumber}</span>
          </Link>
        ),
      }}
    />
  </>
);

const typeOf = (row: ListedApplication) => row.serviceName ?? row.applicationType ?? "—";
/** Nothing if the service's name says it. */
const kindOf = (row: ListedApplication) => (typeOf(row).includes(row.visaType ?? "") ? "" : (row.visaType ?? ""));
const joined = (parts: string[]) => parts.filter(Boolean).join(" · ");

/** A narrow list has room for one of passport and end: for the end where all rows have one, as after a filter by it. */
const isAboutEnds = (rows: readonly ListedApplication[]) => rows.length > 0 && rows.every(({ endsOn }) => endsOn);

/** How each column is drawn, in one line; name and service share the remaining width. */
const columnsFor = (
  people: People | undefined,
  rows: readonly ListedApplication[],
): Record<ColumnId, Column<ListedApplication>> => ({
  application: {
    width: "w-32",
    cell: ({ applicationNumber }) => (
      <span className="font-mono text-xs font-medium whitespace-nowrap">{applicationNumber}</span>
    ),
  },
  applicant: {
    at: "title",
    title: ({ name, userEmail }) => joined([name, userEmail]),
    cell: (row) => <Applicant row={row} />,
  },
  type: {
    className: "type-cell w-42 max-xl:hidden",
    title: (row) => joined([typeOf(row), kindOf(row)]),
    // Two small lines are no higher than a row with a control.
    cell: (row) => (
      <span className="line-clamp-2 text-xs leading-tight whitespace-normal">
        {typeOf(row)}
        {kindOf(row) ? <span className="text-stone"> · {kindOf(row)}</span> : null}
      </span>
    ),
  },
  status: {
    // As wide as the longest status that is shown.
    width: rows.some(({ status }) => statusLook(status).label.length > 14) ? "w-52" : "w-35",
    at: "mark",
    title: ({ status, withdrawalRequestedAt }) =>
      `${statusLook(status).label}${withdrawalRequestedAt ? ", asks to withdraw" : ""}`,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-1">
        {/* On phones no wider than its words: a tap on the rest of the row opens the case. */}
        <CaseStatus row={row} className="min-w-0 max-w-full md:w-full" />
        {row.withdrawalRequestedAt ? (
          <Badge tone="sand" className="min-w-0 truncate">
            Asks to withdraw
          </Badge>
        ) : null}
      </span>
    ),
  },
  progress: { className: "w-18 max-[100rem]:hidden", cell: (row) => <RowProgress row={row} /> },
  payment: {
    className: "w-20 max-[100rem]:hidden",
    cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} />,
  },
  submitted: {
    className: "w-24 max-xl:hidden",
    cell: ({ submittedAt }) => (submittedAt ? <ListTime at={submittedAt} /> : "—"),
  },
  passport: {
    className: `${rows.some(({ passportExpires }) => passportExpires) ? "w-26" : "w-18"} ${isAboutEnds(rows) ? "max-[100rem]:hidden" : "max-[88rem]:hidden"}`,
    title: ({ passport }) => passport?.sentence,
    cell: (row) => <Passport row={row} />,
  },
  ends: {
    className: `${rows.some(({ endsOn }) => endsOn) ? "w-26" : "w-14"} ${isAboutEnds(rows) ? "max-[88rem]:hidden" : "max-[100rem]:hidden"}`,
    cell: (row) => <Ends row={row} />,
  },
  owner: {
    className: `${ownerWidth(rows)} max-lg:hidden`,
    cell: (row) =>
      people ? (
        <OwnerControl of="application" record={row} name={row.applicationNumber} people={people} />
      ) : (
        (row.ownerName ?? "—")
      ),
  },
  due: { width: dueWidth(rows), at: "end", cell: ({ due }) => <DueText due={due} short /> },
});

/** First line on phones: name, and below it number and service. */
function Applicant({ row }: { row: ListedApplication }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <bdi className={classNames("truncate", row.name ? "font-medium" : "hidden")}>{row.name}</bdi>
        {row.isSample ? <SampleMark short /> : null}
        {row.isSentOnly ? (
          <Badge tone="sand" className="shrink-0">
            not accepted yet
          </Badge>
        ) : null}
        <bdi className={classNames("min-w-0 flex-1 truncate text-xs text-stone", row.name && "max-[100rem]:hidden")}>
          {row.userEmail || "No address"}
        </bdi>
      </span>
      <span className="block truncate text-xs text-stone md:hidden">
        <span className="font-mono">{row.applicationNumber}</span> · {typeOf(row)}
      </span>
    </>
  );
}

function RowProgress({ row }: { row: ListedApplication }) {
  const steps = `step ${row.currentStep} of ${row.totalSteps}`;
  return (
    <>
      <Progress
        size="sm"
        value={row.completionPercentage}
        label={`Progress of ${row.applicationNumber}`}
        text={`${row.completionPercentage}%, ${steps}`}
      />
      <span className="mt-0.5 block text-2xs leading-tight text-stone tabular-nums" title={steps}>
        {row.completionPercentage}% <span className="sr-only">{steps}</span>
      </span>
    </>
  );
}

/** The passport's expiry day, flagged if too soon. */
function Passport({ row: { passport, passportExpires } }: { row: ListedApplication }) {
  const day = passportExpires ? calendarDate(passportExpires) : "—";
  if (!passport) return <span className="text-xs tabular-nums">{day}</span>;
  return (
    <>
      <Badge tone={passport.isExpired ? "red" : "yellow"}>{day}</Badge>
      <span className="sr-only"> {passport.sentence}</span>
    </>
  );
}

/** When its visa, permit or entry permission ends, flagged if soon or over. */
function Ends({ row: { endsOn, end } }: { row: ListedApplication }) {
  const day = endsOn ? calendarDate(endsOn) : "—";
  if (!end) return <span className="text-xs tabular-nums">{day}</span>;
  return (
    <>
      <Badge tone={end.isOver ? "red" : "yellow"}>{day}</Badge>
      <span className="sr-only"> {end.text}</span>
    </>
  );
}

const paymentTones: Partial<Record<string, BadgeTone>> = {
  paid: "green",
  partial: "yellow",
  pending: "gray",
  refunded: "purple",
};

export function PaymentBadge({ status }: { status: string }) {
  return <Badge tone={paymentTones[status] ?? "gray"}>{statusLook(status).label}</Badge>;
}
