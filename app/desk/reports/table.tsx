import { ChevronRight } from "lucide-react";
import { standardSteps } from "~/applications/steps/registry";
import { formatCount } from "~/core/counted";
import { usdAndCents } from "~/core/prices/money";
import { calendarMonth } from "~/core/time";
import type { Figures, ReportMonth } from "~/desk/reports/reports.server";
import { duration } from "~/desk/reports/words";
import { Table, Td, Th, Tr } from "~/ui/lists/table";

type Column = { label: string; text: (figures: Figures) => string };

const columns: readonly Column[] = [
  { label: "Inquiries", text: ({ inquiries }) => formatCount(inquiries) },
  { label: "Starts", text: ({ starts }) => formatCount(starts) },
  { label: "Submissions", text: ({ submissions }) => formatCount(submissions) },
  { label: "Approvals", text: ({ approvals }) => formatCount(approvals) },
  { label: "Denials", text: ({ denials }) => formatCount(denials) },
  { label: "To the first answer", text: ({ toAnswer }) => duration(toAnswer) },
  { label: "To submission", text: ({ toSubmission }) => duration(toSubmission) },
  { label: "To the decision", text: ({ toDecision }) => duration(toDecision) },
  { label: "Revenue", text: ({ revenue }) => usdAndCents(String(revenue)) },
];

/** The titles of the steps that every application starts with; later ones depend on the service. */
const stepTitle = (step: number): string => {
  const title = step < standardSteps.length ? standardSteps[step - 1]?.title : undefined;
  return title ? `${step}. ${title}` : `Step ${step}`;
};

type ReportTableProps = { months: readonly ReportMonth[]; chosen: string | undefined };

const endingColumns: readonly Column[] = [
  { label: "End", text: ({ endings }) => formatCount(endings) },
  { label: "Renewal started", text: ({ renewals }) => formatCount(renewals) },
  { label: "Renewal submitted", text: ({ renewalsSubmitted }) => formatCount(renewalsSubmitted) },
  { label: "Renewal approved", text: ({ renewalsApproved }) => formatCount(renewalsApproved) },
];

const somethingHappened = ({ endings, renewals, renewalsSubmitted, renewalsApproved, drafts, ...rest }: Figures) =>
  Object.keys(drafts).length > 0 || Object.values(rest).some(Boolean);

/** The months and services with some of these figures. */
const withServices = (months: readonly ReportMonth[], has: (figures: Figures) => boolean): ReportMonth[] =>
  months
    .filter(({ all }) => has(all))
    .map(({ services, ...month }) => ({ ...month, services: services.filter(({ figures }) => has(figures)) }));

/** Without months in which something ends and nothing else happened yet. */
export function MonthTable({ months, chosen }: ReportTableProps) {
  const happened = withServices(months, somethingHappened);
  if (happened.length === 0) return <p className="text-stone">Nothing happened in this period yet.</p>;
  return <FigureTable label="By month and service" columns={columns} months={happened} chosen={chosen} />;
}

/** What ends, by the month of its day, and how far its renewals are. */
export function EndingTable({ months, chosen }: ReportTableProps) {
  const ending = withServices(months, ({ endings }) => endings > 0);
  if (ending.length === 0)
    return <p className="text-stone">No visa, permit or entry permission ends in this period.</p>;
  return <FigureTable label="Endings and renewals" columns={endingColumns} months={ending} chosen={chosen} />;
}

/** Unfinished drafts by their current step, and the month in which they were started. */
export function DraftTable({ months, chosen }: ReportTableProps) {
  const steps = [...new Set(months.flatMap(({ all }) => Object.keys(all.drafts).map(Number)))].sort((a, b) => a - b);
  const drafted = months.filter(({ all }) => Object.keys(all.drafts).length > 0);
  if (drafted.length === 0) return <p className="text-stone">No unfinished drafts in this period.</p>;
  const bySteps = steps.map((step) => ({
    label: stepTitle(step),
    text: ({ drafts }: Figures) => formatCount(drafts[step] ?? 0),
  }));
  return <FigureTable label="Unfinished drafts by step" columns={bySteps} months={drafted} chosen={chosen} />;
}

type FigureTableProps = ReportTableProps & { label: string; columns: readonly Column[] };

/** A row for all services of a month, followed by one each; of a selected service only its own. */
function FigureTable({ label, columns, months, chosen }: FigureTableProps) {
  return (
    <Table label={label} narrow="scroll" sticky={false} className="tabular-nums">
      <thead>
        <Tr>
          <Th className="align-bottom">Month</Th>
          <Th className="align-bottom">Service</Th>
          {columns.map((column) => (
            <Th key={column.label} align="right" className="align-bottom whitespace-normal!">
              {column.label}
            </Th>
          ))}
        </Tr>
      </thead>
      {months.map(({ month, all, services }) => (
        <tbody key={month} className="group/month">
          <FigureRow
            month={month}
            service={chosen ?? "All services"}
            figures={all}
            columns={columns}
            total
            unfolds={chosen === undefined && services.length > 0}
          />
          {chosen === undefined
            ? services.map(({ service, figures }) => (
                <FigureRow key={service} month={month} service={service} figures={figures} columns={columns} />
              ))
            : null}
        </tbody>
      ))}
    </Table>
  );
}

/** Unfolds the rows of a month's services, without JavaScript too: they are in the page. */
const ServicesBox = ({ month }: { month: string }) => (
  <label className="-ml-1 inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-xs pr-1 pl-0.5 whitespace-nowrap hover:bg-foam has-focus-visible:outline-2 has-focus-visible:outline-sea">
    <input type="checkbox" autoComplete="off" className="peer sr-only" />
    <ChevronRight aria-hidden className="size-4 transition-transform peer-checked:rotate-90" />
    {calendarMonth(`${month}-01`)}
    <span className="sr-only"> by service</span>
  </label>
);

type FigureRowProps = {
  month: string;
  service: string;
  figures: Figures;
  columns: readonly Column[];
  total?: boolean;
  /** It is followed by rows of services, folded until they are asked for. */
  unfolds?: boolean;
};

function FigureRow({ month, service, figures, columns, total = false, unfolds = false }: FigureRowProps) {
  return (
    <Tr
      className={total ? "font-semibold [&>*]:bg-foam/60" : "hidden group-has-checked/month:table-row print:table-row"}
    >
      <Td className="whitespace-nowrap">{unfolds ? <ServicesBox month={month} /> : calendarMonth(`${month}-01`)}</Td>
      <th scope="row" className={`px-3.5 py-2.5 text-left md:min-w-44 ${total ? "font-semibold" : "font-normal"}`}>
        {service}
      </th>
      {columns.map(({ label, text }) => (
        <Td key={label} align="right" className="text-right whitespace-nowrap">
          {text(figures)}
        </Td>
      ))}
    </Tr>
  );
}
