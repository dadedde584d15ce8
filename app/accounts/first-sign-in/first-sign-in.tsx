import { data, Form, redirect } from "react-router";
import { NameField } from "~/accounts/admins/name-form";
import { listProblems, NewPasswordFields } from "~/accounts/passwords/fields";
import { safeRedirectPath } from "~/accounts/sign-in/safe-redirect";
import { FailureNotice, SignInFrame } from "~/accounts/sign-in/sign-in-frame";
import { isOverdue, requireStaffAtFirstSignIn, requireStaffToSetUp } from "~/accounts/staff.server";
import { setUpPath } from "~/core/paths";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import type { Route } from "./+types/first-sign-in";
import { completeFirstSignIn, type FirstSignInProblems } from "./complete.server";
import { needsFirstSignIn } from "./needed";

export const meta: Route.MetaFunction = () => [
  { title: "First sign-in · Lucaya staff" },
  { name: "robots", content: "noindex, nofollow" },
];

/** `/admin/first-sign-in`: before the desk, for an admin without a name or with a password that somebody else chose. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const staff = await requireStaffToSetUp(request);
  // First the factor, as from every page of the desk.
  if (isOverdue(staff)) throw redirect(setUpPath);
  if (!needsFirstSignIn(staff)) throw redirect(safeRedirectPath(url.searchParams.get("to")));
  return { email: staff.email, asksName: !staff.name, asksPassword: !!staff.passwordIsTemporary };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = await requireStaffAtFirstSignIn(request);
  const { address } = context.get(requestContext);
  const form = Object.fromEntries(await readForm(request));
  const result = await completeFirstSignIn(request, { staff, address }, form);
  if (result.ok) return redirect(safeRedirectPath(url.searchParams.get("to")), { headers: result.headers });
  const problems: FirstSignInProblems = result.detail ?? {};
  const name = typeof form.name === "string" ? form.name : "";
  return data({ message: result.message, problems, name }, statusOf(result));
}

export default function FirstSignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { email, asksName, asksPassword } = loaderData;
  const problems = actionData?.problems ?? {};
  const errors = [...(problems.name ? [{ id: "name", message: problems.name }] : []), ...listProblems(problems)];
  const lead = asksPassword
    ? `Somebody else made the account ${email} and knows its password. Choose your own before you start.`
    : `Your colleagues read it instead of ${email}.`;
  const title = asksName ? "What’s your name?" : "Choose your own password";
  return (
    <SignInFrame title={asksName && asksPassword ? "Welcome to the desk" : title} lead={lead}>
      {actionData?.message ? <FailureNotice message={actionData.message} /> : null}
      <ErrorSummary title="Nothing was saved" errors={errors} className="mt-6" />
      {/* A whole page's form: the server may first have to ask for the present password. */}
      <Form method="post" replace reloadDocument noValidate className="mt-7 grid gap-5">
        {asksName ? <NameField size="md" error={problems.name} defaultValue={actionData?.name} /> : null}
        {asksPassword ? <NewPasswordFields problems={problems} email={email} /> : null}
        <SubmitButton size="lg" wide busyLabel="Saving…" className="mt-1">
          Save and open the desk
        </SubmitButton>
      </Form>
      <form method="post" action="/admin/sign-out" className="mt-4">
        <Button type="submit" variant="outline" size="lg" wide>
          Sign Out
        </Button>
      </form>
    </SignInFrame>
  );
}
