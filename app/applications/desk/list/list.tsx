import { useState } from "react";
import { data, redirect } from "react-router";
import { flash, type Notice, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { countOverdueAnswers } from "~/applications/desk/case/messages/overdue-answers.server";
import { readForm } from "~/bodies/read-form.server";
import { applicationStatuses } from "~/db/schema/values";
import { statusOf } from "~/ground/verbs/refused";
import { visitContext } from "~/ground/visit";
import { ButtonLink } from "~/ui/button";
import { DeskList } from "~/ui/lists/desk-list";
import { listPath } from "~/ui/lists/list-filter";
import { statusLook } from "~/ui/lists/status-badge";
import type { NoticeTone } from "~/ui/notices/tone";
import type { Route } from "./+types/list";
import { arrivalsFrom, countArrivals } from "./arrivals.server";
import { ArrivalsLink } from "./arrivals-notice";
import { deleteDrafts, readDraftQuestion } from "./delete-drafts.server";
import { DeleteDraftsQuestion, DraftBar } from "./drafts";
import { countApplications, listApplications, readFilters } from "./list.server";
import { type Sort, sorts } from "./sort";
import { ApplicationTable } from "./table";

const path = "/admin/applications";

export const meta: Route.MetaFunction = () => [{ title: "Applications · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const filters = readFilters(url.searchParams);
  // Counted before the list is read: an arrival in between is announced although it is listed already, but never
  // missed.
  const arrivals = await countArrivals(filters, arrivalsFrom());
  const [page, counts, overdue, question] = await Promise.all([
    listApplications(filters),
    countApplications(),
    countOverdueAnswers(),
    readDraftQuestion(url.searchParams),
  ]);
  const { q, status, answer, sort, before, after } = filters;
  // The application that the page starts from was deleted: show the first page.
  if (page.rows.length === 0 && (before ?? after)) throw redirect(listPath(path, { q, status, answer, sort }));
  const { notice, counts: done, headers } = readFlash(request);
  return data({ ...page, ...counts, overdue, arrivals, filters, question, notice, done }, { headers });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(visitContext);
  const form = await readForm(request);
  if (form.get("intent") !== "delete-drafts") throw data(null, 400);
  const result = await deleteDrafts({ staff, address }, form.getAll("draft"));
  if (!result.ok) return data({ problem: result.message }, statusOf(result));
  const { q, status, answer, sort, before, after } = readFilters(url.searchParams);
  throw redirect(listPath(path, { q, status, answer, sort, before, after }), {
    headers: { "Set-Cookie": flash("drafts-deleted", result.deleted, result.untouched) },
  });
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

/** `2 drafts deleted`, and how many could not be. */
function deletedWords([deleted = 0, untouched = 0]: readonly number[]): readonly [NoticeTone, string] {
  const words =
    deleted === 0 ? "No draft was deleted" : deleted === 1 ? "1 draft deleted" : `${deleted} drafts deleted`;
  if (untouched === 0) return ["success", `${words}.`];
  return [
    "warning",
    `${words}; ${untouched === 1 ? "1 was submitted or withdrawn meanwhile and stays" : `${untouched} were submitted or withdrawn meanwhile and stay`}.`,
  ];
}

export default function ApplicationList({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, previous, total, byStatus, overdue, arrivals, filters, question, notice, done } = loaderData;
  const { q, status, answer, sort, before, after } = filters;
  const drafts = rows.filter((row) => row.isDraft);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(drafts.filter(({ id }) => ticked.has(id)).map(({ id }) => id));
  function choose(id: string, on: boolean) {
    const others = [...chosen].filter((one) => one !== id);
    setTicked(new Set(on ? [...others, id] : others));
  }
  const query = { q, status, answer, sort, before, after };
  const message = (notice && notices[notice]) ?? null;
  return (
    <>
      {question ? <DeleteDraftsQuestion question={question} list={listPath(path, query)} /> : null}
      <DeskList
        title="Applications"
        links={
          <>
            <ButtonLink to="/admin" variant="outline" size="sm">
              Dashboard
            </ButtonLink>
            <ButtonLink to="/admin/emails" variant="outline" size="sm">
              Emails
            </ButtonLink>
            <ButtonLink to="/admin/applications/passport" variant="outline" size="sm">
              Find by passport number
            </ButtonLink>
            <ButtonLink to={`${path}/new`} variant="outline" size="sm">
              New draft
            </ButtonLink>
          </>
        }
        notice={actionData ? ["error", actionData.problem] : notice === "drafts-deleted" ? deletedWords(done) : message}
        path={path}
        filters={{ q, status, answer, sort }}
        row={before ? { before } : { after }}
        cards={cards.map(([label, of]) => ({
          label,
          status: of,
          count: of === "all" ? total : (byStatus[of] ?? 0),
        }))}
        cardColumns="max-sm:gap-2 grid-cols-3 xl:grid-cols-6"
        searchLabel="Number, email or name"
        selects={[
          { name: "status", label: "Status", value: status, options: statusOptions },
          {
            name: "answer",
            label: "Messages",
            value: answer,
            options: [
              { value: "all", label: "All messages" },
              { value: "overdue", label: `Answer overdue (${overdue.toLocaleString("en-US")})` },
            ],
          },
          { name: "sort", label: "Order", value: sort, options: sorts },
        ]}
        empty={{ title: "No applications found matching your filters" }}
        rows={rows}
        previous={{ label: sort === "" ? "Newer" : "Previous", after: previous }}
        next={{ label: sort === "" ? "Older" : "Next", before: next }}
        over={
          <ArrivalsLink
            seen={arrivals}
            filters={listPath("", { q, status, answer }).slice(1)}
            to={listPath(path, { q, status, answer })}
          />
        }
      >
        {(search) => (
          <>
            {drafts.length > 0 ? (
              <DraftBar
                id="drafts"
                path={path}
                filters={query}
                drafts={drafts.length}
                chosen={chosen.size}
                onAll={(all) => setTicked(new Set(all ? drafts.map(({ id }) => id) : []))}
              />
            ) : null}
            <ApplicationTable
              rows={rows}
              search={search}
              sort={sort}
              sortPath={(by: Sort) => listPath(path, { q, status, answer, sort: by })}
              choice={drafts.length > 0 ? { form: "drafts", chosen, onChoose: choose } : undefined}
            />
          </>
        )}
      </DeskList>
    </>
  );
}
