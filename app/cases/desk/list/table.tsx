import { Link } from "react-router";
import { DueText } from "~/accounts/owners/due-text";
import { ownedSeenInput, seenOwned } from "~/accounts/owners/owned";
import { OwnerControl, type People } from "~/accounts/owners/owner-control";
import { CaseStatus } from "~/cases/desk/row-status/case-status";
import { calendarDate, nassauListDate, nassauTime } from "~/core/time";
import { classNames } from "~/ui/class-names";
import { Badge, type BadgeTone, SampleMark } from "~/ui/lists/badge";
import { type Choice, ChooseAll, ChooseCell } from "~/ui/lists/choose";
import { RowIconDrawings } from "~/ui/lists/row-icon";
import { statusLook } from "~/ui/lists/status-badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { Progress } from "~/ui/progress";
import { type ColumnId, columns } from "./columns";
import type { ListedApplication } from "./list.server";
import { columnSort, type Sort } from "./sort";

/** Widths of a table of one line a row; name and service share the rest. Narrow screens leave out what they can. */
const widths: Record<ColumnId, string> = {
  application: "w-32",
  applicant: "",
  type: "type-cell w-44 max-xl:hidden",
  status: "w-35",
  progress: "w-18 max-[100rem]:hidden",
  payment: "w-20 max-[100rem]:hidden",
  submitted: "w-24 max-xl:hidden",
  passport: "w-26 max-[88rem]:hidden",
  owner: "w-30 max-lg:hidden",
  due: "w-32",
};

export type ApplicationTableProps = {
  rows: ListedApplication[];
  /** The list's own search, so that Close leads back to the same page of it. */
  search: string;
  /** Without it the columns are not sorted. */
  sortPath?: (sort: Sort) => string;
  sort?: Sort;
  /** The columns that are shown; all of them without any. */
  shown?: readonly ColumnId[];
  /** What is chosen, and to whom it can be given; without it the table is only read. */
  choice?: Choice | undefined;
  people?: People | undefined;
};

