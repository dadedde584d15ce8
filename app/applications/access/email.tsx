import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import type { Done, Refused } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/email";
import type { HolderContext } from "./as-holder.server";
import { requestEmailChange } from "./change/ask.server";
import { ChangeForm } from "./change/change-form";
import { ConfirmReturningEmail, PendingChange } from "./change/change-views";
import { keepCurrentEmail } from "./change/keep-current-email.server";
import { emailStateOf, sendLinkAgain, setEmail } from "./email-state.server";
import { findForHolder } from "./find.server";
import { BackToApplication, QuietPage, quietMeta } from "./quiet-page";
import { type EmailFormResult, linkMessages } from "./resend-link/email-form-result";

export const meta: Route.MetaFunction = () => quietMeta("Your email address");

/** `/apply/{id}/email`: changes the address, sets one after a refusal, and sends a link again. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { id } = found.application;
  const notice = z.enum(["sent", "limited"]).safeParse(new URL(request.url).searchParams.get("said")).data;
  return { id, address: await emailStateOf(found.application), said: notice };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { id } = found.application;
  const by = { address: context.get(requestContext).address, holder: found.holder };
  const form = await readForm(request);
  const email = String(form.get("email") ?? "");
  const intent = form.get("intent");
  const isChange = intent === "change" || intent === "keep-address";
  const result = await resultOf(by, id, String(intent), email);
  // The page that shows the change, or that it has ended.
  if (result.ok && isChange) throw redirect(`/apply/${id}${found.application.status === "draft" ? "/email" : ""}`);
  if (result.ok) return data<EmailFormResult>({ outcome: "sent" });
  const problem = { message: result.message, email };
  switch (result.reason) {
    case "invalid":
      return data<EmailFormResult>({ problem }, 422);
    case "limited":
      return data<EmailFormResult>(isChange ? { problem } : { message: result.message }, hourlyLimitResponse);
    case "conflict":
      if (isChange) return data<EmailFormResult>({ problem }, 422);
      return data<EmailFormResult>({ outcome: "settled" });
    default:
      throw redirect(`/apply/${id}`);
  }
}

function resultOf(by: HolderContext, id: string, intent: string, email: string): Promise<Done | Refused> {
  switch (intent) {
    case "send-again":
      return sendLinkAgain(by, id);
    case "change":
      return requestEmailChange(by, id, email);
    case "keep-address":
      return keepCurrentEmail(by, id);
    default:
      return setEmail(by, id, email);
  }
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message): EmailFormResult => ({ message }));

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  const { id, address } = loaderData;
  const { email, confirmed, change } = address;
  const answered: EmailFormResult = actionData ?? {};
  const status = answered.message || answered.problem ? undefined : (answered.outcome ?? loaderData.said);
  const message = answered.message ?? (status && status !== "settled" ? linkMessages[status] : "");
  const busy = useNavigation().formMethod === "POST";
  const title = email === "" ? "Give another email address" : "Your email address";
  return (
    <QuietPage title={title}>
      {message ? (
        <Banner
          tone={status === "sent" ? "success" : "error"}
          role={status === "sent" ? "status" : "alert"}
          className="mt-7"
        >
          {message}
        </Banner>
      ) : null}
      {email === "" ? (
        <GiveAddress problem={answered.problem} busy={busy} />
      ) : (
        <>
          <ConfirmReturningEmail isHere id={id} address={address} className="mt-7" />
          {change ? null : (
            <p className="mt-5 text-lg text-stone">
              {confirmed
                ? "Our emails about this application go to "
                : "This address is not confirmed yet. Use the link that we sent to "}
              <EmailText email={email} className="text-ink" />.
            </p>
          )}
          {confirmed || change ? null : (
            <Form method="post" replace className="mt-6">
              <Button type="submit" name="intent" value="send-again" variant="outline" busy={busy}>
                Send it again
              </Button>
            </Form>
          )}
        </>
      )}
      <PendingChange id={id} address={address} className="mt-7" />
      {email === "" ? null : (
        <section aria-labelledby="change" className="mt-10 border-t border-dune pt-8">
          <h2 id="change" className="mb-4 text-2xl">
            {change ? "Another address" : "Change your address"}
          </h2>
          <ChangeForm id={id} address={address} problem={answered.problem} />
        </section>
      )}
      <BackToApplication id={id} className="mt-12" />
    </QuietPage>
  );
}

function GiveAddress({ problem, busy }: { problem: EmailFormResult["problem"]; busy: boolean }) {
  return (
    <>
      <p className="mt-5 text-lg text-stone">
        The email address on this application belongs to someone else, so it may have been mistyped. Your answers are
        safe. We’ll send our emails, and the links that open your application, to the address you enter here.
      </p>
      <Form method="post" replace noValidate className="mt-8 grid gap-6">
        <Field
          id="email"
          label="Email address"
          hint="We’ll send a link to confirm it."
          error={problem?.message}
          required
        >
          <EmailInput name="email" autoComplete="email" maxLength={254} defaultValue={problem?.email} required />
        </Field>
        <div>
          <Button type="submit" name="intent" value="give" size="lg" busy={busy}>
            Use this address
          </Button>
        </div>
      </Form>
    </>
  );
}
