import { data, Form } from "react-router";
import { refuseResetRequest, requestReset } from "~/accounts/passwords/own-password.server";
import { FailureNotice, SignInFrame, SuccessNotice } from "~/accounts/sign-in/sign-in-frame";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import type { Route } from "./+types/forgot";

export const meta: Route.MetaFunction = () => [
  { title: "Forgot your password? · Lucaya" },
  { name: "robots", content: "noindex, nofollow" },
];

export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  const refused = await refuseResetRequest(address);
  const email = refused ? "" : (await readForm(request)).get("email");
  const result = refused ?? (await requestReset({ address }, email));
  const rawEmail = typeof email === "string" ? email : "";
  if (result.ok) return data({ sent: true, message: "", email: rawEmail });
  const headers: HeadersInit = result.reason === "limited" ? { "Retry-After": "3600" } : {};
  return data({ sent: false, message: result.message, email: rawEmail }, { status: statusOf(result), headers });
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message, fields) => ({ sent: false, message, email: String(fields.get("email") ?? "") }));

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return (
    <SignInFrame
      title="Forgot your password?"
      lead="Enter the email address you sign in with, and we’ll send you a reset link."
    >
      {actionData?.sent ? (
        <SuccessNotice
          message={`If ${actionData.email} belongs to an active account, a link is on its way. It works for an hour.`}
        />
      ) : null}
      {actionData?.message ? <FailureNotice message={actionData.message} /> : null}
      <Form method="post" replace className="mt-7 grid gap-5">
        <Field id="email" label="Email">
          <EmailInput
            name="email"
            type="text"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={actionData?.email}
            aria-invalid={actionData?.message ? true : undefined}
            aria-describedby={actionData?.message ? "failure" : undefined}
          />
        </Field>
        <SubmitButton size="lg" wide busyLabel="Sending…" className="mt-1">
          {actionData?.sent ? "Send another link" : "Send the link"}
        </SubmitButton>
      </Form>
      <p className="mt-5">
        <TextLink to="/admin/login" className="inline-flex min-h-6 items-center">
          Back to sign-in
        </TextLink>
      </p>
    </SignInFrame>
  );
}
