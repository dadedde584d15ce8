import { data, Form, redirect } from "react-router";
import { requestContext } from "~/core/request-context";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { Fact, Facts } from "~/ui/lists/facts";
import { MessageBanner } from "~/ui/notices/banner";
import { findForHolder } from "../find.server";
import { QuietPage, quietMeta } from "../quiet-page";
import type { Route } from "./+types/confirm";
import { confirmChange, readChange } from "./confirm.server";

export const meta: Route.MetaFunction = () => quietMeta("Your new email address");

/**
 * `GET /application/email?token=`: shows the link's change and applies nothing, as scanners follow links. `?done=`: id
 * of the application whose link was just used, named to its holder only.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const done = parameters.get("done");
  if (done !== null) {
    const found = await findForHolder(request, done);
    return data({ state: "done" as const, id: found?.application.id, email: found?.application.userEmail });
  }
  const token = parameters.get("token") ?? "";
  const change = await readChange(token);
  return change ? data({ state: "good" as const, token, ...change }) : data({ state: "ended" as const }, 404);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  await requireFormLimit(request, address, "email change");
  const token = String((await readForm(request)).get("token") ?? "");
  const result = await confirmChange({ address }, token);
  if (result.ok) throw redirect(`/application/email?done=${result.id}`);
  // No message: the page itself says that the link has ended.
  return data({ message: "" }, 404);
}

export const clientAction = (sent: Route.ClientActionArgs) => orUnreachable(sent, (message) => ({ message }));

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === "done") return <Done id={loaderData.id} email={loaderData.email} />;
  if (loaderData.state === "ended" || actionData?.message === "")
    return (
      <QuietPage title="Nothing was changed">
        <p className="mt-3 text-lg text-stone">This link no longer works. Your email address was not changed.</p>
        <p className="mt-4 text-stone">
          The link works once, for 7 days, and only for the latest address you gave. If you’ve already used it, our
          emails now go to the new address. If the link looks incomplete, copy all of it from our email.
        </p>
        <ButtonLink to="/apply/start" size="lg" className="mt-8">
          Find my application
        </ButtonLink>
      </QuietPage>
    );
  return (
    <QuietPage title="Use this address?">
      <p className="mt-3 text-lg text-stone">
        All our emails about this application will go to the new address, and links in earlier emails will stop working.
      </p>
      <Facts className="mt-7 grid-cols-1 rounded-xl border border-dune bg-white px-5 py-5 sm:grid-cols-2 sm:px-6">
        <Fact label="Application number">
          <span className="font-mono whitespace-nowrap">{loaderData.number}</span>
        </Fact>
        <Fact label="New email address">
          <EmailText email={loaderData.email} />
        </Fact>
      </Facts>
      <MessageBanner message={actionData?.message} className="mt-7" />
      <Form method="post" replace className="mt-8">
        <input type="hidden" name="token" value={loaderData.token} />
        <SubmitButton size="lg">Use this address</SubmitButton>
      </Form>
      <p className="mt-7 text-sm text-stone">
        Didn’t ask for this? Just close this page. Nothing changes until you press the button.
      </p>
    </QuietPage>
  );
}

function Done({ id, email }: { id: string | undefined; email: string | undefined }) {
  return (
    <QuietPage title="Your email address is changed">
      <p className="mt-3 text-lg text-stone">
        {email ? (
          <>
            Our emails about your application go to <EmailText email={email} className="text-ink" /> from now on.
          </>
        ) : (
          "Our emails about the application go to the new address from now on."
        )}{" "}
        Links in earlier emails no longer open your application.
      </p>
      {id ? (
        <ButtonLink to={`/apply/${id}`} size="lg" className="mt-8">
          Open my application
        </ButtonLink>
      ) : (
        <>
          <p className="mt-4 text-stone">
            To open it in this browser, get a new link sent to the new address. In the browser where the application was
            started, you can simply continue.
          </p>
          <ButtonLink to="/apply/start" size="lg" className="mt-8">
            Get a new link
          </ButtonLink>
        </>
      )}
    </QuietPage>
  );
}
