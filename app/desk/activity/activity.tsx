import { Download } from "lucide-react";
import { data, Form } from "react-router";
import { type ActivityFilters, listActivity, readActivityFilters } from "~/accounts/activity/read.server";
import { nameAdmins } from "~/accounts/admins/names.server";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { orEmpty } from "~/db/failure.server";
import { ActivityFilter } from "~/desk/activity/filter";
import { ActivityRows } from "~/desk/activity/rows";
import { Button } from "~/ui/button";
import { listHref, RefreshLink } from "~/ui/lists/list-filter";
import { Pagination } from "~/ui/lists/pagination";
import { MessageBanner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/activity";

const path = "/admin/activity";

export const meta: Route.MetaFunction = () => [{ title: "Activity · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  const { role } = await requireStaff(request);
  const filters = readActivityFilters(url.searchParams);
  const [page, people] = await Promise.all([
    orEmpty("the record", listActivity({ role }, filters), { rows: [], next: null, previous: null }),
    orEmpty("the admins", nameAdmins(), []),
  ]);
  const { notice, headers } = readFlash(request);
  return data({ ...page, people, filters, notice, isSuperAdmin: role === "super_admin" }, { headers });
}

const notices: Partial<Record<string, string>> = {
  "export-busy": "Two exports are running already. Please try again in a minute.",
  "export-failed": "The activity could not be exported. Please try again.",
};

/** The filters as search parameters, without the cursor. */
const asSearch = ({ before: _, after: __, ...filters }: ActivityFilters) => filters;

export default function Activity({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous, people, filters, notice, isSuperAdmin } = loaderData;
  const set = asSearch(filters);
  const to = (more: Record<string, string | undefined>) => listHref(path, { ...set, ...more });
  const text = notice ? notices[notice] : undefined;
  const narrowed = Object.values(set).some((value) => value !== "" && value !== "all");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">Activity</h1>
        <div className="flex flex-wrap gap-2">
          <RefreshLink to={to({ before: filters.before, after: filters.after })} />
          {isSuperAdmin ? (
            <Form method="post" action={listHref(`${path}/export`, set)} reloadDocument data-fresh="">
              <Button type="submit" variant="outline" size="sm" before={<Download aria-hidden />}>
                Export CSV
              </Button>
            </Form>
          ) : null}
        </div>
      </div>
      <MessageBanner message={text} className="mt-4" />
      <ActivityFilter path={path} filters={filters} people={people} isSuperAdmin={isSuperAdmin} />
      <div className="mt-4">
        {rows.length > 0 ? (
          <ActivityRows rows={rows} isSuperAdmin={isSuperAdmin} />
        ) : (
          <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
            <EmptyState
              title={narrowed ? "No activity matches these filters." : "Nothing is recorded yet."}
              seed="activity"
            />
          </div>
        )}
      </div>
      <Pagination
        label="Activity"
        previous={previous ? to({ after: previous }) : undefined}
        next={next ? to({ before: next }) : undefined}
        previousLabel="Newer"
        nextLabel="Older"
        className={previous || next ? "mt-4" : "hidden"}
      />
    </>
  );
}
