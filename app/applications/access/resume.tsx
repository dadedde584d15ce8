import { data, Form, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import type { Route } from "./+types/resume";
import { followLink, linkQuestion } from "./follow-link.server";
import { LinkQuestion } from "./link-question";
import { QuietPage } from "./quiet-page";
import { readLink, restrictedBy, sendFreshLinks } from "./resume.server";
import { SharedCheckbox } from "./shared-tick";

export const meta: Route.MetaFunction = () => [
  { title: "Continue your visa application" },
  { name: "robots", content: "noindex" },
];

/** `GET /application/resume?token=`: shows what the link is for and redeems nothing. */
export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const link = await readLink(token);
  const restricted = link.state === "unknown" ? await restrictedBy(token) : undefined;
  if (restricted) throw redirect(`/apply/${restricted}`);
  if (link.state === "unknown") return data({ state: link.state, number: "", token: "", question: null }, 404);
  const question = link.state === "good" ? await linkQuestion(request, link.found) : null;
  return data({ state: link.state, number: link.found.application.applicationNumber, token, question });
}

/** Also after a refusal: the link may have ended meanwhile. Not if the server was unreachable. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503;

/** `problem` selects the message of the question's form, and `message` says why nothing was sent. */
type Outcome = {
  message?: string;
  sent?: boolean;
  limited?: string;
  problem?: "unanswered" | "overtaken";
  shared?: boolean;
};

export async function action({ request, context }: Route.ActionArgs) {
  // Following a link has no limit of its own: many people may share one IP address.
  await requireFormLimit(request, context.get(requestContext).address, "resume form");
  const form = await readForm(request);
  const token = String(form.get("token") ?? "");
  if (form.get("intent") === "send-link") {
    const link = await readLink(token);
    const { address } = context.get(requestContext);
    if (link.state === "unknown") return data<Outcome>({ sent: true });
    const result = await sendFreshLinks({ address }, link.found.application.id);
    return result.ok ? data<Outcome>({ sent: true }) : data<Outcome>({ limited: result.message }, hourlyLimitResponse);
  }
  const { address, browser } = context.get(requestContext);
  const cookie = request.headers.get("cookie") ?? "";
  const shared = form.get("shared") === "yes";
  const followed = await followLink({ address, browser, cookie, shared }, token, form.get("answer"));
  if (followed.ok) {
    if (!followed.opened) throw redirect("/application/not-me?done=1");
    const { id, cookie, endRefused } = followed.opened;
    throw redirect(`/apply/${id}${endRefused ? "/browsers?end=others" : ""}`, { headers: { "Set-Cookie": cookie } });
  }
  switch (followed.reason) {
    case "invalid":
      return data<Outcome>({ problem: "unanswered", shared }, 422);
    case "conflict":
      return data<Outcome>({ problem: "overtaken", shared }, 409);
    default:
      // The page itself says what happened to the link.
      return data<Outcome>({}, 400);
  }
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message, fields): Outcome => ({ message, shared: fields.get("shared") === "yes" }));

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Resume({ loaderData, actionData }: Route.ComponentProps) {
  const { question, token, number } = loaderData;
  const problem = actionData?.problem;
  const unreached = actionData?.message && (
    <Banner tone="error" role="alert" className="my-7">
      {actionData.message}
    </Banner>
  );
  if (loaderData.state === "good" && question)
    return (
      <QuietPage title="Is this your application?">
        {unreached}
        <LinkQuestion
          token={token}
          number={number}
          start={question}
          shared={actionData?.shared ?? false}
          missing={problem === "unanswered" ? "Please choose one of the three answers" : undefined}
        />
      </QuietPage>
    );
  if (loaderData.state === "good")
    return (
      <QuietPage title="Continue your application">
        {unreached}
        {problem === "overtaken" ? (
          <Banner tone="warning" role="alert" className="mt-7" title="Nothing was changed">
            Someone with access to this inbox answered Yes before you, so your No had no effect. If that wasn’t you,
            please <TextLink to="/contact">write to us</TextLink> and change the password of your inbox.
          </Banner>
        ) : null}
        <p className="mt-3 text-lg text-stone">
          This link opens application <span className="font-mono whitespace-nowrap text-ink">{number}</span> in this
          browser, with everything you have entered so far.
        </p>
        <Form method="post" className="mt-8 grid gap-6">
          <input type="hidden" name="token" value={token} />
          <SharedCheckbox ticked={actionData?.shared} />
          <Button type="submit" size="lg" className="justify-self-start">
            Continue
          </Button>
        </Form>
      </QuietPage>
    );
  if (loaderData.state === "expired")
    return (
      <QuietPage title="This link has expired">
        <p className="mt-3 text-lg text-stone">
          Links last 30 days to keep your answers safe, or less if you’ve replaced them. Nothing is lost: we can send a
          new one to the address on file.
        </p>
        {unreached}
        {actionData?.sent ? (
          <Banner tone="success" role="status" className="mt-7">
            A new link is on its way.
          </Banner>
        ) : null}
        <MessageBanner message={actionData?.limited} className="mt-7" />
        <Form method="post" className="mt-8">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" name="intent" value="send-link" size="lg">
            Send me a new link
          </Button>
        </Form>
      </QuietPage>
    );
  return (
    <QuietPage title="This link does not work">
      <p className="mt-3 text-lg text-stone">
        The link may be incomplete. Copy all of it from our email, or let us send you a new one.
      </p>
      <ButtonLink to="/apply/start" size="lg" className="mt-8">
        Find my application
      </ButtonLink>
    </QuietPage>
  );
}
