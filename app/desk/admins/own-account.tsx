import { data, Form, redirect, useNavigation } from "react-router";
import { setAdminName } from "~/accounts/admins/admin-name.server";
import { NameForm } from "~/accounts/admins/name-form";
import { nameOfAdmin } from "~/accounts/admins/names.server";
import { SingleKeys } from "~/accounts/admins/single-keys";
import { readSingleKeys, setSingleKeys } from "~/accounts/admins/single-keys.server";
import { actOnFactors } from "~/accounts/factors/factor-action.server";
import { Factors } from "~/accounts/factors/factors";
import { readOwnFactors } from "~/accounts/factors/own-factors.server";
import { flash, readFlash } from "~/accounts/flash.server";
import { listProblems, NewPasswordFields } from "~/accounts/passwords/fields";
import { changePassword, type PasswordProblems, signOutEverywhere } from "~/accounts/passwords/own-password.server";
import { OwnSignIns } from "~/accounts/sign-ins/sign-ins";
import { endOtherSignIns, endSignIn, signInsOf } from "~/accounts/sign-ins/sign-ins.server";
import { readSession, requireStaff } from "~/accounts/staff.server";
import { ConsultationHoursForm } from "~/consultations/hours-form";
import { handleHoursForm, readHoursForm } from "~/consultations/hours-request.server";
import { requestContext } from "~/core/request-context";
import { type Done, type Refused, statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/own-account";

export const meta: Route.MetaFunction = () => [{ title: "Your account · Lucaya staff" }];

export async function loader({ request }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const { email, adminId } = staff;
  const { notice, headers } = readFlash(request);
  const [name, signIns, singleKeys, session, factors, hours] = await Promise.all([
    nameOfAdmin(adminId),
    signInsOf(adminId),
    readSingleKeys(staff),
    readSession(request),
    readOwnFactors(staff),
    readHoursForm(adminId),
  ]);
  const current = session?.sessionId ?? "";
  return data(
    { email, name, signIns, singleKeys, current, factors, hours, changed: notice === "password-changed" },
    { headers },
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address, origin } = context.get(requestContext);
  const sent = await readForm(request);
  const form = Object.fromEntries(sent);
  if (form.intent === "sign-out-everywhere") {
    await signOutEverywhere({ staff, address });
    return redirect("/admin/login", { headers: { "Set-Cookie": flash("signed-out-everywhere") } });
  }
  const own = { staff, address };
  const factorAnswered = await actOnFactors({ ...own, origin }, form);
  if (factorAnswered) return factorAnswered;
  const { adminId } = staff;
  const hoursAnswered = await handleHoursForm(own, adminId, sent);
  if (hoursAnswered)
    return data({ problems: {}, answer: null, factor: null, hours: hoursAnswered.hours }, hoursAnswered.status);
  if (form.intent === "name") return answerOf(await setAdminName(own, { adminId, name: form.name }), form);
  if (form.intent === "end-sign-in") return answerOf(await endSignIn(own, { adminId, signIn: form.signIn }), form);
  if (form.intent === "end-others") return answerOf(await endOtherSignIns(own), form);
  if (form.intent === "single-keys") {
    const set = await setSingleKeys(own, form);
    return answerOf(
      set.ok ? { ok: true, message: `Saved. Single-key shortcuts are ${set.on ? "on" : "off"}.` } : set,
      form,
    );
  }
  if (form.intent !== "password") throw data(null, 400);
  const result = await changePassword(request, { staff, address }, form);
  if (!result.ok) return data({ problems: result.detail ?? {}, answer: null, factor: null }, statusOf(result));
  result.headers.append("Set-Cookie", flash("password-changed"));
  return redirect("/admin/account", { headers: result.headers });
}

function answerOf(result: Done<{ message: string }> | Refused, { intent, name }: Record<string, unknown>) {
  const rawName = typeof name === "string" ? name : "";
  const outcome = { about: String(intent), ok: result.ok, message: result.message, typed: rawName };
  return data({ problems: {}, answer: outcome, factor: null }, result.ok ? 200 : statusOf(result));
}

export default function OwnAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { email, name, signIns, singleKeys, current, factors, hours, changed } = loaderData;
  const result = actionData?.answer ?? null;
  const refusedName = result?.about === "name" && !result.ok ? result : null;
  const busy = useNavigation().formData?.get("intent");
  const problems: PasswordProblems = actionData?.problems ?? {};
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
      {result && !refusedName && result.about !== "single-keys" ? (
        <Banner
          tone={result.ok ? "success" : "error"}
          role="alert"
          title={result.message}
          className="mt-4 max-w-2xl wrap-anywhere"
        />
      ) : null}
      <div className="mt-5 grid max-w-5xl items-start gap-6 lg:grid-cols-2">
        <Card padding="none" className="p-5" role="region" aria-labelledby="your-name">
          <h2 id="your-name" className="text-xl">
            Your name
          </h2>
          <NameForm name={name} typed={refusedName?.typed} error={refusedName?.message} />
        </Card>
        <Card padding="none" className="p-5 lg:row-span-2" role="region" aria-labelledby="change">
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
            <Field id="present" label="Current password" size="sm" required error={problems.present}>
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
            Ends all your sessions, including this one. Use it if you lost your phone or used a shared computer.
          </p>
          <Form method="post" replace data-signs-out="" className="mt-4">
            <input type="hidden" name="intent" value="sign-out-everywhere" />
            <Button type="submit" variant="outline" busy={busy === "sign-out-everywhere"} busyLabel="Signing out…">
              Sign out everywhere
            </Button>
          </Form>
        </Card>
        <SingleKeys on={singleKeys} result={result?.about === "single-keys" ? result : undefined} />
        <ConsultationHoursForm
          hours={hours}
          answer={actionData && "hours" in actionData ? actionData.hours : undefined}
        />
        <section aria-labelledby="second-factor" className="grid gap-3 lg:col-span-2">
          <h2 id="second-factor" className="text-xl">
            Second factor
          </h2>
          <Factors factors={factors} answer={actionData?.factor ?? null} heading="h3" />
        </section>
        <OwnSignIns signIns={signIns} current={current} />
      </div>
    </>
  );
}
