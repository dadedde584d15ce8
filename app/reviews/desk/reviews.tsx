import { Eye, EyeOff, RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { data, useFetcher } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { calendarDate, nassauTime } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Stars } from "~/reviews/stars";
import { syncReviews } from "~/reviews/sync.server";
import { Button, ButtonLink } from "~/ui/button";
import { Badge, SampleMark } from "~/ui/lists/badge";
import { Pagination } from "~/ui/lists/pagination";
import { StatCard } from "~/ui/lists/stat-card";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { Banner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import { useToast } from "~/ui/notices/toast";
import type { Route } from "./+types/reviews";
import { readStaffReviews } from "./reviews.server";
import { setReviewVisibility } from "./set-visibility.server";

const path = "/admin/reviews";

export const meta: Route.MetaFunction = () => [{ title: "Google Reviews · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  return readStaffReviews(url.searchParams);
}

type ReviewsAnswer = { intent: "sync" | "visibility"; ok: boolean; message: string; detail?: string };
const answer = (body: ReviewsAnswer, status = 200) => data(body, status);

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(requestContext);
  const form = await readForm(request);
  if (form.get("intent") === "sync") {
    const intent = "sync";
    const result = await syncReviews({ staff, address });
    if (!result.ok) {
      const status = result.reason === "forbidden" ? 403 : 502;
      return answer({ intent, ok: false, message: "Failed to sync reviews", detail: result.message }, status);
    }
    const detail = result.ran ? "" : "Reviews were synced less than a minute ago, so we didn’t ask Google again.";
    return answer({ intent, ok: true, message: "Reviews synced successfully!", detail });
  }
  if (form.get("intent") !== "visibility") throw data(null, 400);
  const intent = "visibility";
  const result = await setReviewVisibility({ staff, address, attempt: form.get("attempt") }, Object.fromEntries(form));
  if (!result.ok) return answer({ intent, ok: false, message: result.message }, statusOf(result));
  return answer({ intent, ok: true, message: form.get("visible") === "yes" ? "Review shown" : "Review hidden" });
}

type Data = Route.ComponentProps["loaderData"];
const chosen = { all: "All", visible: "Visible", hidden: "Hidden" } as const;
const listPath = (show: Data["shown"], page = 1) => {
  const search = new URLSearchParams({ ...(show === "all" ? {} : { show }), ...(page > 1 ? { page: `${page}` } : {}) });
  return search.size > 0 ? `${path}?${search}` : path;
};

export default function AdminReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, shown, page, more, counts, figures, missing } = loaderData;
  return (
    <>
      <Sync />
      {actionData ? (
        <Banner tone={actionData.ok ? "success" : "error"} role="alert" title={actionData.message} className="mt-4">
          {actionData.detail || null}
        </Banner>
      ) : null}
      {missing.length > 0 ? (
        <Banner title="Google is not connected yet" className="mt-4">
          To sync reviews, add these settings: <span className="font-mono text-xs">{missing.join(", ")}</span>. They
          come from the owner’s Business Profile; <span className="font-mono text-xs">.env.example</span> explains each
          one.
        </Banner>
      ) : null}
      <div className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard label="Average rating" value={figures?.average ?? "—"} detail="As shown on Google" />
        <StatCard label="Total reviews" value={figures?.total.toLocaleString("en-US") ?? "—"} detail="On Google" />
        <StatCard
          label="Last sync"
          value={
            <span className="text-base">
              {figures?.lastSyncAt ? nassauTime(new Date(figures.lastSyncAt)) : "Not yet"}
            </span>
          }
        />
        <StatCard
          label="Last sync status"
          value={<span className="text-base break-words">{figures?.lastSyncStatus ?? "—"}</span>}
        />
      </div>
      <nav aria-label="Which reviews" className="mt-6 flex flex-wrap gap-2">
        {(["all", "visible", "hidden"] as const).map((show) => (
          <ButtonLink
            key={show}
            to={listPath(show)}
            preventScrollReset
            size="sm"
            variant={show === shown ? "primary" : "outline"}
            aria-current={show === shown ? "true" : undefined}
          >
            {chosen[show]} ({counts[show].toLocaleString("en-US")})
          </ButtonLink>
        ))}
      </nav>
      <div className="mt-3">
        {rows.length === 0 ? (
          <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
            <EmptyState
              title={shown === "all" ? "No reviews yet" : `No ${shown} reviews`}
              seed="desk-reviews"
              level={3}
            >
              {shown === "all" ? <p>Reviews appear here after the first sync.</p> : null}
            </EmptyState>
          </div>
        ) : (
          <Table label="Reviews, newest first">
            <thead>
              <Tr>
                <Th>Author</Th>
                <Th>Rating</Th>
                <Th className="w-2/5">Review</Th>
                <Th>Date</Th>
                <Th>Shown</Th>
              </Tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ReviewRow key={row.id} row={row} />
              ))}
            </tbody>
          </Table>
        )}
      </div>
      <Pagination
        label="Reviews"
        previous={page > 1 ? listPath(shown, page - 1) : undefined}
        next={more ? listPath(shown, page + 1) : undefined}
        previousLabel="Newer"
        nextLabel="Older"
        className={page > 1 || more ? "mt-4" : "hidden"}
      />
    </>
  );
}

