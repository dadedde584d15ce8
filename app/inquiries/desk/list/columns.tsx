import { Link } from "react-router";
import { DueText, dueWidth } from "~/accounts/owners/due-text";
import { ownedSeenInput, seenOwned } from "~/accounts/owners/owned";
import { OwnerControl, ownerWidth, type People } from "~/accounts/owners/owner-control";
import type { Head } from "~/core/lists/heads";
import { calendarDate } from "~/core/time";
import { SampleMark } from "~/ui/lists/badge";
import type { Choice } from "~/ui/lists/choose";
import { type Column, ListTable, ListTime } from "~/ui/lists/list-table";
import { RowIcon, RowIconDrawings } from "~/ui/lists/row-icon";
import { spoken } from "~/ui/lists/spoken";
import { seenInput, seenStatus } from "../forms";
import type { ListedInquiry } from "../list.server";
import { PriorityToggle, StatusControl } from "../row-forms";
import type { ColumnId } from "./columns.server";

export type InquiryTableProps = {
  rows: ListedInquiry[];
  heads: Head<ColumnId>[];
  sort: "newest" | "oldest";
  /** The list's query string, so that Close returns to the same page of it. */
  search: string;
  choice: Choice;
  people: People;
};

/** The table of the list. */
export const InquiryTable = ({ rows, heads, sort, search, choice, people }: InquiryTableProps) => (
  <>
    <RowIconDrawings />
    <ListTable
      label={`Inquiries, ${sort} first`}
      heads={heads}
      columns={columnsFor(people, rows)}
      rows={rows}
      rowId={({ id }) => `inquiry-${id}`}
      choose={{
        choice,
        nameOf: ({ fullName }) => spoken(fullName),
        seen: (row) => ({ [seenInput]: seenStatus(row), [ownedSeenInput]: seenOwned(row) }),
      }}
      actions={{
        width: "w-26",
        cell: (row) => (
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
        ),
      }}
    />
  </>
);

const contactOf = (row: ListedInquiry) => row.email || row.phone;

/** How each column is rendered, on one line per row; name and service share the remaining width. */
const columnsFor = (people: People, rows: readonly ListedInquiry[]): Record<ColumnId, Column<ListedInquiry>> => ({
  date: { className: "w-24 max-xl:hidden", cell: ({ createdAt }) => <ListTime at={createdAt} /> },
  applicant: {
    at: "title",
    title: (row) => [row.fullName, contactOf(row)].filter(Boolean).join(" · "),
    cell: (row) => <Applicant row={row} />,
  },
  service: {
    className: "max-xl:hidden",
    title: ({ visaService }) => visaService,
    cell: ({ visaService }) => visaService,
  },
  travel: {
    className: "w-28 max-[88rem]:hidden",
    cell: ({ travelDate }) => (travelDate === null ? "—" : calendarDate(travelDate)),
  },
  status: { width: "w-36", at: "mark", cell: (row) => <StatusControl inquiry={row} /> },
  owner: {
    className: `${ownerWidth(rows)} max-lg:hidden`,
    cell: (row) => <OwnerControl of="inquiry" record={row} name={row.fullName} people={people} />,
  },
  due: { width: dueWidth(rows), at: "end", cell: ({ due }) => <DueText due={due} short /> },
});

/** The first column; on phones name and service only. */
function Applicant({ row }: { row: ListedInquiry }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        {row.priority ? (
          <RowIcon name="star" label="Priority" className="size-4 shrink-0 fill-gold text-gold-ink" />
        ) : null}
        <bdi className="min-w-0 truncate font-medium">{row.fullName}</bdi>
        {row.isSample ? <SampleMark short /> : null}
        <bdi className="min-w-0 flex-1 truncate text-xs text-stone max-[100rem]:hidden">{contactOf(row)}</bdi>
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
    </>
  );
}
