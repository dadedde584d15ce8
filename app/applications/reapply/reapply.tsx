import { ArrowRight } from "lucide-react";
import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { findForHolder } from "~/applications/access/find.server";
import { isSharedDevice } from "~/applications/access/holder.server";
import { BackToApplication, QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { linkMessages } from "~/applications/access/resend-link/email-form-result";
import { sendRenewalLink } from "~/applications/access/send-renewal-link.server";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { browserOf, rememberBrowser } from "~/core/browser.server";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import { StorageError } from "~/documents/storage-error.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/reapply";
import { canReapply, type Kind, reapply } from "./reapply.server";
import { readRenewalPage } from "./renewal.server";

const headings: Record<Kind, string> = {
  denied: "Apply again",
  renewal: "Renew this application",
  family: "Apply for a family member",
};

export const meta: Route.MetaFunction = ({ loaderData }) => quietMeta(headings[loaderData?.kind ?? "denied"]);

/** `?for=family` or `?for=renewal`, otherwise reapplying after a denial. */
function kindOf(request: Request): Kind {
  const wanted = new URL(request.url).searchParams.get("for");
  return wanted === "family" || wanted === "renewal" ? wanted : "denied";
}

export async function loader({ request, params }: Route.LoaderArgs) {
  const kind = kindOf(request);
  const found = await findForHolder(request, params.id);
  if (!found || !canReapply(found.application, kind)) throw redirect(`/apply/${params.id}`);
  const { id, applicationNumber: number, userEmail: email } = found.application;
  const shown = { kind, id, number, email, name: nameIn(found.application, ""), serviceName: found.serviceName };
  const renewal = kind === "renewal" ? await readRenewalPage(found, request.headers.get("cookie")) : null;
  // Idempotency key: sent twice by this browser, it starts one draft.
  return data(
    { ...shown, renewal, attempt: crypto.randomUUID() },
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
  const form = await readForm(request);
  const { address, browser } = context.get(requestContext);
  if (kind === "renewal" && form.get("intent") === "send-link") {
    const sent = await sendRenewalLink({ address, holder }, application.id);
    if (sent.ok) return data({ message: linkMessages.sent, isDone: true });
    if (sent.reason !== "limited") throw redirect(`/apply/${application.id}`);
    return data({ message: sent.message }, hourlyLimitResponse);
  }
  const attempt = z.uuid().safeParse(form.get("attempt"));
  if (!attempt.success) return data({ message: "Please try again." }, 422);
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
    // The page then says which renewal there is.
    if (result.reason === "conflict") throw redirect(`/apply/${application.id}/again?for=renewal`);
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

const buttonLabels: Record<Kind, string> = {
  denied: "Apply again with these answers",
  renewal: "Renew with these answers",
  family: "Start application",
};

export default function Again({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, renewal } = loaderData;
  const isDone = actionData && "isDone" in actionData;
  return (
    <QuietPage title={headings[kind]}>
      {actionData ? (
        <Banner tone={isDone ? "success" : "error"} role={isDone ? "status" : "alert"} className="my-7">
          {actionData.message}
        </Banner>
      ) : null}
      {renewal ? (
        <Renewal {...loaderData} renewal={renewal} />
      ) : (
        <>
          {kind === "family" ? <ForFamily {...loaderData} /> : <WithAllAnswers {...loaderData} />}
          <StartForm {...loaderData} />
        </>
      )}
    </QuietPage>
  );
}

type Shown = Omit<Route.ComponentProps["loaderData"], "renewal">;
type RenewalPage = NonNullable<Route.ComponentProps["loaderData"]["renewal"]>;

function StartForm({ id, kind, attempt }: Shown) {
  return (
    <Form method="post" className="mt-8 grid gap-6">
      <input type="hidden" name="attempt" value={attempt} />
      <p className="text-stone">
        By starting the application, you agree to our <TextLink to="/privacy-policy#terms">terms</TextLink> and the{" "}
        <TextLink to="/privacy-policy">privacy policy</TextLink>.
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton size="lg" after={<ArrowRight aria-hidden />}>
          {buttonLabels[kind]}
        </SubmitButton>
        <BackToApplication id={id} />
      </div>
    </Form>
  );
}

function Renewal({ renewal, ...shown }: Shown & { renewal: RenewalPage }) {
  const { started, isOffered, terms } = renewal;
  if (started) return <Started id={shown.id} started={started} />;
  if (!isOffered || !terms)
    return (
      <>
        <p className="mt-3 text-lg">{unavailableMessage}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to="/contact" size="lg">
            Write to us
          </ButtonLink>
          <BackToApplication id={shown.id} />
        </div>
      </>
    );
  return (
    <>
      <Terms {...shown} terms={terms} />
      <StartForm {...shown} />
    </>
  );
}

/** A renewal that this browser can open, or of which its private link is mailed. */
function Started({ id, started }: { id: string; started: NonNullable<RenewalPage["started"]> }) {
  return (
    <>
      <p className="mt-3 text-lg">
        You’ve already started a renewal: <span className="font-mono whitespace-nowrap">{started.number}</span>.
      </p>
      {started.isMine ? null : (
        <p className="mt-3 text-stone">
          This browser can’t open it yet. We’ll email its private link to the address that the renewal has.
        </p>
      )}
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        {started.isMine ? (
          <ButtonLink to={`/apply/${started.id}`} size="lg" after={<ArrowRight aria-hidden />}>
            Open the renewal
          </ButtonLink>
        ) : (
          <Form method="post">
            <SubmitButton intent="send-link" size="lg">
              Email its private link
            </SubmitButton>
          </Form>
        )}
        <BackToApplication id={id} />
      </div>
    </>
  );
}

type TermsProps = Shown & { terms: NonNullable<RenewalPage["terms"]> };

function Terms({ number, serviceName, email, terms }: TermsProps) {
  const { files, questions, documents, price, tierName } = terms;
  const isAsked = questions.length > 0 || documents.length > 0;
  return (
    <>
      <p className="mt-3 text-lg text-stone">
        We’ll start a new application{serviceName ? ` for ${serviceName}` : ""} with the answers of{" "}
        <span className="font-mono whitespace-nowrap text-ink">{number}</span>. That application stays as it is.
      </p>
      <h2 className="mt-8 text-xl">What we copy</h2>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5">
        <li>{isAsked ? "All your answers, except those listed below." : "All your answers."}</li>
        {files.length > 0 ? (
          <li className="wrap-anywhere">
            {files.length === 1 ? "Your file" : `Your ${files.length} files`}: {files.join(", ")}
          </li>
        ) : null}
      </ul>
      {isAsked ? (
        <>
          <h2 className="mt-7 text-xl">What we ask for again</h2>
          <ul className="mt-2 grid list-disc gap-1.5 pl-5">
            {documents.map((name) => (
              <li key={name}>{name}</li>
            ))}
            {questions.map(({ title, labels }) => (
              <li key={title}>
                {title}: {labels.join(", ")}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h2 className="mt-7 text-xl">How it works</h2>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5">
        <li>Go through every step once and change what’s no longer true. Then certify and sign.</li>
        {price ? (
          <li>
            Today’s price{tierName ? ` for ${tierName}` : ""}: <strong className="font-semibold">{price.amount}</strong>
            , {price.split}
            {price.further ? `, ${price.further}` : ""}. Payments for the earlier application don’t count for this one.
          </li>
        ) : null}
        <li>
          It gets its own number. We’ll email its private link to <EmailText email={email} />.
        </li>
      </ul>
    </>
  );
}

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
