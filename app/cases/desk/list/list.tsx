import { data, redirect } from "react-router";
import { listAssignable } from "~/accounts/admins/names.server";
import { ExportView } from "~/accounts/exports/export-view";
import { flash, type Notice, readFlash } from "~/accounts/flash.server";
import type { OwnerFormResult } from "~/accounts/owners/owned";
import { handleOwnerForm } from "~/accounts/owners/owner-form.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { readView } from "~/accounts/views/read-view.server";
import { handleViewsForm, type ViewFormResult } from "~/accounts/views/view-form.server";
import { viewMessages } from "~/accounts/views/view-words";
import { viewsFor } from "~/accounts/views/views.server";
import { ViewsMenu } from "~/accounts/views/views-menu";
import { updatedMessages } from "~/cases/desk/status-updated-messages";
import { countOverdueAnswers } from "~/cases/messages/desk/overdue-answers.server";
import { counted } from "~/core/counted";
import { headsOf } from "~/core/lists/heads";
import { calendarDate, nassauLongDate } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink } from "~/ui/button";
import { DeskList } from "~/ui/lists/desk-list";
import { listHref } from "~/ui/lists/list-filter";
import { Matches } from "~/ui/lists/matches";
import { useChosen } from "~/ui/lists/use-chosen";
import { Banner } from "~/ui/notices/banner";
import type { NoticeTone } from "~/ui/notices/tone";
import type { Route } from "./+types/list";
import { arrivalsFrom, countArrivals } from "./arrivals.server";
import { ArrivalsLink } from "./arrivals-notice";
import { ApplicationBulk } from "./bulk";
import { ApplicationTable } from "./columns";
import { columns, orders } from "./columns.server";
import { deleteDrafts, readDraftQuestion } from "./delete-drafts.server";
import { DeleteDraftsQuestion } from "./drafts";
import { erasedBy } from "./erased.server";
import { filterChoices } from "./filter-choices.server";
import { filterFields } from "./filter-fields";
import { countListed, readFilters, searchParamsOf } from "./filters.server";
import { countApplications, listApplications } from "./list.server";

const path = "/admin/applications";

