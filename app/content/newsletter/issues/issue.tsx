import { data, Form, redirect } from "react-router";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { ContentTrail } from "~/content/content-trail";
import { counted } from "~/core/counted";
import { revalidateAfterPost } from "~/core/revalidate";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Badge } from "~/ui/lists/badge";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { QuestionDialog } from "~/ui/notices/question-dialog";
import { Amount, Running } from "~/ui/running/running";
import { useProgress } from "~/ui/running/use-progress";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/issue";
import { FigureList } from "./figures";
import { type IssueProgress, type IssueView, readIssue } from "./read-issues.server";
import { continueIssue, sendIssue, sendTest, stopIssue } from "./send-issue.server";
import { stateLooks } from "./state-looks";

const list = "/admin/content/newsletter/issues";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.issue.title ?? "Issue"} · Lucaya staff` },
];

/**
 * `/admin/content/newsletter/issues/{post}`: a post as an issue. `?ask=send` shows the confirmation before it is sent.
 */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const { role, email } = await requireStaff(request);
  const issue = await readIssue(params.post);
  if (!issue) throw data({ reason: "no-content" }, 404);
  const { notice, counts, headers } = readFlash(request);
  const asks = url.searchParams.get("ask") === "send";
  const text = wordsOf(notice, counts, email);
  return data({ issue, asks, mayChange: role === "super_admin", notice: text }, { headers });
}

function wordsOf(notice: ReturnType<typeof readFlash>["notice"], [first = 0, second = 0]: number[], email: string) {
  if (notice === "issue-test-sent") return `A test is on its way to ${email}.`;
  if (notice === "issue-sending") return `The issue is being sent to ${counted(first, "subscriber")}.`;
  if (notice === "issue-stopped")
    return `Stopped. ${first.toLocaleString("en-US")} have received it or will get it with the current batch; ${second.toLocaleString("en-US")} haven’t.`;
  return null;
}

const verbs = { send: sendIssue, continue: continueIssue, test: sendTest } as const;

export async function action({ request, params, context }: Route.ActionArgs) {
  const staffContext = await requireStaffContext(request, context);
  const form = await readForm(request);
  const by = { ...staffContext, attempt: form.get("attempt") };
  const input = { post: params.post };
  const intent = form.get("intent");
  if (intent === "stop") {
    const result = await stopIssue(by, input);
    return result.ok ? done(params.post, flash("issue-stopped", result.had, result.left)) : refused(result);
  }
  if (intent !== "send" && intent !== "continue" && intent !== "test") throw data(null, { status: 400 });
  const result = await verbs[intent](by, input);
  if (!result.ok) return refused(result);
  return done(
    params.post,
    "left" in result && typeof result.left === "number"
      ? flash("issue-sending", result.left)
      : flash("issue-test-sent"),
  );
}

const done = (post: string, cookie: string) => redirect(`${list}/${post}`, { headers: { "Set-Cookie": cookie } });
const refused = (result: Parameters<typeof statusOf>[0] & { message: string }) =>
  data({ problem: result.message }, statusOf(result));

export const shouldRevalidate = revalidateAfterPost;

export default function Issue({ loaderData: { issue, asks, mayChange, notice }, actionData }: Route.ComponentProps) {
  const { title, preview, state, isPublic } = issue;
  const look = state && stateLooks[state];
  return (
    <div className="max-w-5xl">
      <ContentTrail
        further={[
          { to: "/admin/content/newsletter", label: "Newsletter" },
          { to: list, label: "Issues" },
        ]}
      />
      <h1 className="mt-1 flex flex-wrap items-center gap-3 text-3xl [overflow-wrap:anywhere]">
        {title} {look ? <Badge tone={look.tone}>{look.label}</Badge> : null}
      </h1>
      <MessageBanner tone="success" message={notice && !actionData ? notice : null} className="mt-4" />
      <MessageBanner message={actionData?.problem} className="mt-4" />
      {isPublic ? null : (
        <Banner tone="warning" className="mt-4">
          This post is no longer public. You can send it once it’s published again.
        </Banner>
      )}
      {mayChange ? null : (
        <Banner tone="info" className="mt-4">
          Only super admins change this.
        </Banner>
      )}
      <Sending issue={issue} mayChange={mayChange} />
      <section aria-labelledby="mail" className="mt-8">
        <h2 id="mail" className="text-xl">
          The email
        </h2>
        <p className="mt-1">
          Subject: <strong>{title}</strong>
        </p>
        {preview ? (
          <>
            <iframe
              sandbox=""
              srcDoc={preview.html}
              title="The email"
              className="mt-3 h-[44rem] w-full rounded-lg border border-line bg-white"
            />
            <details className="mt-3">
              <summary className="w-fit cursor-pointer rounded-xs py-1 font-semibold text-sea-ink hover:underline">
                As plain text
              </summary>
              <pre className="mt-2 overflow-x-auto rounded-lg border border-line bg-mist p-4 font-mono text-xs whitespace-pre-wrap">
                {preview.text}
              </pre>
            </details>
          </>
        ) : null}
      </section>
      {asks && mayChange ? <ConfirmSending issue={issue} /> : null}
    </div>
  );
}

function Sending({ issue, mayChange }: { issue: IssueView; mayChange: boolean }) {
  const { post, state, isPublic, by, byEmail, at } = issue;
  const { figures, left } = useProgress<IssueProgress>(
    `${list}/${post}/progress`,
    issue,
    (now) => now.state === "sending",
  );
  const had = figures?.had ?? 0;
  return (
    <Card role="group" aria-labelledby="sending" className="mt-6">
      <h2 id="sending" className="text-xl">
        {state === "sending" ? "Sending now" : "Sending"}
      </h2>
      <p className="mt-1">{progress({ ...issue, figures, left })}</p>
      {at && state ? (
        <p className="text-xs text-stone">
          Last started {at} {by ? " by " : ""}
          {by ? <StaffName name={by} email={byEmail} /> : null}
        </p>
      ) : null}
      {state === "sending" ? (
        <Running title="Sending emails" to={`${list}/${post}`} className="mt-4">
          <Amount label="Subscribers reached, with the current batch" done={had} total={had + left} />
        </Running>
      ) : null}
      {figures && state ? <FigureList figures={figures} className="mt-4" /> : null}
      <Form method="post" data-keep="no" className="mt-4 flex flex-wrap gap-3">
        {mayChange && state === "sending" ? (
          <SubmitButton intent="stop" variant="danger">
            Stop
          </SubmitButton>
        ) : null}
        {mayChange && state === "stopped" && isPublic && left > 0 ? (
          <SubmitButton intent="continue">Continue</SubmitButton>
        ) : null}
        {mayChange && state !== "sending" && state !== "stopped" && isPublic && left > 0 ? (
          <ButtonLink to={`${list}/${post}?ask=send`} preventScrollReset>
            {state === "done" ? "Send to the rest…" : "Send…"}
          </ButtonLink>
        ) : null}
        {mayChange && isPublic ? (
          <SubmitButton intent="test" variant="outline">
            Send me a test
          </SubmitButton>
        ) : null}
      </Form>
    </Card>
  );
}

function progress({ state, figures, left, subscribed }: IssueView): string {
  const had = (figures?.had ?? 0).toLocaleString("en-US");
  const not = left.toLocaleString("en-US");
  if (subscribed === 0 && (state === null || state === "done")) return "There are no subscribers.";
  if (state === null) return `Not sent yet. ${counted(subscribed, "subscriber")} will get it.`;
  if (state === "sending") return `${had} have received it or will get it with the current batch; ${not} haven’t.`;
  if (state === "stopped") return `Stopped: ${had} have received it, ${not} haven’t.`;
  return left === 0
    ? `All ${had} subscribers have received it.`
    : `${had} have received it. ${counted(left, "subscriber")} joined since then and haven’t.`;
}

function ConfirmSending({ issue: { post, title, left, wasSent } }: { issue: IssueView }) {
  return (
    <QuestionDialog
      title={`Send “${title}” to ${counted(left, "subscriber")}?`}
      description={
        wasSent
          ? "It’s sent only to people who haven’t received it. You can’t undo sending."
          : "It’s sent in batches of 100, and you can stop between batches. You can’t undo sending."
      }
      back={`${list}/${post}`}
      form={
        <Form method="post" action={`${list}/${post}`} replace data-keep="no">
          <SubmitButton intent="send" busyLabel="Sending…">
            Send
          </SubmitButton>
        </Form>
      }
    />
  );
}
