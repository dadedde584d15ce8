import { data, Form, redirect, useNavigation } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import { ownPath } from "~/accounts/sign-in/own-path";
import { refuseBeforeReading, signIn } from "~/accounts/sign-in/sign-in.server";
import { FailureNotice, SignInFrame, SuccessNotice } from "~/accounts/sign-in/sign-in-frame";
import { readStaff } from "~/accounts/staff.server";
import { readForm } from "~/bodies/read-form.server";
import { statusOf } from "~/ground/verbs/refused";
import { visitContext } from "~/ground/visit";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { TextLink } from "~/ui/link";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = () => [
  { title: "Staff sign-in · Lucaya" },
  { name: "robots", content: "noindex, nofollow" },
];

export async function loader({ request, url }: Route.LoaderArgs) {
  if (await readStaff(request)) throw redirect(ownPath(url.searchParams.get("to")));
  const { notice, headers } = readFlash(request);
  return data(notice === "password-changed" || notice === "signed-out-everywhere" ? notice : null, { headers });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { address, browser } = context.get(visitContext);
  const by = { request, address, browser };
  const refused = await refuseBeforeReading(by);
  const form = refused ? new FormData() : await readForm(request);
  const email = form.get("email");
  const result = refused ?? (await signIn(by, { email, password: form.get("password") }));
  if (result.ok) return redirect(ownPath(url.searchParams.get("to")), { headers: result.headers });
  const headers: HeadersInit = result.detail ? { "Retry-After": `${result.detail.retryAfterSeconds}` } : {};
  const answer = { message: result.message, email: typeof email === "string" ? email : "" };
  return data(answer, { status: statusOf(result), headers });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const busy = navigation.formMethod === "POST";
  const described = actionData ? "failure" : undefined;
  return (
    <SignInFrame title="Staff sign-in" lead="For the desk of Lucaya Visa & Immigration.">
      {loaderData ? <SuccessNotice message={done[loaderData]} /> : null}
      {actionData ? <FailureNotice message={actionData.message} /> : null}
      <Form method="post" replace className="mt-7 grid gap-5">
        <Field id="email" label="Email">
          <Input
            name="email"
            required
            inputMode="email"
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
      <p className="mt-5">
        <TextLink to="/admin/forgot-password">Forgot your password?</TextLink>
      </p>
    </SignInFrame>
  );
}

const done = {
  "password-changed": "Your new password is set. Please sign in with it.",
  "signed-out-everywhere": "You are signed out on every device.",
};
