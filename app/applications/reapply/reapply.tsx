import { ArrowLeft, ArrowRight } from "lucide-react";
import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { findForHolder } from "~/applications/access/find.server";
import { isSharedDevice } from "~/applications/access/holder.server";
import { QuietPage } from "~/applications/access/quiet-page";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { browserOf, rememberBrowser } from "~/core/browser.server";
import { requestContext } from "~/core/request-context";
import { StorageError } from "~/documents/storage-error.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/reapply";
import { canReapply, type Kind, reapply } from "./reapply.server";

const headings: Record<Kind, string> = { denied: "Apply again", family: "Apply for a family member" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${headings[loaderData?.kind ?? "denied"]} · Visa Application` },
  { name: "robots", content: "noindex" },
];

/** `?for=family`, otherwise reapplying after a denial. */
const kindOf = (request: Request): Kind =>
  new URL(request.url).searchParams.get("for") === "family" ? "family" : "denied";

export async function loader({ request, params }: Route.LoaderArgs) {
  const kind = kindOf(request);
  const found = await findForHolder(request, params.id);
  if (!found || !canReapply(found.application, kind)) throw redirect(`/apply/${params.id}`);
  const { id, applicationNumber: number, userEmail: email } = found.application;
  const shown = { kind, id, number, email, name: nameIn(found.application, ""), serviceName: found.serviceName };
  // Idempotency key: sent twice by this browser, it starts one draft.
  return data(
    { ...shown, attempt: crypto.randomUUID() },
    { headers: { "Set-Cookie": rememberBrowser(request).cookie } },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const all = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) all.append(name, value);
  return all;
};

export async function action({ request, params, context }: Route.ActionArgs) {
  const kind = kindOf(request);
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { application, holder } = found;
  const attempt = z.uuid().safeParse((await readForm(request)).get("attempt"));
  if (!attempt.success) return data({ message: "Please try again." }, 422);
  const { address, browser } = context.get(requestContext);
  const isShared = isSharedDevice(request.headers.get("cookie"), application.id);
  try {
    const input = { kind, attempt: attempt.data, isShared };
    const result = await reapply(
      { address, browser, holder, token: browserOf(request), tokenHashes: [holder] },
      application,
      input,
    );
    if (result.ok) return redirect(`/apply/${result.id}`, { headers: { "Set-Cookie": result.cookie } });
    if (result.reason === "forbidden") throw redirect(`/apply/${application.id}`);
    if (result.reason === "closed") return data({ message: unavailableMessage }, 409);
    if (result.reason === "limited") {
      const headers = { "Retry-After": String(result.detail.retryAfterSeconds) };
      return data({ message: result.message }, { status: 429, headers });
    }
    return data({ message: result.message || "Please try again." }, 422);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return data({ message: "We can’t copy your files right now. Please try again in a few minutes." }, 503);
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => orUnreachable(sent, (message) => ({ message }));

const unavailableMessage =
  "We don’t offer this visa at the moment. Please write to us and we’ll tell you what’s possible.";

export default function Again({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, id, attempt } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  return (
    <QuietPage title={headings[kind]}>
      {actionData ? (
        <Banner tone="error" role="alert" className="my-7">
          {actionData.message}
        </Banner>
      ) : null}
      {kind === "denied" ? <WithAllAnswers {...loaderData} /> : <ForFamily {...loaderData} />}
      <Form method="post" className="mt-8 grid gap-6">
        <input type="hidden" name="attempt" value={attempt} />
        <p className="text-stone">
          By starting the application, you agree to our <TextLink to="/privacy-policy#terms">terms</TextLink> and the{" "}
          <TextLink to="/privacy-policy">privacy policy</TextLink>.
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" size="lg" busy={busy} after={<ArrowRight aria-hidden />}>
            {kind === "denied" ? "Apply again with these answers" : "Start application"}
          </Button>
          <TextLink to={`/apply/${id}`} look="standalone">
            <ArrowLeft aria-hidden className="size-4" /> Back to the application
          </TextLink>
        </div>
      </Form>
    </QuietPage>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function WithAllAnswers({ number, serviceName, email }: Shown) {
  return (
    <>
      <p className="mt-3 text-lg text-stone">
        We’ll start a new application{serviceName ? ` for ${serviceName}` : ""} and copy over all the answers and files
        from <span className="font-mono whitespace-nowrap text-ink">{number}</span>. The earlier application stays as it
        is.
      </p>
      <ul className="mt-5 grid list-disc gap-2 pl-5">
        <li>Go through every step and update anything that has changed, especially what the decision was about.</li>
        <li>You certify and sign the new application.</li>
        <li>It gets its own number, and today’s fees apply.</li>
        <li>
          We’ll email its private link to <EmailText email={email} />.
        </li>
      </ul>
    </>
  );
}

function ForFamily({ name, serviceName, email }: Shown) {
  return (
    <>
      <p className="mt-3 text-lg text-stone">
        We’ll start a new application{serviceName ? ` for ${serviceName}` : ""} for someone traveling with{" "}
        {name ? <bdi className="text-ink">{name}</bdi> : "you"}. The address, contacts and trip are filled in; you
        answer everything else.
      </p>
      <ul className="mt-5 grid list-disc gap-2 pl-5">
        <li>Please check what’s filled in. You can change it without affecting the other application.</li>
        <li>It has its own number and fees.</li>
        <li>
          We’ll email its private link to <EmailText email={email} />, the same address.
        </li>
      </ul>
    </>
  );
}
