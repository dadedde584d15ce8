import { data, redirect } from "react-router";
import { type Notice, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { applicationStatuses } from "~/db/schema/values";
import { ButtonLink } from "~/ui/button";
import { DeskList } from "~/ui/desk-list";
import { listPath } from "~/ui/list-filter";
import { statusLook } from "~/ui/status-badge";
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

const notices: Partial<Record<Notice, readonly ["success" | "error", string]>> = {
  "status-updated": ["success", "Status updated successfully! Email notification sent to applicant."],
  "status-updated-unmailed": ["success", "Status updated. No email was sent: the application has no address."],
  "not-loaded": ["error", "That application could not be loaded."],
};

export default function ApplicationList({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous, total, byStatus, arrivals, filters, notice } = loaderData;
  const { q, status, sort, before, after } = filters;
  return (
    <DeskList
      title="Applications"
      ways={
        <>
          <ButtonLink to="/admin" variant="outline" size="sm">
            Dashboard
          </ButtonLink>
          <ButtonLink to="/admin/emails" variant="outline" size="sm">
            Emails
          </ButtonLink>
        </>
      }
      notice={(notice && notices[notice]) ?? null}
      path={path}
      filters={{ q, status, sort }}
      row={before ? { before } : { after }}
      cards={cards.map(([label, of]) => ({
        label,
        status: of,
        count: of === "all" ? total : (byStatus[of] ?? 0),
      }))}
      cardColumns="max-sm:gap-2 grid-cols-3 xl:grid-cols-6"
      finds="Number, email or name"
      selects={[
        { name: "status", label: "Status", value: status, options: statusOptions },
        { name: "sort", label: "Order", value: sort, options: sorts },
      ]}
      none={{ title: "No applications found matching your filters" }}
      rows={rows}
      previous={{ label: sort === "" ? "Newer" : "Previous", after: previous }}
      next={{ label: sort === "" ? "Older" : "Next", before: next }}
      over={
        <ArrivalsLink
          seen={arrivals}
          filters={listPath("", { q, status }).slice(1)}
          to={listPath(path, { q, status })}
        />
      }
    >
      {(search) => (
        <ApplicationTable
          rows={rows}
          search={search}
          sort={sort}
          sortPath={(by: Sort) => listPath(path, { q, status, sort: by })}
        />
      )}
    </DeskList>
  );
}
