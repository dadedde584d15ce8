import { FileText, Inbox, MousePointerClick, TrendingUp } from "lucide-react";
import { Link } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { readAnalytics } from "~/catalogue/analytics.server";
import { formatCount } from "~/core/counted";
import { nassauListDate } from "~/core/time";
import { applicationStatuses } from "~/db/schema/values";
import { NoAnalytics, OverTime, Popular } from "~/desk/dashboard/analytics";
import { readDashboard } from "~/desk/dashboard/dashboard.server";
import { LeftOut } from "~/desk/reports/left-out";
import { Card } from "~/ui/card";
import { EmailText } from "~/ui/email-text";
import { SampleMark } from "~/ui/lists/badge";
import { StatCard } from "~/ui/lists/stat-card";
import { StatusBadge, statusLook } from "~/ui/lists/status-badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/analytics-tab";

export const meta: Route.MetaFunction = () => [{ title: "Analytics · Lucaya staff" }];

/** `/admin/analytics`: visits to the site, and inquiries that result. */
export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const [figures, analytics] = await Promise.all([readDashboard(), readAnalytics(url.searchParams)]);
  return { ...figures, analytics };
}

export default function AnalyticsTab({ loaderData }: Route.ComponentProps) {
  const { analytics, byStatus, newest } = loaderData;
  const { views, inquiries, conversion, popular, samples } = analytics;
  const none = views === 0 && inquiries === 0;
  const total = Object.values(byStatus).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const icon = { "aria-hidden": true, className: "text-sea-ink" } as const;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard
          label="Total views"
          value={formatCount(views)}
          icon={<MousePointerClick {...icon} />}
          detail="Of all services, all time"
        />
        <StatCard
          label="Total inquiries"
          value={formatCount(inquiries)}
          icon={<Inbox {...icon} />}
          to="/admin/inquiries"
          detail="All time"
        />
        <StatCard
          label="Conversion"
          value={`${conversion}%`}
          icon={<TrendingUp {...icon} />}
          detail="Inquiries per 100 views"
        />
        <StatCard
          label="Applications"
          value={formatCount(total)}
          icon={<FileText {...icon} />}
          to="/admin/applications"
          detail="Drafts included"
        />
      </div>
      <LeftOut samples={samples} className="mt-3 text-stone" />
      <div className="mt-6">{none ? <NoAnalytics /> : <OverTime {...analytics} />}</div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        {popular.length > 0 ? <Popular popular={popular} /> : null}
        <ByStatus byStatus={byStatus} total={total} />
      </div>
      <Newest newest={newest} />
    </>
  );
}

function Newest({ newest }: Pick<Route.ComponentProps["loaderData"], "newest">) {
  return (
    <section aria-labelledby="newest" className="mt-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="newest" className="text-xl">
          Newest submissions
        </h2>
        <Link
          to="/admin/applications"
          className="inline-flex min-h-6 shrink-0 items-center rounded-xs font-semibold text-sea-ink hover:underline"
        >
          All applications
        </Link>
      </div>
      {newest.length === 0 ? (
        <Card padding="none" className="mt-3">
          <EmptyState title="Nothing submitted yet" level={3} seed="dashboard">
            <p>Applications appear here as soon as they are sent.</p>
          </EmptyState>
        </Card>
      ) : (
        <Table
          label="Newest submitted applications"
          frameClassName="relative mt-3 md:max-xl:overflow-x-auto"
          sticky={false}
        >
          <thead>
            <Tr>
              <Th>Application</Th>
              <Th>Applicant</Th>
              <Th>Type</Th>
              <Th>Status</Th>
              <Th>Submitted</Th>
            </Tr>
          </thead>
          <tbody>
            {newest.map((row) => (
              <Tr key={row.id}>
                <Td label="Application">
                  <Link
                    to={`/admin/applications/${row.id}`}
                    className="inline-flex min-h-6 items-center rounded-xs font-mono text-xs font-medium whitespace-nowrap text-sea-ink underline decoration-1 underline-offset-3 hover:decoration-2"
                  >
                    {row.applicationNumber}
                  </Link>
                  {row.isSample ? <SampleMark className="ml-2" /> : null}
                </Td>
                <Td label="Applicant">
                  <div className="min-w-0 md:min-w-36">
                    <EmailText email={row.userEmail} />
                  </div>
                </Td>
                <Td label="Type">{row.serviceName ?? "—"}</Td>
                <Td label="Status">
                  <StatusBadge status={row.status} />
                </Td>
                <Td label="Submitted" className="whitespace-nowrap">
                  {row.submittedAt ? nassauListDate(row.submittedAt) : "—"}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function ByStatus({ byStatus, total }: { byStatus: Partial<Record<string, number>>; total: number }) {
  const known: readonly string[] = applicationStatuses;
  const statuses = [...known, ...Object.keys(byStatus).filter((status) => !known.includes(status))];
  return (
    <section aria-labelledby="by-status">
      <h2 id="by-status" className="text-xl">
        By status
      </h2>
      <ul className="mt-3 overflow-hidden rounded-xl bg-white shadow-xs ring-1 ring-line">
        {statuses.map((status) => {
          const statusCount = byStatus[status] ?? 0;
          const share = total > 0 ? (statusCount / total) * 100 : 0;
          return (
            <li key={status} className="border-line not-last:border-b">
              <Link
                to={`/admin/applications?status=${status}`}
                className="flex min-h-11 items-center gap-3 px-4 py-1.5 -outline-offset-3 hover:bg-foam"
              >
                <span className="min-w-0 flex-1 truncate">{statusLook(status).label}</span>
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 4"
                  preserveAspectRatio="none"
                  className="h-1.5 w-[25%] shrink-0 sm:w-[35%]"
                >
                  <rect width="100" height="4" rx="2" fill="#e6eceb" />
                  <rect width={share} height="4" rx="2" fill={statusLook(status).ink} />
                </svg>
                <span className="w-9 shrink-0 text-right font-semibold tabular-nums">{formatCount(statusCount)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
