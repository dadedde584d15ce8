import { data } from "react-router";
import { ExportView } from "~/accounts/exports/export-view";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { nassauListDate, nassauTime } from "~/core/time";
import { orEmpty } from "~/db/failure.server";
import { nameOf, personPath } from "~/people/person-link";
import { assignForPage } from "~/people/waiting.server";
import { ButtonLink } from "~/ui/button";
import { DeskList } from "~/ui/lists/desk-list";
import { listHref } from "~/ui/lists/list-filter";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/list";
import { type ListedPerson, listPairs, listPeople, mostPairs, readPeopleFilters } from "./list.server";
import { noticeOf } from "./notice";
import { PairCard } from "./pair";

const path = "/admin/people";

export const meta: Route.MetaFunction = () => [{ title: "People · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const filters = readPeopleFilters(url.searchParams);
  await assignForPage();
  const isPairs = filters.duplicates === "yes";
  const [page, pairs] = await Promise.all([
    isPairs ? null : orEmpty("the people", listPeople(filters), { rows: [], older: null, newer: null }),
    isPairs ? orEmpty("the possible duplicates", listPairs(), []) : null,
  ]);
  const { notice, headers } = readFlash(request);
  return data({ page, pairs, isFull: pairs?.length === mostPairs, filters, notice }, { headers });
}

export default function People({ loaderData: { page, pairs, isFull, filters, notice } }: Route.ComponentProps) {
  const { q, before, after } = filters;
  if (pairs) return <Duplicates pairs={pairs} isFull={isFull} notice={notice} />;
  const { rows, older, newer } = page ?? { rows: [], older: null, newer: null };
  return (
    <DeskList
      title="People"
      links={
        <ButtonLink to={`${path}?duplicates=yes`} variant="outline" size="sm">
          Possible duplicates
        </ButtonLink>
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
      {(search) => <PeopleTable rows={rows} search={search} />}
    </DeskList>
  );
}

function PeopleTable({ rows, search }: { rows: readonly ListedPerson[]; search: string }) {
  return (
    <Table label="People, the latest contact first" narrow="rows">
      <thead>
        <Tr>
          <Th>Name</Th>
          <Th className="max-lg:hidden">Emails</Th>
          <Th className="w-64 max-lg:hidden">Phones</Th>
          <Th className="w-24 max-lg:hidden">Inquiries</Th>
          <Th className="w-20 max-lg:hidden">Cases</Th>
          <Th className="w-32">Latest contact</Th>
          <Th className="w-16">Actions</Th>
        </Tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} search={search} />
        ))}
      </tbody>
    </Table>
  );
}

/** On phones the first line is the name, the second one an email or a phone, and what there is of them. */
function Row({ row, search }: { row: ListedPerson; search: string }) {
  const name = nameOf(row);
  return (
    <Tr>
      <Td at="title" title={name}>
        <bdi className="block truncate font-medium">{name}</bdi>
        <span className="block truncate text-xs text-stone md:hidden">{row.email || row.phone}</span>
      </Td>
      <Td className="max-lg:hidden">
        <Several first={row.email} more={row.moreEmails} />
      </Td>
      <Td className="tabular-nums max-lg:hidden">
        <Several first={row.phone} more={row.morePhones} />
      </Td>
      <Td className="tabular-nums max-lg:hidden">{row.inquiries.toLocaleString("en-US")}</Td>
      <Td className="tabular-nums max-lg:hidden">{row.cases.toLocaleString("en-US")}</Td>
      <Td at="end">
        <time
          dateTime={row.lastContactAt.toISOString()}
          title={nassauTime(row.lastContactAt)}
          className="text-xs tabular-nums"
        >
          {nassauListDate(row.lastContactAt)}
        </time>
      </Td>
      <Td at="link">
        <PageLink
          to={`${personPath(row.id)}${search}`}
          data-row={row.id}
          className="inline-flex min-h-7 items-center rounded-sm px-1.5 font-semibold text-sea-ink hover:bg-foam hover:underline"
        >
          View<span className="sr-only"> {name}</span>
        </PageLink>
      </Td>
    </Tr>
  );
}

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
  const said = noticeOf(notice);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">Possible duplicates</h1>
        <ButtonLink to={path} variant="outline" size="sm">
          All people
        </ButtonLink>
      </div>
      {said ? (
        <p role="status" className="mt-4 font-semibold">
          {said[1]}
        </p>
      ) : null}
      {pairs.length === 0 ? (
        <div className="mt-5 rounded-xl bg-white shadow-xs ring-1 ring-line">
          <EmptyState title="No possible duplicates" seed="people">
            People with the same email or phone appear here until you join them or say that they differ.
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
      {isFull ? <p className="mt-4 text-stone">These are the latest. More appear as these are answered.</p> : null}
    </>
  );
}
