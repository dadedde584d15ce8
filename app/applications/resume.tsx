import { data, Form, redirect } from "react-router";
import { refusedForAnHour } from "~/accounts/limits.server";
import { requireFewForms } from "~/bodies/few-forms.server";
import { readForm } from "~/bodies/read-form.server";
import { Banner } from "~/ui/banner";
import { Button, ButtonLink } from "~/ui/button";
import { visitContext } from "~/visit";
import type { Route } from "./+types/resume";
import { QuietPage } from "./open-views";
import { readLink, redeemLink, sendFreshLinks } from "./resume.server";

export const meta: Route.MetaFunction = () => [
  { title: "Continue your visa application" },
  { name: "robots", content: "noindex" },
];

/** `GET /application/resume?token=`: shows what the link is for and redeems nothing (W-RESUME-8). */
export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const link = await readLink(token);
  if (link.state === "unknown") return data({ state: link.state, number: "", token: "" }, 404);
  return data({ state: link.state, number: link.number, token });
}

export async function action({ request, context }: Route.ActionArgs) {
  // Opening by a link is counted in no limit of its own: an island behind one address may open many.
  await requireFewForms(request, context.get(visitContext).address, "resume form");
  const form = await readForm(request);
  const token = String(form.get("token") ?? "");
  if (form.get("intent") === "send-link") {
    const link = await readLink(token);
    const { address } = context.get(visitContext);
    const result = link.state === "unknown" ? "asked" : await sendFreshLinks({ address }, link.applicationId);
    return data({ sent: result === "asked" }, result === "asked" ? 200 : refusedForAnHour);
  }
  const opened = await redeemLink(token, context.get(visitContext).browser);
  if (!opened) return data({ sent: false }, 400);
  throw redirect(`/apply/${opened.id}`, { headers: { "Set-Cookie": opened.cookie } });
}

/** `Retry-After` of what is limited. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Resume({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === "good")
    return (
      <QuietPage title="Continue your application">
        <p className="mt-3 text-lg text-stone">
          This link opens application <span className="font-mono whitespace-nowrap text-ink">{loaderData.number}</span>{" "}
          in this browser, with everything you have entered so far.
        </p>
        <Form method="post" className="mt-8">
          <input type="hidden" name="token" value={loaderData.token} />
          <Button type="submit" size="lg">
            Continue
          </Button>
        </Form>
      </QuietPage>
    );
  if (loaderData.state === "expired")
    return (
      <QuietPage title="This link has expired">
        <p className="mt-3 text-lg text-stone">
          Links last 30 days, to keep your answers safe. Nothing is lost: we can send a new one to the address on file.
        </p>
        {actionData?.sent ? (
          <Banner tone="success" role="status" className="mt-7">
            A new link is on its way.
          </Banner>
        ) : null}
        {actionData && !actionData.sent ? (
          <Banner tone="error" role="alert" className="mt-7">
            Too many requests from here. Please try again in an hour.
          </Banner>
        ) : null}
        <Form method="post" className="mt-8">
          <input type="hidden" name="token" value={loaderData.token} />
          <Button type="submit" name="intent" value="send-link" size="lg">
            Send me a new link
          </Button>
        </Form>
      </QuietPage>
    );
  return (
    <QuietPage title="This link does not work">
      <p className="mt-3 text-lg text-stone">
        It may have been cut off on its way. Please copy the whole link from our mail, or let us send you a new one.
      </p>
      <ButtonLink to="/apply/start" size="lg" className="mt-8">
        Find my application
      </ButtonLink>
    </QuietPage>
  );
}
