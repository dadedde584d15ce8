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
import {
  cancelInvitation,
  type InvitationResult,
  inviteAdmin,
  inviteAgain,
  listInvitations,
} from "~/accounts/invitations/invite.server";
import { countOwned } from "~/accounts/owners/hand-over.server";
import { requireSuperAdmin, type StaffContext } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import type { AdminRole } from "~/db/schema/values";
import { ActivityPart } from "~/desk/activity/part";
import { FactorNeeded } from "~/desk/admins/factors";
import { type AdminChange, ConfirmAdminChange, CreateAdmin, InviteAdmin } from "~/desk/admins/forms";
import { InvitationTable } from "~/desk/admins/invitations";
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
    attempt: crypto.randomUUID(),
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
    const [admins, invitations, activity, actions] = await Promise.all([
      listAdmins({ includeInactive: true }),
      listInvitations(),
      listActivity(filters),
      listActions(),
    ]);
    return { admins, invitations, activity, actions };
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
  const about = form.intent === "create" || form.intent === "invite" ? form.intent : "other";
  if (form.intent === "factor-needed") {
    const { ok, message, ...refused } = await setFactorNeeded(by, { for: form.for });
    const result = { about, at: Date.now(), ok, message, problems: {}, typed: null };
    return data(result, "reason" in refused ? statusOf(refused) : 200);
  }
  const result = await act(by, form);
  const outcome = { about, at: Date.now(), ok: result.ok, message: result.message };
  if (result.ok) return data({ ...outcome, problems: {}, typed: null });
  const email = typeof form.email === "string" ? form.email : "";
  const role: AdminRole = form.role === "super_admin" ? "super_admin" : "regular_admin";
  return data({ ...outcome, problems: result.detail ?? {}, typed: { email, role } }, statusOf(result));
}

function act(by: StaffContext, form: Record<string, unknown>): Promise<AdminResult | InvitationResult> {
  const { intent, adminId, invitation } = form;
  if (intent === "create") return createAdmin(by, form);
  if (intent === "invite") return inviteAdmin(by, { email: form.email, role: form.role });
  if (intent === "invite-again") return inviteAgain(by, { invitation });
  if (intent === "cancel-invitation") return cancelInvitation(by, { invitation });
  if (intent === "role") return setAdminRole(by, adminId, form.role);
  if (intent !== "deactivate" && intent !== "reactivate") throw data(null, 400);
  return setAdminActive(by, adminId, intent === "reactivate", form.heir ?? "");
}

export default function AdminUsers({ loaderData, actionData }: Route.ComponentProps) {
  const { ownId, attempt, list, filters, includeInactive, asked, factorChoice } = loaderData;
  const here = listHref(path, { inactive: includeInactive ? "yes" : undefined });
  const admins = list?.admins.filter(({ isActive }) => isActive || includeInactive) ?? [];
  const inactive = list?.admins.filter(({ isActive }) => !isActive).length ?? 0;
  const notice = actionData && Object.keys(actionData.problems).length === 0 ? actionData : null;
  const submitted = (about: "create" | "invite") => (actionData?.about === about ? actionData : null);
  const [created, invited] = [submitted("create"), submitted("invite")];
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
        <div className="min-w-0 lg:col-span-2">
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
          <AdminTable admins={admins} ownId={ownId} here={here} />
          {list && list.invitations.length > 0 ? (
            <InvitationTable invitations={list.invitations} action={here} attempt={attempt} />
          ) : null}
        </div>
        <div className="grid gap-6">
          <InviteAdmin
            key={`invite ${invited?.ok ? invited.at : "new"}`}
            action={here}
            attempt={attempt}
            problems={invited?.problems ?? {}}
            typed={invited?.typed ?? null}
          />
          <CreateAdmin
            key={`create ${created?.ok ? created.at : "new"}`}
            action={here}
            problems={created?.problems ?? {}}
            typed={created?.typed ?? null}
          />
          <FactorNeeded choice={factorChoice} action={here} />
        </div>
        <ActivityPart
          {...(list?.activity ?? { rows: [], older: null })}
          actions={list?.actions ?? []}
          admins={list?.admins ?? []}
          filters={filters}
          path={path}
          inactive={includeInactive ? "yes" : undefined}
        />
      </div>
    </>
  );
}
