import { ArrowLeft, Download, Plus } from "lucide-react";
import { useState } from "react";
import { data } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { orEmpty } from "~/db/failure.server";
import { inquiryStatuses } from "~/db/schema/values";
import { visitContext } from "~/ground/visit";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";
import { Button, ButtonLink } from "~/ui/button";
import { DeskList } from "~/ui/lists/desk-list";
import { listPath } from "~/ui/lists/list-filter";
import type { Route } from "./+types/list";
import { BulkForm } from "./bulk";
import { sendInquiryForm } from "./forms";
import { countInquiries, listInquiries, readInquiryFilters } from "./list.server";
import { InquiryTable } from "./list-table";
import { noticeWords } from "./notice";
import { answerInquiryForm } from "./request.server";

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
  const { problem, detail } = actionData ?? {};
  const sort = filters.sort === "oldest" ? "oldest" : undefined;
  const olderPage = { label: "Older", before: older };
  const newerPage = { label: "Newer", after: newer };
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(rows.filter(({ id }) => ticked.has(id)).map(({ id }) => id));
  function choose(id: string, on: boolean) {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setTicked(next);
  }
  return (
    <DeskList
      title="Inquiries"
      under={
        <p className="mt-0.5 text-stone">
          Signed in as <strong className="font-semibold break-all text-ink">{email}</strong>
        </p>
      }
      links={
        <>
          <ButtonLink to="/admin" variant="outline" size="sm" before={<ArrowLeft aria-hidden />}>
            Back to Dashboard
          </ButtonLink>
          <ButtonLink to={`${path}/new`} variant="outline" size="sm" before={<Plus aria-hidden />}>
            New inquiry
          </ButtonLink>
        </>
      }
      actions={
        <form method="post" action={listPath(`${path}/export`, { q, status, priority, sort })}>
          <Button type="submit" size="sm" before={<Download aria-hidden />}>
            Export CSV
          </Button>
        </form>
      }
      notice={problem ? ["error", detail ? `${problem}. ${detail}` : problem] : noticeWords(notice)}
      path={path}
      filters={{ q, status, priority, sort }}
      row={before ? { before } : { after }}
      cards={cards.map(([label, of, name]) => ({ label, status: of, count: counts[name] }))}
      searchLabel="Name, email, phone or service"
      selects={[
        { name: "status", label: "Status", value: status, options: statusOptions },
        { name: "priority", label: "Priority", value: priority, options: priorityOptions },
      ]}
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
          <BulkForm
            id="bulk"
            rows={rows.length}
            chosen={chosen.size}
            onAll={(all) => setTicked(new Set(all ? rows.map(({ id }) => id) : []))}
            onDone={() => setTicked(new Set())}
          />
          <InquiryTable
            rows={rows}
            search={search}
            sort={filters.sort}
            sortTo={listPath(path, { q, status, priority, sort: sort ? undefined : "oldest" })}
            chosen={chosen}
            onChoose={choose}
            bulkForm="bulk"
          />
        </>
      )}
    </DeskList>
  );
}
