import { data } from "react-router";
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
import type { Route } from "./+types/admin.list";
import { ApplicationTable } from "./admin.list-table";
import { countApplications, listApplications, readFilters } from "./staff-list.server";

const path = "/admin/applications";

export const meta: Route.MetaFunction = () => [{ title: "Applications · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const filters = readFilters(url.searchParams);
  const [page, counts] = await Promise.all([listApplications(filters), countApplications()]);
  const { notice, headers } = readFlash(request);
  return data({ ...page, ...counts, filters, notice }, { headers });
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
  const { rows, older, newer, total, byStatus, filters, notice } = loaderData;
  const { q, status, before, after } = filters;
  const paged = before ? { before } : after ? { after } : {};
  const here = listPath(path, { q, status, ...paged });
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
            to={listPath(path, { q, status: value })}
            current={status === value && value !== "all"}
          />
        ))}
      </div>
      <ListFilter
        label="Applications"
        path={path}
        finds="Application number or email"
        q={q}
        selects={[{ name: "status", label: "Status", value: status, options: statusOptions }]}
      />
      <div className="mt-4">
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
          <ApplicationTable rows={rows} search={here.slice(path.length)} />
        )}
      </div>
      <Pagination
        label="Applications"
        previous={newer ? listPath(path, { q, status, after: newer }) : undefined}
        next={older ? listPath(path, { q, status, before: older }) : undefined}
        previousLabel="Newer"
        nextLabel="Older"
        className={older || newer ? "mt-4" : "hidden"}
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
