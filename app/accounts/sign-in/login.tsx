import { useState } from "react";
import { data, Form, redirect, useNavigation, useSubmit } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import type { PasskeyResult } from "~/accounts/passkeys/ask";
import { UsePasskey } from "~/accounts/passkeys/use-passkey-button";
import { withOtherWay } from "~/accounts/passkeys/words";
import { signInByPasskey } from "~/accounts/sign-in/passkey-sign-in.server";
import { startAgainMessage } from "~/accounts/sign-in/retry-messages";
import { safeRedirectPath } from "~/accounts/sign-in/safe-redirect";
import { refuseBeforeReading, signIn } from "~/accounts/sign-in/sign-in.server";
import { FailureNotice, SignInFrame, SuccessNotice } from "~/accounts/sign-in/sign-in-frame";
import { readSession, staffOf } from "~/accounts/staff.server";
import { codePath, loginPath, setUpPath } from "~/core/paths";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = () => [
  { title: "Staff sign-in · Lucaya" },
  { name: "robots", content: "noindex, nofollow" },
];

export async function loader({ request, url }: Route.LoaderArgs) {
  const signedIn = await readSession(request);
  if (signedIn && (await staffOf(signedIn))) throw redirect(safeRedirectPath(url.searchParams.get("to")));
  const { notice, headers } = readFlash(request);
  const known = Object.keys(noticeTexts).find((name): name is keyof typeof noticeTexts => name === notice);
  return data(known ?? null, { headers });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { address, browser, origin } = context.get(requestContext);
  const by = { request, address, browser };
  const to = url.searchParams.get("to");
  const refused = await refuseBeforeReading(by);
  const form = refused ? new FormData() : await readForm(request);
  const email = form.get("email");
  const passkey = form.get("passkey");
  if (passkey) {
    const result = await signInByPasskey({ ...by, origin }, passkey);
    if (!result.ok) return data({ message: result.message, email: "" }, statusOf(result));
    return redirect(result.isOverdue ? setUpPath : safeRedirectPath(to), { headers: result.headers });
  }
  const result = refused ?? (await signIn(by, { email, password: form.get("password") }));
  if (result.ok) return redirect(afterPassword(result, to), { headers: result.headers });
  const headers: HeadersInit = result.detail ? { "Retry-After": `${result.detail.retryAfterSeconds}` } : {};
  const answer = { message: result.message, email: typeof email === "string" ? email : "" };
  return data(answer, { status: statusOf(result), headers });
}

function afterPassword({ ways, isOverdue }: { ways: object | null; isOverdue: boolean }, to: string | null): string {
  if (isOverdue) return setUpPath;
  if (!ways) return safeRedirectPath(to);
  return to ? `${codePath}?to=${encodeURIComponent(safeRedirectPath(to))}` : codePath;
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message, fields) => ({ message, email: String(fields.get("email") ?? "") }));

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const busy = navigation.formMethod === "POST";
  const [unused, setUnused] = useState("");
  const submit = useSubmit();
  const notice = loaderData && noticeTexts[loaderData];
  const failure = unused || (actionData?.message ?? notice?.failure);
  const described = failure ? "failure" : undefined;
  const answer = (result: PasskeyResult) => {
    setUnused("problem" in result ? withOtherWay(result.problem, "sign in with your password") : "");
    if ("answer" in result) submit({ passkey: result.answer }, { method: "post", replace: true });
  };
  return (
    <SignInFrame title="Staff sign-in" lead="Lucaya Visa & Immigration staff desk.">
      {notice?.done && !failure ? <SuccessNotice message={notice.done} /> : null}
      {failure ? <FailureNotice message={failure} /> : null}
      <Form method="post" replace className="mt-7 grid gap-5" onSubmit={() => setUnused("")}>
        <Field id="email" label="Email">
          <EmailInput
            name="email"
            type="text"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={actionData?.email}
            aria-describedby={described}
          />
        </Field>
        <Field id="password" label="Password">
          <Input
            name="password"
            type="password"
            required
            autoComplete="current-password"
            aria-describedby={described}
          />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} busyLabel="Signing in..." className="mt-1">
          Sign In
        </Button>
      </Form>
      <UsePasskey
        label="Sign in with a passkey"
        question={`${loginPath}/passkey`}
        message={actionData?.message}
        onAnswer={answer}
        variant="outline"
        size="lg"
        wide
        className="mt-4"
      />
      <p className="mt-5">
        <TextLink to="/admin/forgot-password" className="inline-flex min-h-6 items-center">
          Forgot your password?
        </TextLink>
      </p>
    </SignInFrame>
  );
}

const noticeTexts: Record<
  "password-changed" | "signed-out-everywhere" | "sign-in-anew",
  { done?: string; failure?: string }
> = {
  "password-changed": { done: "Your new password is set. Please sign in with it." },
  "signed-out-everywhere": { done: "You are signed out on every device." },
  "sign-in-anew": { failure: startAgainMessage },
};