export function ApplicationTable(props: ApplicationTableProps) {
  const { rows, sort = "", sortPath, shown = [], choice } = props;
  const listed = columns.filter(({ id }) => shown.length === 0 || shown.includes(id));
  return (
    <>
      <RowIconDrawings />
      <Table label="Applications" narrow="rows">
        <thead>
          <Tr>
            {choice ? <ChooseAll choice={choice} label="Choose all on this page" /> : null}
            {listed.map(({ id, label }) => {
              const by = columnSort(label, sort);
              return (
                <Th
                  key={id}
                  className={widths[id]}
                  {...(by && sortPath ? { sort: by.sort, sortTo: sortPath(by.next) } : {})}
                >
                  {label}
                </Th>
              );
            })}
            <Th className="w-18">Actions</Th>
          </Tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} {...props} listed={listed.map(({ id }) => id)} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

type RowProps = ApplicationTableProps & { row: ListedApplication; listed: readonly ColumnId[] };

function Row({ row, search, choice, people, listed }: RowProps) {
  const has = (id: ColumnId) => listed.includes(id);
  return (
    <Tr selected={choice?.chosen.has(row.id)}>
      {choice ? (
        <ChooseCell id={row.id} label={row.applicationNumber} choice={choice}>
          <input type="hidden" name={ownedSeenInput} value={seenOwned(row)} form={choice.form} />
        </ChooseCell>
      ) : null}
      {has("application") ? (
        <Td>
          <span className="font-mono text-xs font-medium whitespace-nowrap">{row.applicationNumber}</span>
        </Td>
      ) : null}
      {has("applicant") ? <Applicant row={row} /> : null}
      {has("type") ? <Service row={row} className={widths.type} /> : null}
      {has("status") ? <Status row={row} /> : null}
      {has("progress") ? <ProgressCell row={row} /> : null}
      {has("payment") ? (
        <Td className={widths.payment}>
          <PaymentBadge status={row.paymentStatus} />
        </Td>
      ) : null}
      {has("submitted") ? <Submitted row={row} /> : null}
      {has("passport") ? <Passport row={row} /> : null}
      {has("owner") ? (
        <Td className={widths.owner}>
          {people ? (
            <OwnerControl of="application" record={row} name={row.applicationNumber} people={people} />
          ) : (
            (row.ownerName ?? "—")
          )}
        </Td>
      ) : null}
      {has("due") ? (
        <Td at="end">
          <DueText due={row.due} short />
        </Td>
      ) : null}
      <Td at="link">
        <Link to={`/admin/applications/${row.id}${search}`} data-row={row.id} className="row-link">
          View<span className="sr-only"> {row.applicationNumber}</span>
        </Link>
      </Td>
    </Tr>
  );
}

const typeOf = (row: ListedApplication) => row.serviceName ?? row.applicationType ?? "—";

/** On phones the first line: name and, under it, number and service. */
function Applicant({ row }: { row: ListedApplication }) {
  return (
    <Td at="title" title={[row.name, row.userEmail].filter(Boolean).join(" · ")}>
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
    </Td>
  );
}

function Service({ row, className }: { row: ListedApplication; className: string }) {
  const type = typeOf(row);
  const kind = row.visaType && row.visaType !== type ? row.visaType : "";
  return (
    <Td className={className} title={[type, kind].filter(Boolean).join(" · ")}>
      {/* Two small lines are no higher than one with a control. */}
      <span className="line-clamp-2 text-xs leading-tight whitespace-normal">
        {type}
        {kind ? <span className="text-stone"> · {kind}</span> : null}
      </span>
    </Td>
  );
}

function Status({ row }: { row: ListedApplication }) {
  const { label } = statusLook(row.status);
  return (
    <Td at="mark" title={row.withdrawalRequestedAt ? `${label}, asks to withdraw` : label}>
      <span className="flex min-w-0 items-center gap-1">
        {/* On phones to the middle of the row and no further: there a touch opens the case. */}
        <CaseStatus row={row} className="w-36 max-w-full max-md:w-[calc(50vw-4.5rem)]" />
        {row.withdrawalRequestedAt ? (
          <Badge tone="sand" className="min-w-0 truncate">
            Asks to withdraw
          </Badge>
        ) : null}
      </span>
    </Td>
  );
}

function ProgressCell({ row }: { row: ListedApplication }) {
  const steps = `step ${row.currentStep} of ${row.totalSteps}`;
  return (
    <Td className={widths.progress}>
      <Progress
        size="sm"
        value={row.completionPercentage}
        label={`Progress of ${row.applicationNumber}`}
        text={`${row.completionPercentage}%, ${steps}`}
      />
      <span className="mt-0.5 block text-2xs leading-tight text-stone tabular-nums" title={steps}>
        {row.completionPercentage}% <span className="sr-only">{steps}</span>
      </span>
    </Td>
  );
}

function Submitted({ row }: { row: ListedApplication }) {
  return (
    <Td className={widths.submitted}>
      {row.submittedAt ? (
        <time
          dateTime={row.submittedAt.toISOString()}
          title={nassauTime(row.submittedAt)}
          className="text-xs tabular-nums"
        >
          {nassauListDate(row.submittedAt)}
        </time>
      ) : (
        "—"
      )}
    </Td>
  );
}

/** The day on which it expires; flagged where that is too soon (F-DESK-17). */
function Passport({ row: { passport, passportExpires } }: { row: ListedApplication }) {
  const day = passportExpires ? calendarDate(passportExpires) : "—";
  return (
    <Td className={widths.passport} title={passport?.sentence}>
      {passport ? (
        <>
          <Badge tone={passport.isExpired ? "red" : "yellow"}>{day}</Badge>
          <span className="sr-only"> {passport.sentence}</span>
        </>
      ) : (
        <span className="text-xs tabular-nums">{day}</span>
      )}
    </Td>
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
