import { useRef } from "react";
import { data, redirect } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { applicationStatuses } from "~/db/schema/values";
import { Banner } from "~/ui/banner";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListFilter, listPath, RefreshLink } from "~/ui/list-filter";
import { Pagination } from "~/ui/pagination";
import { StatCard } from "~/ui/stat-card";
import { statusLook } from "~/ui/status-badge";
import { useRowKeys } from "~/ui/use-row-keys";
import type { Route } from "./+types/admin.list";
import { ArrivalsLink } from "./admin.list-arrivals";
import { ApplicationTable } from "./admin.list-table";
import { arrivalsFrom, countArrivals } from "./staff-arrivals.server";
import { countApplications, listApplications, readFilters } from "./staff-list.server";
import { type Sort, sorts } from "./staff-sort";

const path = "/admin/applications";

export const meta: Route.MetaFunction = () => [{ title: "Applications · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const filters = readFilters(url.searchParams);
  // First what is counted as seen, then the list: what comes between is told of, and is there already.
  const arrivals = await countArrivals(filters, arrivalsFrom());
  const [page, counts] = await Promise.all([listApplications(filters), countApplications()]);
  const { q, status, sort, before, after } = filters;
  // The application that the page starts from is gone: the list begins anew.
  if (page.rows.length === 0 && (before ?? after)) throw redirect(listPath(path, { q, status, sort }));
  const { notice, headers } = readFlash(request);
  return data({ ...page, ...counts, arrivals, filters, notice }, { headers });
}

const cards = [
  ["Total", "all"],
  ["Draft", "draft"],
  ["Submitted", "submitted"],
  ["Under Review", "under_review"],
  ["Approved", "approved"],
  ["Denied", "denied"],
] as const;

const statusOptions = [
  { value: "all", label: "All statuses" },
  ...applicationStatuses.map((status) => ({ value: status, label: statusLook(status).label })),
];

export default function ApplicationList({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous, total, byStatus, arrivals, filters, notice } = loaderData;
  const { q, status, sort, before, after } = filters;
  const paged = before ? { before } : after ? { after } : {};
  const here = listPath(path, { q, status, sort, ...paged });
  const sortPath = (by: Sort) => listPath(path, { q, status, sort: by });
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">Applications</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/admin" variant="outline" size="sm">
            Dashboard
          </ButtonLink>
          <ButtonLink to="/admin/emails" variant="outline" size="sm">
            Emails
          </ButtonLink>
          <RefreshLink to={here} />
        </div>
      </div>
      <Notice notice={notice} />
      <div className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {cards.map(([label, value]) => (
          <StatCard
            key={value}
            label={label}
            value={(value === "all" ? total : (byStatus[value] ?? 0)).toLocaleString("en-US")}
            to={listPath(path, { q, sort, status: value })}
            current={status === value && value !== "all"}
          />
        ))}
      </div>
      <ListFilter
        label="Applications"
        path={path}
        finds="Application number, email or name"
        q={q}
        selects={[
          { name: "status", label: "Status", value: status, options: statusOptions },
          { name: "sort", label: "Order", value: sort, options: sorts },
        ]}
      />
      <ArrivalsLink seen={arrivals} filters={listPath("", { q, status }).slice(1)} to={listPath(path, { q, status })} />
      <div ref={list} className="mt-4">
        {rows.length === 0 ? (
          <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
            <EmptyState
              title="No applications found matching your filters"
              seed="applications"
              action={
                q || status !== "all" || before || after ? (
                  <ButtonLink to={path} variant="outline">
                    Show all applications
                  </ButtonLink>
                ) : null
              }
            />
          </div>
        ) : (
          <ApplicationTable rows={rows} search={here.slice(path.length)} sort={sort} sortPath={sortPath} />
        )}
      </div>
      <Pagination
        label="Applications"
        previous={previous ? listPath(path, { q, status, sort, after: previous }) : undefined}
        next={next ? listPath(path, { q, status, sort, before: next }) : undefined}
        previousLabel={sort === "" ? "Newer" : "Previous"}
        nextLabel={sort === "" ? "Older" : "Next"}
        className={next || previous ? "mt-4" : "hidden"}
      />
    </>
  );
}

function Notice({ notice }: Pick<Route.ComponentProps["loaderData"], "notice">) {
  if (notice === "status-updated")
    return (
      <Banner tone="success" role="alert" className="mt-4">
        Status updated successfully! Email notification sent to applicant.
      </Banner>
    );
  if (notice === "not-loaded")
    return (
      <Banner tone="error" role="alert" className="mt-4">
        That application could not be loaded.
      </Banner>
    );
  return null;
}
