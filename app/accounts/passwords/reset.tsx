import { data, Form, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { listProblems, NewPasswordFields } from "~/accounts/passwords/fields";
import { readResetLink, resetPassword } from "~/accounts/passwords/own-password.server";
import { FailureNotice, SignInFrame } from "~/accounts/sign-in/sign-in-frame";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import type { Route } from "./+types/reset";

export const meta: Route.MetaFunction = () => [
  { title: "Choose a new password · Lucaya" },
  { name: "robots", content: "noindex, nofollow" },
];

/** `GET /admin/reset-password?token=`: asks for the new password; opening it does not use the link up. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const owner = await readResetLink(token);
  return owner ? { token, email: owner.email } : data({ token: "", email: "" }, 404);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  await requireFormLimit(request, address, "new password");
  const form = Object.fromEntries(await readForm(request));
  const result = await resetPassword({ address }, form);
  if (!result.ok)
    return data({ message: "", problems: result.detail ?? {}, over: result.reason === "forbidden" }, statusOf(result));
  result.headers.append("Set-Cookie", flash("password-changed"));
  return redirect("/admin/login", { headers: result.headers });
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message) => ({ message, problems: {}, over: false }));

export default function ResetPassword({ loaderData: { token, email }, actionData }: Route.ComponentProps) {
  const problems = actionData?.problems ?? {};
  if (!token || actionData?.over)
    return (
      <SignInFrame title="This link no longer works" lead="Reset links work once, for one hour.">
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to="/admin/forgot-password" size="lg">
            Send a new link
          </ButtonLink>
          <ButtonLink to="/admin/login" variant="outline" size="lg">
            Sign in
          </ButtonLink>
        </div>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Choose a new password" lead={`For ${email}. This signs you out on every device.`}>
      {actionData?.message ? <FailureNotice message={actionData.message} /> : null}
      <ErrorSummary title="The password was not changed" errors={listProblems(problems)} className="mt-6" />
      <Form method="post" replace noValidate className="mt-7 grid gap-5">
        <input type="hidden" name="token" value={token} />
        <NewPasswordFields problems={problems} email={email} />
        <SubmitButton size="lg" wide busyLabel="Saving…" className="mt-1">
          Set the new password
        </SubmitButton>
      </Form>
    </SignInFrame>
  );
}
