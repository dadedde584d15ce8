import { Link } from "react-router";
import { CaseStatus } from "~/applications/desk/row-status/case-status";
import { nassauListDate } from "~/ground/time";
import { EmailText } from "~/ui/email-text";
import { Badge, type BadgeTone, SampleMark } from "~/ui/lists/badge";
import { statusLook } from "~/ui/lists/status-badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { Progress } from "~/ui/progress";
import type { ListedApplication } from "./list.server";
import { columnSort, type Sort } from "./sort";

const columns = ["Application", "Applicant", "Type", "Status", "Progress", "Payment", "Submitted", "Actions"];

/** Which drafts are chosen, for the form `form` that the boxes belong to. */
type Choice = { form: string; chosen: ReadonlySet<string>; onChoose: (id: string, chosen: boolean) => void };

/** `search` is the list's own, so that Close leads back to the same page of it. Without `sortPath` it is not sorted. */
export function ApplicationTable(props: {
  rows: ListedApplication[];
  search: string;
  sort?: Sort;
  sortPath?: (sort: Sort) => string;
  choice: Choice | undefined;
}) {
  const { rows, search, sort = "", sortPath, choice } = props;
  return (
    <Table label="Applications" frameClassName="relative md:max-xl:overflow-x-auto">
      <thead>
        <Tr>
          {choice ? (
            <Th className="w-px pr-0">
              <span className="sr-only">Choose</span>
            </Th>
          ) : null}
          {columns.map((column) => {
            const by = columnSort(column, sort);
            return (
              <Th key={column} {...(by && sortPath ? { sort: by.sort, sortTo: sortPath(by.next) } : {})}>
                {column}
              </Th>
            );
          })}
        </Tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} search={search} choice={choice} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row, search, choice }: { row: ListedApplication; search: string; choice: Choice | undefined }) {
  const type = row.serviceName ?? row.applicationType ?? "—";
  const steps = `step ${row.currentStep} of ${row.totalSteps}`;
  return (
    <Tr selected={choice?.chosen.has(row.id)}>
      {choice ? <ChoiceCell row={row} {...choice} /> : null}
      <Td label="Application">
        <span className="font-mono text-xs font-medium whitespace-nowrap">{row.applicationNumber}</span>
      </Td>
      <Td label="Applicant">
        <div className="min-w-0 md:min-w-40 min-[88rem]:min-w-52">
          <span className="flex flex-wrap items-center gap-x-1.5 font-medium break-words max-md:justify-end">
            {row.name}
            {row.isSample ? <SampleMark /> : null}
          </span>
          <EmailText email={row.userEmail} className={row.name ? "block text-xs text-stone" : ""} />
        </div>
      </Td>
      <Td label="Type">
        <div className="min-w-0 md:min-w-34">
          <span className="block">{type}</span>
          {row.visaType && row.visaType !== type ? (
            <span className="block text-xs text-stone">{row.visaType}</span>
          ) : null}
        </div>
      </Td>
      <Td label="Status">
        <CaseStatus row={row} className="w-40" />
        {row.asksToWithdraw ? (
          <Badge tone="sand" className="md:mt-1 md:flex md:w-fit">
            Asks to withdraw
          </Badge>
        ) : null}
      </Td>
      <Td label="Progress">
        <div className="w-36 max-w-full md:w-24 xl:w-28 min-[88rem]:w-32">
          <Progress
            size="sm"
            value={row.completionPercentage}
            label={`Progress of ${row.applicationNumber}`}
            text={`${row.completionPercentage}%, ${steps}`}
          />
          <span className="mt-1 flex flex-wrap justify-between gap-x-1 text-xs text-stone max-md:justify-end max-md:gap-x-1.5">
            <span>{row.completionPercentage}%</span>
            <span className="whitespace-nowrap">{steps}</span>
          </span>
        </div>
      </Td>
      <Td label="Payment">
        <PaymentBadge status={row.paymentStatus} />
      </Td>
      <Td label="Submitted" className="whitespace-nowrap">
        {row.submittedAt ? (
          <time dateTime={row.submittedAt.toISOString()}>{nassauListDate(row.submittedAt)}</time>
        ) : (
          "—"
        )}
      </Td>
      <Td label="Actions">
        <Link
          to={`/admin/applications/${row.id}${search}`}
          data-row={row.id}
          className="-mx-2 inline-flex min-h-9 items-center rounded-sm px-2 font-semibold text-sea-ink hover:bg-foam hover:underline max-md:min-h-11"
        >
          View<span className="sr-only"> {row.applicationNumber}</span>
        </Link>
      </Td>
    </Tr>
  );
}

/** Only drafts have a box, because only drafts can be deleted. */
function ChoiceCell({ row, form, chosen, onChoose }: Choice & { row: ListedApplication }) {
  if (!row.isDraft) return <Td className="max-md:hidden md:w-px md:pr-0" />;
  return (
    <Td className="md:w-px md:pr-0">
      <label className="flex min-h-8 min-w-8 items-center gap-3 max-md:min-h-11 max-md:text-xs max-md:font-semibold max-md:text-stone md:justify-center">
        <input
          type="checkbox"
          name="draft"
          value={row.id}
          form={form}
          checked={chosen.has(row.id)}
          autoComplete="off"
          onChange={(event) => onChoose(row.id, event.currentTarget.checked)}
          aria-label={`Choose ${row.applicationNumber}`}
          className="size-4.5"
        />
        <span className="md:hidden">Choose</span>
      </label>
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
