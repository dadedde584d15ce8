import { and, eq, sql } from "drizzle-orm";
import { data, type RouterContextProvider, replace } from "react-router";
import { auth, authHeaders, bearerToken, maxSessionMs } from "~/accounts/auth.server";
import { factorDue } from "~/accounts/factors/needed.server";
import { signInUrl } from "~/accounts/sign-in/safe-redirect";
import { requestContext } from "~/core/request-context";
import { nassauDay } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { adminUsers, session } from "~/db/schema/accounts";
import type { AdminRole } from "~/db/schema/values";
import { log } from "~/log.server";

/** A signed-in person with an active `admin_users` row. */
export type Staff = {
  adminId: string;
  userId: string;
  email: string;
  role: AdminRole;
  /** The acting session; undefined if a mailed link acts. */
  sessionId?: string;
  /** The last day on which the desk opens without the required and missing second factor. */
  factorDue?: string;
  /** Undefined until it is set. */
  name?: string;
  /** Somebody else chose the password, and the desk opens only with another one. */
  passwordIsTemporary?: true;
};

export const isOverdue = ({ factorDue }: { factorDue?: string | null }): boolean =>
  !!factorDue && factorDue < nassauDay();
export const factorOverdueMessage = "Set up a second factor first. Until then you can only open its setup page.";

export const temporaryPasswordMessage = "Choose your own password first. Sign in at the desk to do so.";

/** The acting admin and their IP: the context of every staff verb. */
export type StaffContext = {
  staff: Staff;
  address: string;
  browser?: string | undefined;
  /** The form's idempotency key (`once`). */
  attempt?: FormDataEntryValue | null | undefined;
};

export type SignedIn = { sessionId: string; userId: string; email: string; createdAt: Date; expiresAt: Date };

/** Reads the session from the database, by cookie or bearer token; does not refresh it. */
export async function readSession(request: Request): Promise<SignedIn | null> {
  const headers = authHeaders(request);
  if (!headers.has("cookie")) return null;
  let result: Awaited<ReturnType<typeof auth.api.getSession>>;
  try {
    result = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  } catch (error) {
    // better-auth hides why a session can't be read; this query throws if the database is unavailable.
    await db.$count(adminUsers);
    throw error;
  }
  if (!result) return null;
  const { session, user } = result;
  if (session.createdAt.getTime() + maxSessionMs <= Date.now()) return null;
  const { id: sessionId, createdAt, expiresAt } = session;
  return { sessionId, userId: user.id, email: user.email, createdAt, expiresAt };
}

export async function findStaff(userId: string, from: Queryable = db): Promise<Staff | null> {
  const [staff] = await from
    .select({
      adminId: adminUsers.id,
      userId: adminUsers.userId,
      email: adminUsers.email,
      role: adminUsers.role,
      factorDue,
      name: adminUsers.name,
      passwordIsTemporary: adminUsers.passwordIsTemporary,
    })
    .from(adminUsers)
    .where(and(eq(adminUsers.userId, userId), eq(adminUsers.isActive, true)));
  if (!staff) return null;
  const { factorDue: due, name, passwordIsTemporary, ...found } = staff;
  return {
    ...found,
    ...(due ? { factorDue: due } : {}),
    ...(name ? { name } : {}),
    ...(passwordIsTemporary ? { passwordIsTemporary } : {}),
  };
}

/** Null if the record can't be loaded, which is logged; rethrows if the database is unavailable. */
export async function staffOf({ userId, sessionId }: SignedIn): Promise<Staff | null> {
  try {
    const staff = await findStaff(userId);
    return staff && { ...staff, sessionId };
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "the admin record of a session could not be loaded");
    return null;
  }
}

/** Read from the database each time; null for others. Throws a 403 while the account has to be set up first. */
export async function readStaff(request: Request): Promise<Staff | null> {
  const staff = await readStaffToSetUp(request);
  if (staff) refuseUnlessSetUp(staff);
  return staff;
}

