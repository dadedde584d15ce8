import { data, Form, redirect } from "react-router";
import { NameField } from "~/accounts/admins/name-form";
import { listProblems, NewPasswordFields } from "~/accounts/passwords/fields";
import { FailureNotice, SignInFrame } from "~/accounts/sign-in/sign-in-frame";
import { loginPath, setUpPath } from "~/core/paths";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import type { Route } from "./+types/accept";
import { type AcceptProblems, acceptInvitation, type EndedInvitation, readInvitation } from "./accept.server";

export const meta: Route.MetaFunction = () => [
  { title: "Join the staff desk · Lucaya" },
  { name: "robots", content: "noindex, nofollow" },
];

/** `GET /admin/invitation?token=`: asks for name and password; opening it does not use the link up. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const read = await readInvitation(token);
  if (read.ended !== null) return data({ ended: read.ended, invited: null }, 404);
  const { email, role, by } = read.invitation;
  return { ended: null, invited: { token, email, role, by } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { address, browser } = context.get(requestContext);
  await requireFormLimit(request, address, "invitation");
  const form = Object.fromEntries(await readForm(request));
  const result = await acceptInvitation({ request, address, browser }, form);
  if (result.ok) return redirect(setUpPath, { headers: result.headers });
  const problems: AcceptProblems = result.detail ?? {};
  const ended = result.reason === "forbidden" ? (await readInvitation(form.token)).ended : null;
  const name = typeof form.name === "string" ? form.name : "";
  // Of an ended link the page says why, which the message doesn't.
  return data({ message: ended ? "" : result.message, problems, ended, name }, statusOf(result));
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message, fields) => ({
    message,
    problems: {} as AcceptProblems,
    ended: null,
    name: String(fields.get("name") ?? ""),
  }));

export default function AcceptInvitation({ loaderData: { ended, invited }, actionData }: Route.ComponentProps) {
  const why = actionData?.ended ?? ended;
  if (why || !invited) return <Ended why={why ?? "unknown"} />;
  const { token, email, role, by } = invited;
  const problems = actionData?.problems ?? {};
  const errors = [...(problems.name ? [{ id: "name", message: problems.name }] : []), ...listProblems(problems)];
  return (
    <SignInFrame
      title="Join the staff desk"
      lead={`${by} invites you to work here as a ${role.replace("_", " ")}. You’ll sign in as ${email}.`}
    >
      {actionData?.message ? <FailureNotice message={actionData.message} /> : null}
      <ErrorSummary title="Your account was not made" errors={errors} className="mt-6" />
      <Form method="post" replace noValidate className="mt-7 grid gap-5">
        <input type="hidden" name="token" value={token} />
        <NameField size="md" error={problems.name} defaultValue={actionData?.name} />
        <NewPasswordFields problems={problems} email={email} />
        <SubmitButton size="lg" wide busyLabel="Saving…" className="mt-1">
          Make my account
        </SubmitButton>
      </Form>
      <p className="mt-4 text-stone">Next, you’ll set up a second factor: an authenticator app or a passkey.</p>
    </SignInFrame>
  );
}

const texts: Record<EndedInvitation, { title: string; lead: string }> = {
  unknown: {
    title: "This link doesn’t work",
    lead: "Open the link in our email again, or copy all of it. If it still doesn’t work, ask the person who invited you to send it again.",
  },
  used: {
    title: "This invitation has been used",
    lead: "Sign in with your email and the password you chose. If you’ve forgotten it, we’ll send you a link.",
  },
  canceled: {
    title: "This invitation was canceled",
    lead: "Ask the person who invited you, or another super admin, for a new one.",
  },
  replaced: {
    title: "There’s a newer invitation",
    lead: "We’ve sent you another one since. Use the link in the latest email.",
  },
  expired: {
    title: "This invitation has expired",
    lead: "It worked for 72 hours. Ask the person who invited you to send it again.",
  },
};

function Ended({ why }: { why: EndedInvitation }) {
  return (
    <SignInFrame {...texts[why]}>
      {why === "used" ? (
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to={loginPath} size="lg">
            Sign in
          </ButtonLink>
          <ButtonLink to="/admin/forgot-password" variant="outline" size="lg">
            Reset password
          </ButtonLink>
        </div>
      ) : null}
    </SignInFrame>
  );
}
