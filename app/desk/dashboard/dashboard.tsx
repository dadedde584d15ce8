import { FileText, Inbox, MousePointerClick, TrendingUp } from "lucide-react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { countOverdueAnswers } from "~/applications/desk/case/messages/overdue-answers.server";
import { readForm } from "~/bodies/read-form.server";
import { readAnalytics } from "~/catalogue/analytics.server";
import { applicationStatuses } from "~/db/schema/values";
import { NoAnalytics, OverTime, Popular } from "~/desk/dashboard/analytics";
import { readDashboard } from "~/desk/dashboard/dashboard.server";
import { nassauListDate } from "~/ground/time";
import { visitContext } from "~/ground/visit";
import { hasSamplePeople, removeSamplePeople } from "~/sample/remove-sample.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmailText } from "~/ui/email-text";
import { SampleMark } from "~/ui/lists/badge";
import { StatCard } from "~/ui/lists/stat-card";
import { StatusBadge, statusLook } from "~/ui/lists/status-badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { Banner } from "~/ui/notices/banner";
import { Dialog } from "~/ui/notices/dialog";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/dashboard";
import { OverdueAnswers } from "./overdue-answers";

export const meta: Route.MetaFunction = () => [{ title: "Dashboard · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const { notice, headers } = readFlash(request);
  const [figures, overdue, analytics, samples] = await Promise.all([
    readDashboard(),
    countOverdueAnswers(),
    readAnalytics(url.searchParams),
    hasSamplePeople(),
  ]);
  const mayRemove = samples && staff.role === "super_admin";
  const asking = mayRemove && url.searchParams.get("confirm") === "sample-people";
  return data({ ...figures, overdue, analytics, asking, removed: notice === "samples-removed" }, { headers });
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const form = await readForm(request);
  if (form.get("intent") !== "remove-sample-people") throw data(null, 400);
  const { address } = context.get(visitContext);
  const result = await removeSamplePeople({ staff, address });
  if (!result.ok) throw data({ reason: "role" }, 403);
  return redirect("/admin", { headers: { "Set-Cookie": flash("samples-removed") } });
}

const count = (value: number) => value.toLocaleString("en-US");

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { analytics, byStatus, newest, overdue, asking, removed } = loaderData;
  const { views, inquiries, conversion, popular } = analytics;
  const none = views === 0 && inquiries === 0;
  const total = Object.values(byStatus).reduce<number>((sum, some) => sum + (some ?? 0), 0);
  const icon = { "aria-hidden": true, className: "text-sea-ink" } as const;
  return (
    <>
      {asking ? <ConfirmSampleRemoval /> : null}
      {removed ? (
        <Banner tone="success" role="alert" className="mb-4">
          The sample people were removed.
        </Banner>
      ) : null}
      <OverdueAnswers cases={overdue} />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard
          label="Total views"
          value={count(views)}
          icon={<MousePointerClick {...icon} />}
          detail="Of all services, all time"
        />
        <StatCard
          label="Total inquiries"
          value={count(inquiries)}
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
          value={count(total)}
          icon={<FileText {...icon} />}
          to="/admin/applications"
          detail="Drafts included"
        />
      </div>
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
                    className="rounded-xs font-mono text-xs font-medium whitespace-nowrap text-sea-ink underline decoration-1 underline-offset-3 hover:decoration-2"
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
          const some = byStatus[status] ?? 0;
          const share = total > 0 ? (some / total) * 100 : 0;
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
                  className="h-1.5 w-[35%] shrink-0"
                >
                  <rect width="100" height="4" rx="2" fill="#e6eceb" />
                  <rect width={share} height="4" rx="2" fill={statusLook(status).ink} />
                </svg>
                <span className="w-9 shrink-0 text-right font-semibold tabular-nums">{count(some)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The question has its own address: without JavaScript it is shown at the top of the page. */
function ConfirmSampleRemoval() {
  const navigation = useNavigation();
  return (
    <Dialog
      open
      onClose={() => document.getElementById("keep-samples")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40"
      title="Remove all sample people?"
      description="Every invented application, inquiry, review, view and mail is deleted. Real ones stay. This can’t be undone."
      footer={
        <>
          <ButtonLink id="keep-samples" to="/admin" replace preventScrollReset variant="outline" data-autofocus="">
            Cancel
          </ButtonLink>
          <Form method="post" replace>
            <input type="hidden" name="intent" value="remove-sample-people" />
            <Button type="submit" variant="danger" busy={navigation.state === "submitting"} busyLabel="Removing…">
              Remove sample people
            </Button>
          </Form>
        </>
      }
    />
  );
}
