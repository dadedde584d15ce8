import { listActivity, listAdmins } from "~/accounts/admins/list.server";
import { setAdminActive } from "~/accounts/admins/manage-admins.server";
import { functionCaller, functionError, readObject, wrongMethod } from "~/accounts/functions/call.server";
import { requestContext } from "~/core/request-context";
import { refuse } from "~/core/verbs/refused";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";
import type { Route } from "./+types/manage-admin";

/** `GET /functions/v1/manage-admin-user?includeInactive=`: the admins and the newest activity. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const caller = await functionCaller(request, "super_admin");
  if (!caller.ok) return functionError(caller);
  try {
    const includeInactive = url.searchParams.get("includeInactive") === "true";
    const [admins, { rows }] = await Promise.all([
      listAdmins({ includeInactive }),
      listActivity({ action: "all", admin: "all", before: undefined }),
    ]);
    return Response.json({ admins: admins.map(adminOf), activityLogs: rows.map(entryOf) });
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "the admins could not be read");
    return functionError(refuse("failed", "Failed to fetch admins"));
  }
}

/** `POST` with `action` (`deactivate` or `reactivate`) and `adminId`; returns a `message`. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return wrongMethod("GET or POST");
  const caller = await functionCaller(request, "super_admin");
  if (!caller.ok) return functionError(caller);
  const body = await readObject(request);
  if (!body) return functionError(refuse("invalid", "Send a JSON object"));
  const { action: requestedAction, adminId } = body;
  if (requestedAction !== "deactivate" && requestedAction !== "reactivate")
    return functionError(refuse("invalid", "Invalid action: it is deactivate or reactivate"));
  if (typeof adminId !== "string") return functionError(refuse("invalid", "adminId is required"));
  const { address } = context.get(requestContext);
  const result = await setAdminActive({ staff: caller.staff, address }, adminId, requestedAction === "reactivate");
  return result.ok ? Response.json({ message: result.message }) : functionError(result);
}

const owner = (email: string | null) => (email === null ? null : { email });

function adminOf(admin: Awaited<ReturnType<typeof listAdmins>>[number]) {
  return {
    id: admin.id,
    user_id: admin.userId,
    email: admin.email,
    role: admin.role,
    is_active: admin.isActive,
    last_login_at: admin.lastLoginAt,
    created_at: admin.createdAt,
    creator: owner(admin.creatorEmail),
  };
}

function entryOf(entry: Awaited<ReturnType<typeof listActivity>>["rows"][number]) {
  return {
    id: entry.id,
    action_type: entry.actionType,
    admin: owner(entry.adminEmail),
    target_admin: owner(entry.targetAdminEmail),
    created_at: entry.createdAt,
  };
}
