import { data, Form } from "react-router";
import { z } from "zod";
import { setAdminName } from "~/accounts/admins/admin-name.server";
import { findAdminById } from "~/accounts/admins/list.server";
import { NameForm } from "~/accounts/admins/name-form";
import { factorsOf } from "~/accounts/factors/confirm.server";
import { resetFactors } from "~/accounts/factors/reset.server";
import { sendPasswordReset } from "~/accounts/passwords/send-reset.server";
import { SignIns } from "~/accounts/sign-ins/sign-ins";
import { endSignIn, signInsOf } from "~/accounts/sign-ins/sign-ins.server";
import { readSession, requireSuperAdmin } from "~/accounts/staff.server";
import { ConsultationHoursForm } from "~/consultations/hours-form";
import { handleHoursForm, readHoursForm } from "~/consultations/hours-request.server";
import { requestContext } from "~/core/request-context";
import { type Done, type Refused, statusOf } from "~/core/verbs/refused";
import { ConfirmFactorReset, FactorsOfAdmin } from "~/desk/admins/factors";
import { roleLabels } from "~/desk/admins/table";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { listHref } from "~/ui/lists/list-filter";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/admin";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.admin.name || loaderData?.admin.email || "Admin"} · Lucaya staff` },
];

export async function loader({ request, url, params: { id } }: Route.LoaderArgs) {
  const { adminId: ownId } = await requireSuperAdmin(request);
  const admin = z.uuid().safeParse(id).success ? await findAdminById(id) : null;
  if (!admin) throw data({ reason: "not-found" }, 404);
  const [signIns, session, factors, hours] = await Promise.all([
    signInsOf(id),
    readSession(request),
    factorsOf(admin.userId),
    readHoursForm(id),
  ]);
  const asked = url.searchParams.get("ask") === "factors" && id !== ownId;
  const current = session?.sessionId ?? "";
  return { admin, signIns, hours, current, factors, asked, isOwn: id === ownId, attempt: crypto.randomUUID() };
}

export async function action({ request, context, params: { id: adminId } }: Route.ActionArgs) {
  const staff = await requireSuperAdmin(request);
  const by = { staff, address: context.get(requestContext).address };
  const form = await readForm(request);
  const { intent, name, signIn, attempt } = Object.fromEntries(form);
  const hoursAnswered = await handleHoursForm(by, adminId, form);
  if (hoursAnswered) {
    const { ok, message } = hoursAnswered.hours;
    return data({ about: "hours", ok, message, typed: "", hours: hoursAnswered.hours }, hoursAnswered.status);
  }
  const rawInput = typeof name === "string" ? name : "";
  const answered = (result: Done<{ message: string }> | Refused) => {
    const outcome = {
      about: String(intent),
      ok: result.ok,
      message: result.message,
      typed: rawInput,
      hours: undefined,
    };
    return data(outcome, result.ok ? 200 : statusOf(result));
  };
  if (intent === "name") return answered(await setAdminName(by, { adminId, name }));
  if (intent === "password-reset") return answered(await sendPasswordReset(by, { adminId, attempt }));
  if (intent === "reset-factors") return answered(await resetFactors(by, { adminId }));
  if (intent === "end-sign-in") return answered(await endSignIn(by, { adminId, signIn }));
  throw data(null, 400);
}

export default function AdminPage({ loaderData, actionData: result }: Route.ComponentProps) {
  const { admin, signIns, hours, current, attempt, factors, asked, isOwn } = loaderData;
  const { id, email, name, role, isActive } = admin;
  const refusedName = result?.about === "name" && !result.ok ? result : null;
  return (
    <>
      <p>
        <TextLink to="/admin/users" className="inline-flex min-h-6 items-center">
          Admin Users
        </TextLink>
      </p>
      <h1 className="mt-2 text-3xl wrap-anywhere">{name || email}</h1>
      <p className="mt-0.5 text-stone wrap-anywhere">
        {name ? `${email}, ` : ""}
        {roleLabels[role]}
        {isActive ? "" : ", inactive"} ·{" "}
        <TextLink to={listHref("/admin/activity", { person: id })}>Their activity</TextLink>
      </p>
      {result && !refusedName && !result.hours ? (
        <Banner
          tone={result.ok ? "success" : "error"}
          role="alert"
          title={result.message}
          className="mt-4 max-w-2xl wrap-anywhere"
        />
      ) : null}
      {asked ? <ConfirmFactorReset {...admin} /> : null}
      <div className="mt-5 grid max-w-5xl items-start gap-6 lg:grid-cols-2">
        <Card padding="none" className="p-5" role="region" aria-labelledby="admin-name">
          <h2 id="admin-name" className="text-xl">
            Name
          </h2>
          <NameForm key={id} name={name} typed={refusedName?.typed} error={refusedName?.message} />
        </Card>
        <Card padding="none" className="p-5" role="region" aria-labelledby="reset">
          <h2 id="reset" className="text-xl">
            Password
          </h2>
          <p className="mt-1 text-stone">
            We’ll email {email} a link to set a new password. The current password works until the link is used.
          </p>
          <Form method="post" replace preventScrollReset className="mt-4">
            <input type="hidden" name="intent" value="password-reset" />
            <input type="hidden" name="attempt" value={attempt} />
            <SubmitButton of={{ intent: "password-reset" }} variant="outline" busyLabel="Sending…">
              Send a password reset
            </SubmitButton>
          </Form>
        </Card>
        <ConsultationHoursForm hours={hours} name={name || email} heading="h2" answer={result?.hours} />
        <FactorsOfAdmin {...admin} factors={factors} isOwn={isOwn} />
        <section aria-labelledby="sign-ins" className="lg:col-span-2">
          <h2 id="sign-ins" className="mb-3 text-xl">
            Active sessions
          </h2>
          <SignIns signIns={signIns} current={current} />
        </section>
      </div>
    </>
  );
}
