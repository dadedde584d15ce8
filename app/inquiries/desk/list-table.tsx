import { Link } from "react-router";
import { DueText } from "~/accounts/owners/due-text";
import { ownedSeenInput, seenOwned } from "~/accounts/owners/owned";
import { OwnerControl, type People } from "~/accounts/owners/owner-control";
import { calendarDate, nassauListDate, nassauTime } from "~/core/time";
import { SampleMark } from "~/ui/lists/badge";
import { type Choice, ChooseAll, ChooseCell } from "~/ui/lists/choose";
import { RowIcon, RowIconDrawings } from "~/ui/lists/row-icon";
import { spoken } from "~/ui/lists/spoken";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { seenInput, seenStatus } from "./forms";
import { type ColumnId, columns } from "./list/columns";
import type { ListedInquiry } from "./list.server";
import { PriorityToggle, StatusControl } from "./row-forms";

export type InquiryTableProps = {
  rows: ListedInquiry[];
  /** The list's own search, so that Close leads back to the same page of it. */
  search: string;
  sort: "newest" | "oldest";
  /** The list sorted the other way. */
  sortTo: string;
  /** The columns that are shown; all of them without any. */
  shown: readonly ColumnId[];
  choice: Choice;
  people: People;
};

/** Widths of a table of one line a row; name and service share the rest. Narrow screens leave out what they can. */
const widths: Record<ColumnId, string> = {
  date: "w-22 max-xl:hidden",
  applicant: "",
  service: "max-xl:hidden",
  travel: "w-28 max-[88rem]:hidden",
  status: "w-38",
  owner: "w-32 max-lg:hidden",
  due: "w-32",
};

/** The list of A-INQ-7. */
export function InquiryTable(props: InquiryTableProps) {
  const { rows, sort, sortTo, shown, choice } = props;
  const listed = columns.filter(({ id }) => shown.length === 0 || shown.includes(id));
  return (
    <>
      <RowIconDrawings />
      <Table label={`Inquiries, ${sort} first`} narrow="rows">
        <thead>
          <Tr>
            <ChooseAll choice={choice} label="Choose all on this page" />
            {listed.map(({ id, label }) => (
              <Th
                key={id}
                className={widths[id]}
                {...(id === "date" ? { sort: sort === "newest" ? "descending" : "ascending", sortTo } : {})}
              >
                {label}
              </Th>
            ))}
            <Th className="w-26">Actions</Th>
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

type RowProps = InquiryTableProps & { row: ListedInquiry; listed: readonly ColumnId[] };

function Row({ row, search, choice, people, listed }: RowProps) {
  const has = (id: ColumnId) => listed.includes(id);
  return (
    <Tr id={`inquiry-${row.id}`} selected={choice.chosen.has(row.id)}>
      <ChooseCell id={row.id} label={spoken(row.fullName)} choice={choice}>
        <input type="hidden" name={seenInput} value={seenStatus(row)} form={choice.form} />
        <input type="hidden" name={ownedSeenInput} value={seenOwned(row)} form={choice.form} />
      </ChooseCell>
      {has("date") ? (
        <Td className={widths.date}>
          <time
            dateTime={row.createdAt.toISOString()}
            title={nassauTime(row.createdAt)}
            className="text-xs tabular-nums"
          >
            {nassauListDate(row.createdAt)}
          </time>
        </Td>
      ) : null}
      {has("applicant") ? <Applicant row={row} /> : null}
      {has("service") ? (
        <Td className={widths.service} title={row.visaService}>
          {row.visaService}
        </Td>
      ) : null}
      {has("travel") ? (
        <Td className={widths.travel}>{row.travelDate === null ? "—" : calendarDate(row.travelDate)}</Td>
      ) : null}
      {has("status") ? (
        <Td at="mark">
          <StatusControl inquiry={row} />
        </Td>
      ) : null}
      {has("owner") ? (
        <Td className={widths.owner}>
          <OwnerControl of="inquiry" record={row} name={row.fullName} people={people} />
        </Td>
      ) : null}
      {has("due") ? (
        <Td at="end">
          <DueText due={row.due} short />
        </Td>
      ) : null}
      <Td at="link">
        <div className="flex items-center gap-0.5">
          <span className="max-md:hidden">
            <PriorityToggle inquiry={row} />
          </span>
          <Link
            to={`/admin/inquiries/${row.id}${search}`}
            data-row={row.id}
            aria-label={`View ${spoken(row.fullName)}`}
            className="row-link"
          >
            View
          </Link>
        </div>
      </Td>
    </Tr>
  );
}

/** On phones the first line: name and, under it, the service. */
function Applicant({ row }: { row: ListedInquiry }) {
  const contact = row.email || row.phone;
  return (
    <Td at="title" title={[row.fullName, contact].filter(Boolean).join(" · ")}>
      <span className="flex min-w-0 items-center gap-1.5">
        {row.priority ? (
          <RowIcon name="star" label="Priority" className="size-4 shrink-0 fill-gold text-gold-ink" />
        ) : null}
        <bdi className="min-w-0 truncate font-medium">{row.fullName}</bdi>
        {row.isSample ? <SampleMark short /> : null}
        <bdi className="min-w-0 flex-1 truncate text-xs text-stone max-[100rem]:hidden">{contact}</bdi>
        {row.files > 0 ? (
          <span
            className="inline-flex shrink-0 items-center gap-0.5 text-xs text-stone"
            title={`${row.files} uploaded documents`}
          >
            <RowIcon name="paperclip" className="size-3.5" />
            {row.files}
            <span className="sr-only"> uploaded documents</span>
          </span>
        ) : null}
        {row.hasNotes ? (
          <span title="Has admin notes" className="shrink-0 text-stone">
            <RowIcon name="notes" className="size-3.5" />
            <span className="sr-only">has admin notes</span>
          </span>
        ) : null}
      </span>
      <span className="block truncate text-xs text-stone md:hidden">{row.visaService}</span>
    </Td>
  );
}