export const meta: Route.MetaFunction = () => [{ title: "Applications · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const viewed = await readView(staff, "applications", url.searchParams);
  const filters = readFilters(viewed.search, staff.adminId);
  // Count before reading the list: an arrival in between may be announced although it is listed, but is never missed.
  const arrivals = await countArrivals(filters, arrivalsFrom());
  const [page, matches, counts, overdue, question, admins, choices, views, erased] = await Promise.all([
    listApplications(filters),
    countListed(filters),
    countApplications(),
    countOverdueAnswers(),
    readDraftQuestion(url.searchParams),
    listAssignable(db),
    filterChoices(),
    viewsFor(staff, "applications"),
    erasedBy(filters.q),
  ]);
  const { before, after } = filters;
  const parameters = searchParamsOf(filters);
  // The row of the cursor was deleted: show the first page.
  if (page.rows.length === 0 && (before ?? after)) throw redirect(listHref(path, parameters));
  const pathOf = (sort: string) => listHref(path, { ...parameters, view: viewed.view?.id, sort });
  const heads = headsOf(columns, filters.columns, { orders, sort: filters.sort, pathOf });
  const { notice, counts: done, headers } = readFlash(request);
  return data(
    {
      ...{
        ...page,
        ...counts,
        heads,
        matches,
        overdue,
        arrivals,
        filters,
        address: parameters,
        question,
        notice,
        done,
        choices,
        views,
        erased,
      },
      ...{ view: viewed.view, isViewMissing: viewed.isMissing, newView: crypto.randomUUID() },
      people: { admins, me: staff.adminId },
    },
    { headers },
  );
}

/** Only the filters, as saved with a view. */
const filtersOf = (search: URLSearchParams) => listHref("", searchParamsOf(readFilters(search))).slice(1);

type Answer = { problem?: string; owned?: OwnerFormResult; viewed?: ViewFormResult };

export async function action({ request, url, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = await readForm(request);
  const viewed = await readView(by.staff, "applications", url.searchParams);
  const filters = readFilters(viewed.search, by.staff.adminId);
  const { before, after } = filters;
  const parameters = searchParamsOf(filters);
  const answered =
    (await handleOwnerForm("application", by, form)) ??
    (await handleViewsForm({ name: "applications", path, filtersOf }, by, form));
  if (answered) return answered;
  const here = { ...parameters, view: viewed.view?.id, before, after };
  if (form.get("intent") === "ask-delete") {
    const selected = form.getAll("application").map((id) => ["draft", String(id)]);
    const list = listHref(path, { ...here, ask: "delete" });
    throw redirect(selected.length > 0 ? `${list}&${new URLSearchParams(selected)}` : list);
  }
  if (form.get("intent") !== "delete-drafts") throw data(null, 400);
  const result = await deleteDrafts(by, form.getAll("draft"));
  if (!result.ok) return data({ problem: result.message }, statusOf(result));
  throw redirect(listHref(path, here), {
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

const notices: Partial<Record<Notice, readonly ["success" | "error", string]>> = {
  "status-updated": ["success", updatedMessages["status-updated"]],
  "status-updated-unmailed": ["success", updatedMessages["status-updated-unmailed"]],
  "export-busy": ["error", "Two exports are running already. Please try again in a minute."],
  "export-failed": ["error", "The applications could not be exported. Please try again."],
  "not-loaded": ["error", "We couldn’t load that application."],
};

/** `2 drafts deleted`, and how many could not be. */
function deletedWords([deleted = 0, untouched = 0]: readonly number[]): readonly [NoticeTone, string] {
  const text = deleted === 0 ? "No draft was deleted" : `${counted(deleted, "draft")} deleted`;
  if (untouched === 0) return ["success", `${text}.`];
  return [
    "warning",
    `${text}; ${untouched === 1 ? "1 has since been submitted or withdrawn and was not deleted" : `${untouched} have since been submitted or withdrawn and were not deleted`}.`,
  ];
}

/** The notice above the list; without a script also the result of an action in it. */
function noticeOf({ notice, done, isViewMissing }: Route.ComponentProps["loaderData"], { problem, owned }: Answer) {
  if (problem) return ["error", problem] as const;
  if (owned?.problem) return ["error", owned.problem] as const;
  if (owned?.message) return ["success", `${owned.message}.`] as const;
  if (isViewMissing) return ["warning", viewMessages.gone] as const;
  if (notice === "drafts-deleted") return deletedWords(done);
  return (notice && notices[notice]) ?? null;
}

export default function ApplicationList({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, heads, next, previous, total, byStatus, matches, arrivals, filters, address, question, people } =
    loaderData;
  const { view, views, newView } = loaderData;
  const { sort, before, after } = filters;
  const answer: Answer = actionData ?? {};
  const { choice, chooseNone } = useChosen(rows, "chosen", "application");
  const drafts = rows.filter(({ id, isDraft }) => isDraft && choice.chosen.has(id)).length;
  const viewParam = { view: view?.id };
  const query = { ...address, ...viewParam, before, after };
  return (
    <>
      {question ? <DeleteDraftsQuestion question={question} list={listHref(path, query)} /> : null}
      <DeskList
        title="Applications"
        matches={
          <Matches
            count={matches}
            singular="application"
            plural="applications"
            counted={listHref(`${path}/count`, address)}
          />
        }
        views={
          <ViewsMenu
            path={path}
            here={listHref("", address).slice(1)}
            view={view}
            views={views}
            newView={newView}
            answer={answer.viewed}
          />
        }
        links={
          <ButtonLink to={`${path}/new`} variant="outline" size="sm">
            New draft
          </ButtonLink>
        }
        more={
          <>
            <ButtonLink to={listHref(`${path}/columns`, address)} variant="outline" size="sm">
              Export CSV
            </ButtonLink>
            <ExportView to={listHref(`${path}/export`, address)} />
            <ButtonLink to="/admin/applications/passport" variant="outline" size="sm">
              Find by passport number
            </ButtonLink>
            <ButtonLink to="/admin/emails" variant="outline" size="sm">
              Emails
            </ButtonLink>
            <ButtonLink to="/admin" variant="outline" size="sm">
              Dashboard
            </ButtonLink>
          </>
        }
        notice={noticeOf(loaderData, answer)}
        path={path}
        filters={address}
        keptParams={viewParam}
        row={before ? { before } : { after }}
        cards={cards.map(([label, of]) => ({
          label,
          status: of,
          count: of === "all" ? total : (byStatus[of] ?? 0),
        }))}
        searchLabel="Number, email, name or phone"
        {...filterFields(loaderData)}
        empty={{ title: "No applications found matching your filters" }}
        rows={rows}
        previous={{ label: sort === "" ? "Newer" : "Previous", after: previous }}
        next={{ label: sort === "" ? "Older" : "Next", before: next }}
        over={
          <>
            <ErasedNotice erased={loaderData.erased} />
            <ArrivalsLink
              seen={arrivals}
              filters={listHref("", address).slice(1)}
              to={listHref(path, { ...address, ...viewParam })}
            />
          </>
        }
      >
        {(search) => (
          <>
            <ApplicationBulk
              id="chosen"
              chosen={choice.chosen.size}
              drafts={drafts}
              people={people}
              onNone={chooseNone}
            />
            <ApplicationTable rows={rows} search={search} heads={heads} choice={choice} people={people} />
          </>
        )}
      </DeskList>
    </>
  );
}

/** What a search for the number of an erased application says (V-ERASE-8). */
function ErasedNotice({ erased }: { erased: Awaited<ReturnType<typeof erasedBy>> }) {
  if (!erased) return null;
  const { number, startedOn, submittedOn, decidedOn, erasedAt } = erased;
  const days = [
    `started ${calendarDate(startedOn)}`,
    submittedOn ? `submitted ${calendarDate(submittedOn)}` : "never submitted",
    decidedOn ? `decided ${calendarDate(decidedOn)}` : "",
  ].filter(Boolean);
  return (
    <Banner tone="info" role="status" className="mt-4" title={`Erased on ${nassauLongDate(erasedAt)}`}>
      <span className="font-mono">{number}</span>: {days.join(", ")}. Nothing else has been kept.
    </Banner>
  );
}
