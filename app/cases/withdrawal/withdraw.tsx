import { data, Form, redirect } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { BackToApplication, QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { FormRecovery, keepPageOnFailure } from "~/ui/forms/recovery/form-recovery";
import { TextLink } from "~/ui/link";
import { isUndecided } from "../../applications/status/undecided";
import type { Route } from "./+types/withdraw";
import { takeBackWithdrawal } from "./take-back-withdrawal.server";
import { requestWithdrawal } from "./withdraw.server";

export const meta: Route.MetaFunction = () => quietMeta("Ask to withdraw");

/** `/apply/{id}/withdraw`: the holder asks to withdraw a submitted application; staff decide. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  if (!found || !isUndecided(found.application.status) || found.application.withdrawalRequestedAt)
    throw redirect(`/apply/${params.id}`);
  return { id: found.application.id, number: found.application.applicationNumber };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const form = await readForm(request);
  const { address } = context.get(requestContext);
  if (form.get("intent") === "take-back") {
    const result = await takeBackWithdrawal({ address, holder: found.holder }, found.application.id);
    throw redirect(`/apply/${found.application.id}${result.ok ? "" : "?withdrawal=answered"}`);
  }
  const reason = String(form.get("reason") ?? "");
  const result = await requestWithdrawal({ address, holder: found.holder }, found.application.id, reason);
  if (!result.ok && result.reason === "invalid")
    return data({ message: result.message, reason: stripInvalidCharacters(reason) }, 422);
  throw redirect(`/apply/${found.application.id}`);
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }, next) => keepPageOnFailure(request, next),
];

export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number } = loaderData;
  return (
    <QuietPage title="Ask to withdraw">
      <p className="mt-3 text-lg text-stone">
        We’ll stop working on application <span className="font-mono whitespace-nowrap text-ink">{number}</span> once a
        consultant has read your request. We’ll confirm by email and write again when it’s decided. Nothing changes
        until then. Our <TextLink to="/privacy-policy#terms">terms</TextLink> explain what we refund.
      </p>
      <Form method="post" className="mt-8 grid gap-6">
        <Field
          id="reason"
          label="Why do you want to withdraw?"
          mark="optional"
          hint="If something went wrong, we may be able to help instead."
          error={actionData?.message}
        >
          <Textarea name="reason" rows={4} maxLength={1000} defaultValue={actionData?.reason} dir="auto" />
        </Field>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton size="lg">Send the request</SubmitButton>
          <BackToApplication id={id} />
        </div>
      </Form>
      <FormRecovery who={null} />
    </QuietPage>
  );
}
