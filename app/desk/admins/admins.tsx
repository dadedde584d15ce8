import { data } from "react-router";
import {
  type ActivityFilters,
  listActions,
  listActivity,
  listAdmins,
  readActivityFilters,
} from "~/accounts/admins/list.server";
import { type AdminResult, createAdmin, setAdminActive, setAdminRole } from "~/accounts/admins/manage-admins.server";
import { listAssignable } from "~/accounts/admins/names.server";
import { readFactorChoice } from "~/accounts/factors/needed.server";
import { setFactorNeeded } from "~/accounts/factors/set-needed.server";
import { countOwned } from "~/accounts/owners/hand-over.server";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import type { AdminRole } from "~/db/schema/values";
import { ActivityPart } from "~/desk/activity/part";
import { FactorNeeded } from "~/desk/admins/factors";
import { type AdminChange, ConfirmAdminChange, CreateAdmin } from "~/desk/admins/forms";
import { AdminTable } from "~/desk/admins/table";
import { log } from "~/log.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink } from "~/ui/button";
import { listHref } from "~/ui/lists/list-filter";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/admins";

const path = "/admin/users";

export const meta: Route.MetaFunction = () => [{ title: "Admin Users · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  const { adminId } = await requireSuperAdmin(request);
  const filters = readActivityFilters(url.searchParams);
  const list = await readAll(filters);
  const admin = list?.admins.find(({ id }) => id === url.searchParams.get("of"));
  const question = url.searchParams.get("ask");
  const ask: AdminChange | null = question === "active" || question === "role" ? question : null;
  return {
    ownId: adminId,
    factorChoice: await readFactorChoice(db),
    list,
    filters,
    includeInactive: url.searchParams.get("inactive") === "yes",
    asked: admin && ask && admin.id !== adminId ? { ask, admin, ...(await leftBehind(ask, admin)) } : null,
  };
}

/** The open work of an admin who is about to be deactivated, and who can take it over. */
async function leftBehind(ask: AdminChange, { id, isActive }: { id: string; isActive: boolean }) {
  if (ask !== "active" || !isActive) return { owned: null, heirs: [] };
  const [owned, people] = await Promise.all([countOwned(id), listAssignable(db)]);
  return { owned, heirs: people.filter((person) => person.id !== id) };
}

/** Null when the list can't be read: the page then says so, and everything else on it works. */
async function readAll(filters: ActivityFilters) {
  try {
    const [admins, activity, actions] = await Promise.all([
      listAdmins({ includeInactive: true }),
      listActivity(filters),
      listActions(),
    ]);
    return { admins, activity, actions };
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "the admins could not be read");
    return null;
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireSuperAdmin(request);
  const { address } = context.get(requestContext);
  const form = Object.fromEntries(await readForm(request));
  const by = { staff, address, attempt: form.attempt };
  const creates = form.intent === "create";
  if (form.intent === "factor-needed") {
    const { ok, message, ...refused } = await setFactorNeeded(by, { for: form.for });
    const result = { creates, at: Date.now(), ok, message, problems: {}, typed: null };
    return data(result, "reason" in refused ? statusOf(refused) : 200);
  }
  const result = creates ? await createAdmin(by, form) : await changeAdmin(by, form);
  const outcome = { creates, at: Date.now(), ok: result.ok, message: result.message };
  if (result.ok) return data({ ...outcome, problems: {}, typed: null });
  const email = typeof form.email === "string" ? form.email : "";
  const role: AdminRole = form.role === "super_admin" ? "super_admin" : "regular_admin";
  return data({ ...outcome, problems: result.detail ?? {}, typed: { email, role } }, statusOf(result));
}

function changeAdmin(by: Parameters<typeof createAdmin>[0], form: Record<string, unknown>): Promise<AdminResult> {
  const { intent, adminId } = form;
  if (intent === "role") return setAdminRole(by, adminId, form.role);
  if (intent !== "deactivate" && intent !== "reactivate") throw data(null, 400);
  return setAdminActive(by, adminId, intent === "reactivate", form.heir ?? "");
}

export default function AdminUsers({ loaderData, actionData }: Route.ComponentProps) {
  const { ownId, list, filters, includeInactive, asked, factorChoice } = loaderData;
  const here = listHref(path, { inactive: includeInactive ? "yes" : undefined });
  const admins = list?.admins.filter(({ isActive }) => isActive || includeInactive) ?? [];
  const inactive = list?.admins.filter(({ isActive }) => !isActive).length ?? 0;
  const notice = actionData && Object.keys(actionData.problems).length === 0 ? actionData : null;
  return (
    <>
      {asked ? <ConfirmAdminChange {...asked} back={here} /> : null}
      {notice ? (
        <Banner
          key={notice.at}
          tone={notice.ok ? "success" : "error"}
          role="alert"
          title={notice.message}
          className="mb-4"
        />
      ) : null}
      {list ? null : <Banner tone="error" role="alert" title="Failed to fetch admins" className="mb-4" />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <section aria-labelledby="admins" className="lg:col-span-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="admins" className="text-xl">
              Admin Users
            </h2>
            <nav aria-label="Which admins" className="flex flex-wrap gap-2">
              <ButtonLink
                to={path}
                preventScrollReset
                size="sm"
                variant={includeInactive ? "outline" : "primary"}
                aria-current={includeInactive ? undefined : "true"}
              >
                Active
              </ButtonLink>
              <ButtonLink
                to={`${path}?inactive=yes`}
                preventScrollReset
                size="sm"
                variant={includeInactive ? "primary" : "outline"}
                aria-current={includeInactive ? "true" : undefined}
              >
                Include inactive ({inactive})
              </ButtonLink>
            </nav>
          </div>
          <AdminTable admins={admins} ownId={ownId} here={here} />
        </section>
        <div className="grid gap-6">
          <CreateAdmin
            key={actionData?.creates && actionData.ok ? actionData.at : "new"}
            action={here}
            problems={actionData?.creates ? actionData.problems : {}}
            typed={actionData?.creates ? actionData.typed : null}
          />
          <FactorNeeded choice={factorChoice} action={here} />
        </div>
        <ActivityPart
          {...(list?.activity ?? { rows: [], older: null })}
          actions={list?.actions ?? []}
          emails={list?.admins.map(({ email }) => email) ?? []}
          filters={filters}
          path={path}
          inactive={includeInactive ? "yes" : undefined}
        />
      </div>
    </>
  );
}