function useAnswerToast(answer: ReviewsAnswer | undefined) {
  const { show } = useToast();
  useEffect(() => {
    if (answer)
      show({ tone: answer.ok ? "success" : "error", title: answer.message, message: answer.detail || undefined });
  }, [answer, show]);
}

function Sync() {
  const { Form, state, data: answer } = useFetcher<ReviewsAnswer>();
  useAnswerToast(answer);
  const syncing = state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="sync" />
      <Button type="submit" size="sm" disabled={syncing} before={<RefreshCw aria-hidden />}>
        {syncing ? "Syncing Reviews..." : "Sync Reviews"}
      </Button>
    </Form>
  );
}

function ReviewRow({ row }: { row: Data["rows"][number] }) {
  const { Form, state, data: answer } = useFetcher<ReviewsAnswer>();
  useAnswerToast(answer);
  const { id, author, rating, text, date, answer: reply, isVisible, isSample } = row;
  return (
    <Tr className={isVisible ? "" : "text-stone"}>
      <Td label="Author" className="font-semibold">
        <span className="flex flex-wrap items-center gap-x-1.5 max-md:justify-end xl:min-w-44">
          {author}
          {isSample ? <SampleMark /> : null}
        </span>
      </Td>
      <Td label="Rating">
        <Stars rating={rating} className="h-4" />
      </Td>
      <Td label="Review" className="max-md:block max-md:text-left">
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text || <em>No text</em>}</p>
        {reply ? (
          <p className="mt-1.5 border-l-2 border-shallows pl-3 text-stone [overflow-wrap:anywhere]">{reply}</p>
        ) : null}
      </Td>
      <Td label="Date" className="whitespace-nowrap tabular-nums">
        {calendarDate(date)}
      </Td>
      <Td label="Shown" className="whitespace-nowrap">
        <Form method="post" className="flex items-center gap-2.5">
          <input type="hidden" name="intent" value="visibility" />
          <input type="hidden" name="reviewId" value={id} />
          <input type="hidden" name="visible" value={isVisible ? "no" : "yes"} />
          <Badge tone={isVisible ? "green" : "gray"}>{isVisible ? "Visible" : "Hidden"}</Badge>
          <Button
            type="submit"
            variant="outline"
            size="sm"
            busy={state !== "idle"}
            aria-label={`${isVisible ? "Hide" : "Show"} the review by ${author}`}
            before={isVisible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          >
            {isVisible ? "Hide" : "Show"}
          </Button>
        </Form>
      </Td>
    </Tr>
  );
}
