import { ArrowLeft, Download } from "lucide-react";
import { useState } from "react";
import { data } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { isDatabaseAway } from "~/db/failure.server";
import { inquiryStatuses } from "~/db/schema/values";
import { log } from "~/log.server";
import { Banner } from "~/ui/banner";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListFilter, listPath, RefreshLink } from "~/ui/list-filter";
import { Pagination } from "~/ui/pagination";
import { StatCard } from "~/ui/stat-card";
import { visitContext } from "~/visit";
import type { Route } from "./+types/admin.list";
import { BulkForm } from "./admin.bulk";
import { InquiryTable } from "./admin.list-table";
import { DeskNotice } from "./admin.notice";
import { inquiryStatusLabel } from "./inquiry-status";
import { sendInquiryForm } from "./staff-forms";
import { countInquiries, listInquiries, readInquiryFilters } from "./staff-list.server";
import { answerInquiryForm } from "./staff-request.server";

const path = "/admin/inquiries";

export const meta: Route.MetaFunction = () => [{ title: "Inquiries · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  const { email } = await requireStaff(request);
  const filters = readInquiryFilters(url.searchParams);
  const [page, counts] = await Promise.all([
    orEmpty("the inquiries", listInquiries(filters), { rows: [], older: null, newer: null }),
    orEmpty("the counts of the inquiries", countInquiries(), { total: 0, new: 0, qualified: 0, converted: 0 }),
  ]);
  const { notice, headers } = readFlash(request);
  return data({ ...page, counts, filters, notice, email }, { headers });
}

/** A failed read is logged and says nothing (A-INQ-26). */
async function orEmpty<T>(what: string, read: Promise<T>, empty: T): Promise<T> {
  return read.catch((err: unknown) => {
    if (isDatabaseAway(err)) throw err;
    log.error({ err }, `${what} could not be read`);
    return empty;
  });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(visitContext);
  return answerInquiryForm({ staff, address }, request, `${path}${url.search}`);
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  sendInquiryForm(request, serverAction);

const cards = [
  ["Total", "all", "total"],
  ["New", "new", "new"],
  ["Qualified", "qualified", "qualified"],
  ["Converted", "converted", "converted"],
] as const;

const statusOptions = [
  { value: "all", label: "All statuses" },
  ...inquiryStatuses.map((status) => ({ value: status, label: inquiryStatusLabel(status) })),
];
const priorityOptions = [
  { value: "all", label: "Any priority" },
  { value: "yes", label: "Priority only" },
  { value: "no", label: "Without priority" },
];

export default function InquiryList({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, older, newer, counts, filters, notice, email } = loaderData;
  const { q, status, priority, before, after } = filters;
  const sort = filters.sort === "oldest" ? "oldest" : undefined;
  const to = (more: Record<string, string | undefined>) => listPath(path, { q, status, priority, sort, ...more });
  const here = to(before ? { before } : after ? { after } : {});
  const filtered = Boolean(q || status !== "all" || priority !== "all");
  const olderPage = older ? to({ before: older }) : undefined;
  const newerPage = newer ? to({ after: newer }) : undefined;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(rows.filter(({ id }) => ticked.has(id)).map(({ id }) => id));
  function choose(id: string, on: boolean) {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setTicked(next);
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-3xl">Inquiries</h1>
          <p className="mt-0.5 text-stone">
            Signed in as <strong className="font-semibold break-all text-ink">{email}</strong>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/admin" variant="outline" size="sm" before={<ArrowLeft aria-hidden />}>
            Back to Dashboard
          </ButtonLink>
          <RefreshLink to={here} />
          <form method="post" action={listPath(`${path}/export`, { q, status, priority, sort })}>
            <Button type="submit" size="sm" before={<Download aria-hidden />}>
              Export CSV
            </Button>
          </form>
        </div>
      </div>
      <DeskNotice notice={notice} />
      {actionData?.problem ? (
        <Banner tone="error" role="alert" className="mt-4">
          {actionData.problem}
        </Banner>
      ) : null}
      <div className="mt-5 grid grid-cols-2 gap-3 xl:grid-cols-4">
        {cards.map(([label, value, name]) => (
          <StatCard
            key={value}
            label={label}
            value={counts[name].toLocaleString("en-US")}
            to={to({ status: value })}
            current={status === value && value !== "all"}
          />
        ))}
      </div>
      <ListFilter
        label="Inquiries"
        path={path}
        finds="Name, email, phone or service"
        q={q}
        keep={{ sort }}
        selects={[
          { name: "status", label: "Status", value: status, options: statusOptions },
          { name: "priority", label: "Priority", value: priority, options: priorityOptions },
        ]}
      />
      {rows.length === 0 ? (
        <div className="mt-4 rounded-xl bg-white shadow-xs ring-1 ring-line">
          <EmptyState
            title="No inquiries found"
            seed="inquiries"
            action={
              filtered || before || after ? (
                <ButtonLink to={path} variant="outline">
                  Show all inquiries
                </ButtonLink>
              ) : null
            }
          >
            <p>{filtered ? "Try adjusting your filters" : "New inquiries will appear here"}</p>
          </EmptyState>
        </div>
      ) : (
        <>
          <BulkForm
            id="bulk"
            rows={rows.length}
            chosen={chosen.size}
            onAll={(all) => setTicked(new Set(all ? rows.map(({ id }) => id) : []))}
            onDone={() => setTicked(new Set())}
          />
          <div className="mt-2">
            <InquiryTable
              rows={rows}
              search={here.slice(path.length)}
              sort={filters.sort}
              sortTo={listPath(path, { q, status, priority, sort: sort ? undefined : "oldest" })}
              chosen={chosen}
              onChoose={choose}
              bulkForm="bulk"
            />
          </div>
        </>
      )}
      <Pagination
        label="Inquiries"
        previous={sort ? olderPage : newerPage}
        next={sort ? newerPage : olderPage}
        previousLabel={sort ? "Older" : "Newer"}
        nextLabel={sort ? "Newer" : "Older"}
        className={older || newer ? "mt-4" : "hidden"}
      />
    </>
  );
}
