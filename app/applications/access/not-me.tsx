import { data, Form, redirect } from "react-router";
import { requestContext } from "~/core/request-context";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { MessageBanner } from "~/ui/notices/banner";
import type { Route } from "./+types/not-me";
import { StartFacts } from "./link-question";
import { QuietPage, quietMeta } from "./quiet-page";
import { readNotMeLink, refuseByLink } from "./refuse-email.server";

export const meta: Route.MetaFunction = () => quietMeta("This was not me");

/** `GET /application/not-me?token=`: says what the link is for and changes nothing, as scanners follow links. */
export async function loader({ request }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  if (parameters.has("done")) return data({ state: "done" as const });
  const token = parameters.get("token") ?? "";
  const link = await readNotMeLink(token);
  return link.state === "unknown" ? data(link, 404) : data({ ...link, token });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  await requireFormLimit(request, address, "not me");
  const token = String((await readForm(request)).get("token") ?? "");
  const result = await refuseByLink({ address }, token);
  if (result.ok) throw redirect("/application/not-me?done=1");
  // No message: the page itself says that the link has ended.
  return data({ message: "" }, 400);
}

export const clientAction = (sent: Route.ClientActionArgs) => orUnreachable(sent, (message) => ({ message }));

export default function NotMe({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === "done")
    return (
      <QuietPage title="Thank you for telling us">
        <p className="mt-3 text-lg text-stone">
          The application is no longer linked to your email address. The links in our emails have stopped working, and
          we won’t email you about it again.
        </p>
        <p className="mt-4 text-stone">
          Someone probably mistyped their own address. You don’t need to do anything else. If you still get emails about
          it, please <TextLink to="/contact">write to us</TextLink>.
        </p>
        <ButtonLink to="/" variant="outline" size="lg" className="mt-8">
          To our home page
        </ButtonLink>
      </QuietPage>
    );
  if (loaderData.state !== "good" || actionData?.message === "")
    return (
      <QuietPage title={loaderData.state === "expired" ? "This link has expired" : "This link no longer works"}>
        <p className="mt-3 text-lg text-stone">
          {loaderData.state === "expired"
            ? "Links last 30 days. Nothing was changed."
            : "It has already been used, or the application now has a different address. If the link looks incomplete, copy all of it from our email."}
        </p>
        <p className="mt-4 text-stone">
          Still getting emails about an application that isn’t yours? <TextLink to="/contact">Write to us</TextLink>,
          and we’ll sort it out.
        </p>
      </QuietPage>
    );
  return (
    <QuietPage title="Did you start this application?">
      <p className="mt-3 text-lg text-stone">
        If it wasn’t you, press the button. We’ll remove your address: the links in our emails will stop working, and we
        won’t email you about it again.
      </p>
      <StartFacts number={loaderData.number} start={loaderData.begun} />
      <MessageBanner message={actionData?.message} className="mt-7" />
      <Form method="post" replace className="mt-8">
        <input type="hidden" name="token" value={loaderData.token} />
        <SubmitButton size="lg">This was not me</SubmitButton>
      </Form>
      <p className="mt-7 text-sm text-stone">If it was you, close this page. Nothing will change.</p>
    </QuietPage>
  );
}