/** Also while a second factor is overdue or the password temporary, for the pages that change it. */
export async function readStaffToSetUp(request: Request): Promise<Staff | null> {
  const signedIn = await readSession(request);
  if (!signedIn) return null;
  const staff = await staffOf(signedIn);
  if (staff) await noteUse(signedIn);
  return staff;
}

function refuseIfOverdue(staff: Staff): void {
  if (isOverdue(staff)) throw data({ reason: "factor", error: factorOverdueMessage }, 403);
}

function refuseUnlessSetUp(staff: Staff): void {
  refuseIfOverdue(staff);
  if (staff.passwordIsTemporary) throw data({ reason: "password", error: temporaryPasswordMessage }, 403);
}

/** By session, for this instance. */
const noted = new Map<string, number>();
const noteEveryMs = 60_000;

/** Stores a session's last use, to the minute. An open page's own requests don't count. */
async function noteUse({ sessionId }: SignedIn): Promise<void> {
  const now = Date.now();
  if ((noted.get(sessionId) ?? 0) > now - noteEveryMs) return;
  if (noted.size >= 1000) noted.clear();
  noted.set(sessionId, now);
  try {
    await db.update(session).set({ lastUsedAt: sql`now()` }).where(eq(session.id, sessionId));
  } catch (err) {
    noted.delete(sessionId);
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "the use of a sign-in could not be noted");
  }
}

/**
 * Returns the staff member, or throws: without a session a redirect to sign-in and back; without an active admin row a
 * 403, which the layout shows with Sign Out. Bearer tokens get only a status. An overdue second factor and a temporary
 * password are a 403, except on their own pages.
 */
export async function requireStaff(request: Request): Promise<Staff> {
  const staff = await requireStaffToSetUp(request);
  refuseUnlessSetUp(staff);
  return staff;
}

/** The context of the verbs that an action runs; throws as `requireStaff` does. */
export async function requireStaffContext(request: Request, context: Readonly<RouterContextProvider>) {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  return { staff, address, browser } satisfies StaffContext;
}

/** Also while a second factor is overdue or the password temporary, for the pages that change it. */
export async function requireStaffToSetUp(request: Request): Promise<Staff> {
  const signedIn = await readSession(request);
  if (!signedIn) {
    if (bearerToken(request) !== null) throw data({ error: "No authentication token" }, 401);
    throw replace(signInUrl(pageOf(request)));
  }
  const staff = await staffOf(signedIn);
  if (!staff) throw data({ reason: "no-admin" }, 403);
  await noteUse(signedIn);
  return staff;
}

/** Also while the password is temporary, for the page of the first sign-in; not while a second factor is overdue. */
export async function requireStaffAtFirstSignIn(request: Request): Promise<Staff> {
  const staff = await requireStaffToSetUp(request);
  refuseIfOverdue(staff);
  return staff;
}

export async function requireSuperAdmin(request: Request): Promise<Staff> {
  const staff = await requireStaff(request);
  if (staff.role !== "super_admin") throw data({ reason: "role" }, 403);
  return staff;
}

/**
 * Whether this admin may act now: active, a super admin if `role` requires it, with a password of their own and not
 * overdue with a second factor, unless the verb sets that up. In a transaction it locks the row until the end, so that
 * a deactivation can't come between check and write.
 */
export async function mayAct(
  tx: Queryable,
  staff: Staff,
  role: AdminRole = "regular_admin",
  setsUp: boolean | "password" = false,
): Promise<boolean> {
  const [now] = await tx
    .select({ role: adminUsers.role, factorDue, passwordIsTemporary: adminUsers.passwordIsTemporary })
    .from(adminUsers)
    .where(and(eq(adminUsers.id, staff.adminId), eq(adminUsers.isActive, true)))
    .for("share");
  if (!now || (isOverdue(now) && setsUp !== true) || (now.passwordIsTemporary && !setsUp)) return false;
  return role === "regular_admin" || now.role === role;
}

/** Without what the router adds to the URL of its data. */
export function pageOf(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\/_?\.data$|\.data$/, "");
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  const search = request.method === "GET" ? url.search : "";
  return `${path}${search}`;
}
