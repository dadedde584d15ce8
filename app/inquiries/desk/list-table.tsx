import { Link } from "react-router";
import { calendarDate, nassauListDate, nassauTime } from "~/ground/time";
import { EmailText } from "~/ui/email-text";
import { SampleMark } from "~/ui/lists/badge";
import { RowIcon, RowIconDrawings } from "~/ui/lists/row-icon";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { seenInput, seenStatus } from "./forms";
import type { ListedInquiry } from "./list.server";
import { PriorityToggle, StatusControl } from "./row-forms";

export type InquiryTableProps = {
  rows: ListedInquiry[];
  /** The list's own search, so that Close leads back to the same page of it. */
  search: string;
  sort: "newest" | "oldest";
  /** The list sorted the other way. */
  sortTo: string;
  chosen: ReadonlySet<string>;
  onChoose: (id: string, chosen: boolean) => void;
  /** The form that the boxes belong to. */
  bulkForm: string;
};

const columns = ["Applicant", "Service", "Travel Date", "Status", "Actions"];

/** The list of A-INQ-7. */
export function InquiryTable(props: InquiryTableProps) {
  const { rows, sort, sortTo } = props;
  return (
    <>
      <RowIconDrawings />
      <Table label={`Inquiries, ${sort} first`} frameClassName="relative mt-2 md:max-xl:overflow-x-auto">
        <thead>
          <Tr>
            <Th className="w-px pr-0">
              <span className="sr-only">Choose</span>
            </Th>
            <Th sort={sort === "newest" ? "descending" : "ascending"} sortTo={sortTo}>
              Date
            </Th>
            {columns.map((column) => (
              <Th key={column}>{column}</Th>
            ))}
          </Tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} {...props} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

function Row({ row, search, chosen, onChoose, bulkForm }: { row: ListedInquiry } & InquiryTableProps) {
  const ticked = chosen.has(row.id);
  return (
    <Tr id={`inquiry-${row.id}`} selected={ticked}>
      <Td className="md:w-px md:pr-0">
        <label className="flex min-h-8 min-w-8 items-center gap-3 max-md:min-h-11 max-md:text-xs max-md:font-semibold max-md:text-stone md:justify-center">
          <input
            type="checkbox"
            name="inquiry"
            value={row.id}
            form={bulkForm}
            checked={ticked}
            autoComplete="off"
            onChange={(event) => onChoose(row.id, event.currentTarget.checked)}
            aria-label={`Choose ${row.fullName}`}
            className="size-4.5"
          />
          <input type="hidden" name={seenInput} value={seenStatus(row)} form={bulkForm} />
          <span className="md:hidden">Choose</span>
        </label>
      </Td>
      <Td label="Date" className="whitespace-nowrap">
        <time dateTime={row.createdAt.toISOString()} title={nassauTime(row.createdAt)}>
          {nassauListDate(row.createdAt)}
        </time>
      </Td>
      <Td label="Applicant">
        <div className="min-w-0 md:min-w-44">
          <span className="flex flex-wrap items-center gap-x-1.5 font-medium max-md:justify-end">
            {row.priority ? (
              <RowIcon name="star" label="Priority" className="size-4 shrink-0 fill-gold text-gold-ink" />
            ) : null}
            <span className="[overflow-wrap:anywhere]">{row.fullName}</span>
            {row.isSample ? <SampleMark /> : null}
          </span>
          <span className="flex flex-wrap items-center gap-x-2 text-xs text-stone max-md:justify-end">
            {row.email ? <EmailText email={row.email} /> : <span className="tabular-nums">{row.phone}</span>}
            {row.files > 0 ? (
              <span className="inline-flex items-center gap-0.5" title={`${row.files} uploaded documents`}>
                <RowIcon name="paperclip" className="size-3.5" />
                {row.files}
                <span className="sr-only"> uploaded documents</span>
              </span>
            ) : null}
            {row.hasNotes ? (
              <span title="Has admin notes">
                <RowIcon name="notes" className="size-3.5" />
                <span className="sr-only">has admin notes</span>
              </span>
            ) : null}
          </span>
        </div>
      </Td>
      <Td label="Service">
        <span className="block min-w-0 md:min-w-34">{row.visaService}</span>
      </Td>
      <Td label="Travel Date" className="whitespace-nowrap">
        {row.travelDate === null ? "—" : calendarDate(row.travelDate)}
      </Td>
      <Td label="Status">
        <StatusControl inquiry={row} />
      </Td>
      <Td label="Actions">
        <div className="-mx-2 flex items-center gap-1">
          <PriorityToggle inquiry={row} />
          <Link
            to={`/admin/inquiries/${row.id}${search}`}
            data-row={row.id}
            aria-label={`View ${row.fullName}`}
            className="inline-flex min-h-9 items-center rounded-sm px-2 font-semibold text-sea-ink hover:bg-foam hover:underline max-md:min-h-11"
          >
            View
          </Link>
        </div>
      </Td>
    </Tr>
  );
}
