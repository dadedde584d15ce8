import { data, Form, redirect, useNavigation } from "react-router";
import { readSingleKeys, setSingleKeys } from "~/accounts/admins/single-keys.server";
import { flash, readFlash } from "~/accounts/flash.server";
import { listProblems, NewPasswordFields } from "~/accounts/passwords/fields";
import { changePassword, type PasswordProblems, signOutEverywhere } from "~/accounts/passwords/own-password.server";
import { requireStaff } from "~/accounts/staff.server";
import { readForm } from "~/bodies/read-form.server";
import { statusOf } from "~/ground/verbs/refused";
import { visitContext } from "~/ground/visit";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/own-account";
import { SingleKeys } from "./single-keys";

export const meta: Route.MetaFunction = () => [{ title: "Your account · Lucaya staff" }];

export async function loader({ request }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const { notice, headers } = readFlash(request);
  const singleKeys = await readSingleKeys(staff);
  return data({ email: staff.email, singleKeys, changed: notice === "password-changed" }, { headers });
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(visitContext);
  const form = Object.fromEntries(await readForm(request));
  if (form.intent === "sign-out-everywhere") {
    await signOutEverywhere({ staff, address });
    return redirect("/admin/login", { headers: { "Set-Cookie": flash("signed-out-everywhere") } });
  }
  if (form.intent === "single-keys") {
    const set = await setSingleKeys({ staff, address }, form);
    const keysSaid = { ok: set.ok, message: set.ok ? `Saved: they are ${set.on ? "on" : "off"}.` : set.message };
    return data({ keysSaid }, set.ok ? 200 : statusOf(set));
  }
  if (form.intent !== "password") throw data(null, 400);
  const result = await changePassword(request, { staff, address }, form);
  if (!result.ok) return data({ problems: result.detail ?? {} }, statusOf(result));
  result.headers.append("Set-Cookie", flash("password-changed"));
  return redirect("/admin/account", { headers: result.headers });
}

/** What the action answers when it does not redirect. */
type Answer = { problems?: PasswordProblems; keysSaid?: { ok: boolean; message: string } };

export default function OwnAccount({ loaderData: { email, singleKeys, changed }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formData?.get("intent");
  const { problems = {}, keysSaid }: Answer = actionData ?? {};
  return (
    <>
      <h1 className="text-3xl">Your account</h1>
      <p className="mt-0.5 text-stone">
        Signed in as <strong className="font-semibold break-all text-ink">{email}</strong>
      </p>
      {changed ? (
        <Banner tone="success" role="alert" title="Your password is changed" className="mt-4 max-w-2xl">
          Every other device was signed out.
        </Banner>
      ) : null}
      <div className="mt-5 grid max-w-5xl items-start gap-6 lg:grid-cols-2">
        <Card padding="none" className="p-5" role="region" aria-labelledby="change">
          <h2 id="change" className="text-xl">
            Change your password
          </h2>
          <ErrorSummary
            title="The password was not changed"
            errors={listProblems(problems)}
            className="mt-4 px-4! py-4!"
          />
          <Form method="post" replace noValidate className="mt-4 grid gap-4">
            <input type="hidden" name="intent" value="password" />
            <Field id="present" label="Present password" size="sm" required error={problems.present}>
              <Input name="present" type="password" size="sm" autoComplete="current-password" />
            </Field>
            <NewPasswordFields problems={problems} size="sm" email={email} />
            <Button type="submit" className="justify-self-start" busy={busy === "password"} busyLabel="Saving…">
              Change password
            </Button>
          </Form>
        </Card>
        <Card padding="none" className="p-5" role="region" aria-labelledby="everywhere">
          <h2 id="everywhere" className="text-xl">
            Sign out everywhere
          </h2>
          <p className="mt-1 text-stone">
            Ends every session of yours, on this device as well: after a lost phone, or a computer that others use.
          </p>
          <Form method="post" replace className="mt-4">
            <input type="hidden" name="intent" value="sign-out-everywhere" />
            <Button type="submit" variant="outline" busy={busy === "sign-out-everywhere"} busyLabel="Signing out…">
              Sign out everywhere
            </Button>
          </Form>
        </Card>
        <SingleKeys on={singleKeys} said={keysSaid} />
      </div>
    </>
  );
}
