import { ArrowLeft, Download, Plus } from "lucide-react";
import { data } from "react-router";
import { listAssignable } from "~/accounts/admins/names.server";
import { ExportView } from "~/accounts/exports/export-view";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { readView } from "~/accounts/views/read-view.server";
import { handleViewsForm } from "~/accounts/views/view-form.server";
import { viewMessages } from "~/accounts/views/view-words";
import { viewsFor } from "~/accounts/views/views.server";
import { ViewsMenu } from "~/accounts/views/views-menu";
import { activeServiceNames } from "~/catalogue/active-services.server";
import { countryList } from "~/core/countries.server";
import { columnOptions, headsOf } from "~/core/lists/heads";
import { db } from "~/db/client.server";
import { orEmpty } from "~/db/failure.server";
import { serviceOptions } from "~/inquiries/services";
import { Button, ButtonLink } from "~/ui/button";
import { DeskList } from "~/ui/lists/desk-list";
import { listHref } from "~/ui/lists/list-filter";
import { Matches } from "~/ui/lists/matches";
import { useChosen } from "~/ui/lists/use-chosen";
import type { Route } from "./+types/list";
import { BulkForm } from "./bulk";
import type { InquiryFormResult } from "./forms";
import { InquiryTable } from "./list/columns";
import { columns, orders } from "./list/columns.server";
import { filterFields } from "./list/filter-fields";
import { countMatching, readInquiryFilters, searchParamsOf } from "./list/filters.server";
import { countInquiries, listInquiries } from "./list.server";
import { noticeText } from "./notice";
import { handleInquiryForm } from "./request.server";

const path = "/admin/inquiries";

export const meta: Route.MetaFunction = () => [{ title: "Inquiries · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const viewed = await readView(staff, "inquiries", url.searchParams);
  const filters = readInquiryFilters(viewed.search, staff.adminId);
  const [page, matches, counts, admins, services, views] = await Promise.all([
    orEmpty("the inquiries", listInquiries(filters), { rows: [], older: null, newer: null }),
    orEmpty("the number of the inquiries", countMatching(filters), 0),
    orEmpty("the counts of the inquiries", countInquiries(), { total: 0, new: 0, qualified: 0, converted: 0 }),
    listAssignable(db),
    activeServiceNames(),
    viewsFor(staff, "inquiries"),
  ]);
  const parameters = searchParamsOf(filters);
  const pathOf = (sort: string) =>
    listHref(path, { ...parameters, view: viewed.view?.id, sort: sort === "newest" ? undefined : sort });
  const heads = headsOf(columns, filters.columns, { orders, sort: filters.sort, pathOf });
  const { notice, headers } = readFlash(request);
  return data(
    {
      ...{ ...page, matches, counts, filters, heads, address: parameters, notice, views },
      ...{ view: viewed.view, isViewMissing: viewed.isMissing, newView: crypto.randomUUID() },
      choices: { services: serviceOptions(services), countries: countryList, columns: columnOptions(columns) },
      people: { admins, me: staff.adminId },
    },
    { headers },
  );
}

/** The filters as a query string without cursor, as a view stores them. */
const filtersOf = (search: URLSearchParams) => listHref("", searchParamsOf(readInquiryFilters(search))).slice(1);

export async function action({ request, url, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  return handleInquiryForm(by, request, `${path}${url.search}`, undefined, (form) =>
    handleViewsForm({ name: "inquiries", path, filtersOf }, by, form),
  );
}

const cards = [
  ["Total", "all", "total"],
  ["New", "new", "new"],
  ["Qualified", "qualified", "qualified"],
  ["Converted", "converted", "converted"],
] as const;

/** The message above the list; without JavaScript also the result of its forms. */
function noticeOf({ notice, isViewMissing }: Route.ComponentProps["loaderData"], result: InquiryFormResult) {
  const { problem, detail, owned } = result;
  if (problem) return ["error", detail ? `${problem}. ${detail}` : problem] as const;
  if (owned?.problem) return ["error", owned.problem] as const;
  if (owned?.message) return ["success", `${owned.message}.`] as const;
  return isViewMissing ? (["warning", viewMessages.gone] as const) : noticeText(notice);
}

export default function InquiryList({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, heads, older, newer, counts, matches, filters, address, people, view, views, newView } = loaderData;
  const { before, after } = filters;
  const result: InquiryFormResult = actionData ?? {};
  const sort = filters.sort === "oldest" ? "oldest" : undefined;
  const olderPage = { label: "Older", before: older };
  const newerPage = { label: "Newer", after: newer };
  const { choice, chooseNone } = useChosen(rows, "bulk", "inquiry");
  const keptParams = { view: view?.id };
  const here = listHref("", address).slice(1);
  return (
    <DeskList
      title="Inquiries"
      matches={
        <Matches count={matches} singular="inquiry" plural="inquiries" counted={listHref(`${path}/count`, address)} />
      }
      views={<ViewsMenu path={path} here={here} view={view} views={views} newView={newView} answer={result.viewed} />}
      links={
        <ButtonLink to={`${path}/new`} variant="outline" size="sm" before={<Plus aria-hidden />}>
          New inquiry
        </ButtonLink>
      }
      more={
        <>
          <form method="post" action={listHref(`${path}/export`, address)} data-fresh="">
            <Button type="submit" size="sm" before={<Download aria-hidden />}>
              Export CSV
            </Button>
          </form>
          <ExportView to={listHref(`${path}/export`, address)} />
          <ButtonLink to="/admin" variant="outline" size="sm" before={<ArrowLeft aria-hidden />}>
            Back to Dashboard
          </ButtonLink>
        </>
      }
      notice={noticeOf(loaderData, result)}
      path={path}
      filters={address}
      keptParams={keptParams}
      row={before ? { before } : { after }}
      cards={cards.map(([label, of, name]) => ({ label, status: of, count: counts[name] }))}
      searchLabel="Name, email, phone or service"
      {...filterFields(loaderData)}
      empty={{
        title: "No inquiries found",
        filtered: "Try adjusting your filters",
        unfiltered: "New inquiries will appear here",
      }}
      rows={rows}
      previous={sort ? olderPage : newerPage}
      next={sort ? newerPage : olderPage}
    >
      {(search) => (
        <>
          <BulkForm id="bulk" chosen={choice.chosen.size} people={people} onDone={chooseNone} />
          <InquiryTable rows={rows} search={search} heads={heads} sort={filters.sort} choice={choice} people={people} />
        </>
      )}
    </DeskList>
  );
}
