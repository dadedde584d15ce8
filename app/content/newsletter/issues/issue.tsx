import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { ContentTrail } from "~/content/content-trail";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Badge } from "~/ui/lists/badge";
import { Banner } from "~/ui/notices/banner";
import { Dialog } from "~/ui/notices/dialog";
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
  if (notice === "issue-sending") return `The issue is being sent to ${subscribers(first)}.`;
  if (notice === "issue-stopped")
    return `Stopped. ${first.toLocaleString("en-US")} have received it or will get it with the current batch; ${second.toLocaleString("en-US")} haven’t.`;
  return null;
}

const verbs = { send: sendIssue, continue: continueIssue, test: sendTest } as const;

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  const form = await readForm(request);
  const by = { staff, address, browser, attempt: form.get("attempt") };
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

/** After every POST, even a refused one, to show the current progress. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === "POST" || defaultShouldRevalidate;
}

const subscribers = (n: number) => (n === 1 ? "1 subscriber" : `${n.toLocaleString("en-US")} subscribers`);

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
      {notice && !actionData ? (
        <Banner tone="success" role="status" className="mt-4">
          {notice}
        </Banner>
      ) : null}
      {actionData ? (
        <Banner tone="error" role="alert" className="mt-4">
          {actionData.problem}
        </Banner>
      ) : null}
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
  const busy = useNavigation().formData?.get("intent");
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
          <Button type="submit" name="intent" value="stop" variant="danger" busy={busy === "stop"}>
            Stop
          </Button>
        ) : null}
        {mayChange && state === "stopped" && isPublic && left > 0 ? (
          <Button type="submit" name="intent" value="continue" busy={busy === "continue"}>
            Continue
          </Button>
        ) : null}
        {mayChange && state !== "sending" && state !== "stopped" && isPublic && left > 0 ? (
          <ButtonLink to={`${list}/${post}?ask=send`} preventScrollReset>
            {state === "done" ? "Send to the rest…" : "Send…"}
          </ButtonLink>
        ) : null}
        {mayChange && isPublic ? (
          <Button type="submit" name="intent" value="test" variant="outline" busy={busy === "test"}>
            Send me a test
          </Button>
        ) : null}
      </Form>
    </Card>
  );
}

function progress({ state, figures, left, subscribed }: IssueView): string {
  const had = (figures?.had ?? 0).toLocaleString("en-US");
  const not = left.toLocaleString("en-US");
  if (subscribed === 0 && (state === null || state === "done")) return "There are no subscribers.";
  if (state === null) return `Not sent yet. ${subscribers(subscribed)} will get it.`;
  if (state === "sending") return `${had} have received it or will get it with the current batch; ${not} haven’t.`;
  if (state === "stopped") return `Stopped: ${had} have received it, ${not} haven’t.`;
  return left === 0
    ? `All ${had} subscribers have received it.`
    : `${had} have received it. ${subscribers(left)} joined since then and haven’t.`;
}

/** The confirmation has its own URL, so that it works without JavaScript. */
function ConfirmSending({ issue: { post, title, left, wasSent } }: { issue: IssueView }) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <Dialog
      open
      onClose={() => document.getElementById("not-yet")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40 noscript:fixed noscript:inset-0"
      title={`Send “${title}” to ${subscribers(left)}?`}
      description={
        wasSent
          ? "It’s sent only to people who haven’t received it. You can’t undo sending."
          : "It’s sent in batches of 100, and you can stop between batches. You can’t undo sending."
      }
      footer={
        <>
          <ButtonLink
            id="not-yet"
            to={`${list}/${post}`}
            replace
            preventScrollReset
            variant="outline"
            data-autofocus=""
          >
            Cancel
          </ButtonLink>
          <Form method="post" action={`${list}/${post}`} replace data-keep="no">
            <Button type="submit" name="intent" value="send" busy={busy} busyLabel="Sending…">
              Send
            </Button>
          </Form>
        </>
      }
    />
  );
}
