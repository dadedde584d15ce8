import { useState } from "react";
import { data, Form, redirect, useSubmit } from "react-router";
import { flash } from "~/accounts/flash.server";
import type { PasskeyResult } from "~/accounts/passkeys/ask";
import { UsePasskey } from "~/accounts/passkeys/use-passkey-button";
import { withOtherWay } from "~/accounts/passkeys/words";
import { safeRedirectPath } from "~/accounts/sign-in/safe-redirect";
import { endSecondStep, giveSecondFactor, waysOfStep } from "~/accounts/sign-in/second-step.server";
import { FailureNotice, SignInFrame } from "~/accounts/sign-in/sign-in-frame";
import { codePath, loginPath, recoveryPath, setUpPath } from "~/core/paths";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import type { Route } from "./+types/code";

export const meta: Route.MetaFunction = () => [
  { title: "Second step of the sign-in · Lucaya" },
  { name: "robots", content: "noindex, nofollow" },
];

/** The sign-in page says that sign-in starts again. */
const startAgain = (to: string | null) =>
  redirect(to ? `${loginPath}?to=${encodeURIComponent(to)}` : loginPath, {
    headers: [
      ["Set-Cookie", flash("sign-in-anew")],
      ["Set-Cookie", endSecondStep],
    ],
  });

/** `/admin/login/code` and `/admin/login/recovery`: the second factor after a correct password. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const to = url.searchParams.get("to");
  const ways = await waysOfStep(request);
  if (ways === "none") throw redirect(loginPath);
  if (ways === "over") throw startAgain(to);
  return { ways, to, withRecovery: url.pathname.startsWith(recoveryPath) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { address, browser, origin } = context.get(requestContext);
  await requireFormLimit(request, address, "second factor");
  const form = await readForm(request);
  const recoveryCode = form.get("recoveryCode") ?? undefined;
  const input = { code: form.get("code"), recoveryCode, passkey: form.get("passkey") };
  const result = await giveSecondFactor({ request, address, browser, origin }, input);
  const to = url.searchParams.get("to");
  if (result.ok) return redirect(result.isOverdue ? setUpPath : safeRedirectPath(to), { headers: result.headers });
  if (result.reason === "closed") return startAgain(to);
  const headers: HeadersInit = result.detail ? { "Retry-After": `${result.detail.retryAfterSeconds}` } : {};
  const about = input.passkey || result.reason === "limited" ? "page" : "field";
  return data({ message: result.message, about }, { status: statusOf(result), headers });
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message) => ({ message, about: "page" as const }));

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { ways, to, withRecovery } = loaderData;
  const [unused, setUnused] = useState("");
  const submit = useSubmit();
  const search = to ? `?to=${encodeURIComponent(to)}` : "";
  const error = actionData?.about === "field" ? actionData.message : undefined;
  const failure = unused || (actionData?.about === "page" ? actionData.message : undefined);
  const showsCodeField = ways.totp && !withRecovery;
  const lead = withRecovery
    ? "Enter one of the recovery codes you saved. Each works once."
    : ways.totp
      ? "Your password was right. Enter the code that your authenticator app shows."
      : "Your password was right. Now use your passkey, or a recovery code.";
  const answer = (result: PasskeyResult) => {
    setUnused("problem" in result ? withOtherWay(result.problem, "use a recovery code") : "");
    if ("answer" in result)
      submit({ passkey: result.answer }, { method: "post", action: `${codePath}${search}`, replace: true });
  };
  return (
    <SignInFrame title={withRecovery ? "Recovery code" : "One more step"} lead={lead}>
      {failure ? <FailureNotice message={failure} /> : null}
      {showsCodeField || withRecovery ? (
        <Form
          // So that a typed code does not appear in the other page's field.
          key={withRecovery ? "recovery" : "code"}
          method="post"
          replace
          noValidate
          className="mt-7 grid gap-5"
          onSubmit={() => setUnused("")}
        >
          {showsCodeField ? (
            <Field id="code" label="Code" hint="Six digits" required error={error}>
              <Input name="code" required inputMode="numeric" autoComplete="one-time-code" autoFocus />
            </Field>
          ) : (
            <Field id="recovery-code" label="Recovery code" required error={error}>
              <Input
                name="recoveryCode"
                required
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                className="font-mono"
              />
            </Field>
          )}
          <SubmitButton size="lg" wide busyLabel="Signing in...">
            Sign In
          </SubmitButton>
        </Form>
      ) : null}
      {ways.passkeys > 0 && !withRecovery ? (
        <UsePasskey
          label="Use a passkey"
          question={`${codePath}/passkey`}
          message={actionData?.message}
          onAnswer={answer}
          variant={showsCodeField ? "outline" : "primary"}
          size="lg"
          wide
          className="mt-5"
        />
      ) : null}
      <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
        {withRecovery ? (
          <TextLink to={`${codePath}${search}`}>Use {ways.totp ? "the app" : "a passkey"} instead</TextLink>
        ) : (
          <TextLink to={`${recoveryPath}${search}`}>Use a recovery code</TextLink>
        )}
        <TextLink to={loginPath}>Sign in with another account</TextLink>
      </p>
    </SignInFrame>
  );
}
