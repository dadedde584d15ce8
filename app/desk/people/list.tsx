import { data } from "react-router";
import { ExportView } from "~/accounts/exports/export-view";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { importedOn } from "~/clients/client";
import { headsOf } from "~/core/lists/heads";
import { orEmpty } from "~/db/failure.server";
import { nameOf, personPath } from "~/people/person-link";
import { assignForPage } from "~/people/waiting.server";
import { ButtonLink } from "~/ui/button";
import { DeskList } from "~/ui/lists/desk-list";
import { listHref } from "~/ui/lists/list-filter";
import { type Column, ListTable, ListTime } from "~/ui/lists/list-table";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/list";
import {
  type ListedPerson,
  columns as listedColumns,
  listPairs,
  listPeople,
  mostPairs,
  readPeopleFilters,
} from "./list.server";
import { noticeOf } from "./notice";
import { PairCard } from "./pair";

const path = "/admin/people";

export const meta: Route.MetaFunction = () => [{ title: "People · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  const { role } = await requireStaff(request);
  const filters = readPeopleFilters(url.searchParams);
  await assignForPage();
  const isPairs = filters.duplicates === "yes";
  const [page, pairs] = await Promise.all([
    isPairs ? null : orEmpty("the people", listPeople(filters), { rows: [], older: null, newer: null }),
    isPairs ? orEmpty("the possible duplicates", listPairs(), []) : null,
  ]);
  const { notice, headers } = readFlash(request);
  return data(
    {
      heads: headsOf(listedColumns),
      mayImport: role === "super_admin",
      page,
      pairs,
      isFull: pairs?.length === mostPairs,
      filters,
      notice,
    },
    { headers },
  );
}

export default function People({ loaderData }: Route.ComponentProps) {
  const { heads, mayImport, page, pairs, isFull, filters, notice } = loaderData;
  const { q, before, after } = filters;
  if (pairs) return <Duplicates pairs={pairs} isFull={isFull} notice={notice} />;
  const { rows, older, newer } = page ?? { rows: [], older: null, newer: null };
  return (
    <DeskList
      title="People"
      links={
        <>
          <ButtonLink to={`${path}?duplicates=yes`} variant="outline" size="sm">
            Possible duplicates
          </ButtonLink>
          {mayImport ? (
            <ButtonLink to={`${path}/import`} variant="outline" size="sm">
              Import clients
            </ButtonLink>
          ) : null}
        </>
      }
      actions={<ExportView to={listHref(`${path}/export`, { q })} />}
      notice={noticeOf(notice)}
      path={path}
      filters={{ q }}
      row={before ? { before } : { after }}
      cards={[]}
      searchLabel="Name, email or phone"
      selects={[]}
      empty={{
        title: q || before || after ? "Nobody found" : "Nobody here yet.",
        filtered: "Try other words.",
        unfiltered: "People appear with their first inquiry or application.",
      }}
      rows={rows}
      previous={{ label: "Later", after: newer }}
      next={{ label: "Earlier", before: older }}
    >
      {(search) => (
        <ListTable
          label="People, most recent contact first"
          heads={heads}
          columns={columns}
          rows={rows}
          actions={{
            width: "w-16",
            cell: (row) => (
              <PageLink to={`${personPath(row.id)}${search}`} data-row={row.id} className="row-link">
                View<span className="sr-only"> {nameOf(row)}</span>
              </PageLink>
            ),
          }}
        />
      )}
    </DeskList>
  );
}

/** On phones: the name first, then an email or a phone, and the numbers of records. */
const columns: Record<keyof typeof listedColumns, Column<ListedPerson>> = {
  name: {
    at: "title",
    title: nameOf,
    cell: (row) => (
      <>
        <bdi className="block truncate font-medium">{nameOf(row)}</bdi>
        <span className="block truncate text-xs text-stone md:hidden">{row.email || row.phone}</span>
        {row.importedAt ? (
          <span className="block truncate text-xs text-stone">{importedOn(row.importedAt)}</span>
        ) : null}
      </>
    ),
  },
  emails: { className: "max-lg:hidden", cell: (row) => <Several first={row.email} more={row.moreEmails} /> },
  phones: {
    width: "w-64",
    className: "tabular-nums max-lg:hidden",
    cell: (row) => <Several first={row.phone} more={row.morePhones} />,
  },
  inquiries: {
    width: "w-24",
    className: "tabular-nums max-lg:hidden",
    cell: ({ inquiries }) => inquiries.toLocaleString("en-US"),
  },
  cases: {
    width: "w-20",
    className: "tabular-nums max-lg:hidden",
    cell: ({ cases }) => cases.toLocaleString("en-US"),
  },
  latest: { width: "w-32", at: "end", cell: ({ lastContactAt }) => <ListTime at={lastContactAt} /> },
};

/** The first of several, and how many more there are. */
function Several({ first, more }: { first: string; more: number }) {
  if (!first) return <span className="text-stone">—</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5" title={first}>
      <bdi className="min-w-0 truncate">{first}</bdi>
      {more > 0 ? <span className="shrink-0 text-xs text-stone">and {more} more</span> : null}
    </span>
  );
}

type DuplicatesProps = Pick<Route.ComponentProps["loaderData"], "notice" | "isFull"> & {
  pairs: NonNullable<Route.ComponentProps["loaderData"]["pairs"]>;
};

function Duplicates({ pairs, isFull, notice }: DuplicatesProps) {
  const message = noticeOf(notice);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">Possible duplicates</h1>
        <ButtonLink to={path} variant="outline" size="sm">
          All people
        </ButtonLink>
      </div>
      {message ? (
        <p role="status" className="mt-4 font-semibold">
          {message[1]}
        </p>
      ) : null}
      {pairs.length === 0 ? (
        <div className="mt-5 rounded-xl bg-white shadow-xs ring-1 ring-line">
          <EmptyState title="No possible duplicates" seed="people">
            People with the same email or phone appear here until you join them or mark them as different.
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-5 grid gap-4" aria-label="Possible duplicates">
          {pairs.map((pair) => (
            <li key={`${pair.one.id} ${pair.other.id}`}>
              <PairCard pair={pair} back="list" />
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="mt-4 text-stone">These are the most recent. More appear as you decide on these.</p>
      ) : null}
    </>
  );
}
