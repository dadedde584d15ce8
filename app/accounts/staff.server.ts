import { and, eq, sql } from "drizzle-orm";
import { data, replace } from "react-router";
import { auth, authHeaders, bearerToken, maxSessionMs } from "~/accounts/auth.server";
import { factorDue } from "~/accounts/factors/needed.server";
import { signInUrl } from "~/accounts/sign-in/safe-redirect";
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
  /** The session that they act with; none where a mailed link acts. */
  sessionId?: string;
  /** The last day on which the desk opens without the second factor that the account needs and has not (V-MFA-9). */
  factorDue?: string;
};

/** Whether the days are over in which the desk opens without a second factor (V-MFA-10). */
export const isOverdue = ({ factorDue }: { factorDue?: string | null }): boolean =>
  !!factorDue && factorDue < nassauDay();
export const overdueWords = "Set up a second factor first. Until then you can only open its setup page.";

/** The admin who acts, and from which address: the context of every staff verb. */
export type StaffContext = {
  staff: Staff;
  address: string;
  browser?: string | undefined;
  /** The key of the form that is sent, for verbs that a form sent twice must not do twice (`once`). */
  attempt?: FormDataEntryValue | null | undefined;
};

export type SignedIn = { sessionId: string; userId: string; email: string; createdAt: Date; expiresAt: Date };

/** The session of a request as the database has it now, by cookie or bearer token; reading it refreshes nothing. */
export async function readSession(request: Request): Promise<SignedIn | null> {
  const headers = authHeaders(request);
  if (!headers.has("cookie")) return null;
  let result: Awaited<ReturnType<typeof auth.api.getSession>>;
  try {
    result = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  } catch (error) {
    // The library hides why a session can't be read; this query throws when the database is away.
    await db.$count(adminUsers);
    throw error;
  }
  if (!result) return null;
  const { session, user } = result;
  if (session.createdAt.getTime() + maxSessionMs <= Date.now()) return null;
  const { id: sessionId, createdAt, expiresAt } = session;
  return { sessionId, userId: user.id, email: user.email, createdAt, expiresAt };
}

/** The active admin of a user (A-SESSION-1, -3). */
export async function findStaff(userId: string, from: Queryable = db): Promise<Staff | null> {
  const [staff] = await from
    .select({
      adminId: adminUsers.id,
      userId: adminUsers.userId,
      email: adminUsers.email,
      role: adminUsers.role,
      factorDue,
    })
    .from(adminUsers)
    .where(and(eq(adminUsers.userId, userId), eq(adminUsers.isActive, true)));
  if (!staff) return null;
  const { factorDue: due, ...found } = staff;
  return due ? { ...found, factorDue: due } : found;
}

/**
 * The admin of a session. When the record can't be loaded, that is logged and the result is null (A-SESSION-6); the
 * error of a database that is away is rethrown.
 */
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

/**
 * Who of the staff sends this request, read from the database each time; null for everyone else. Throws a 403 when
 * their second factor is overdue.
 */
export async function readStaff(request: Request): Promise<Staff | null> {
  const staff = await readStaffToSetUp(request);
  if (staff && isOverdue(staff)) throw overdue();
  return staff;
}

/** The same for what the set-up of a second factor needs, which goes on when that is overdue. */
export async function readStaffToSetUp(request: Request): Promise<Staff | null> {
  const signedIn = await readSession(request);
  if (!signedIn) return null;
  const staff = await staffOf(signedIn);
  if (staff) await noteUse(signedIn);
  return staff;
}

const overdue = () => data({ reason: "factor", error: overdueWords }, 403);

/** When each session was last noted as used by this instance. */
const noted = new Map<string, number>();
const noteEveryMs = 60_000;

/** Keeps when a sign-in was last used, to the minute (K-ADM-3). What an open page asks by itself is no use of it. */
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
 * The staff member, or throws: without a session a redirect to the sign-in page, which leads back afterwards; without
 * an active admin row a 403, which the layout shows as a page with Sign Out. Callers with a bearer token get only a
 * status. A second factor that is overdue is a 403 everywhere but on the page where it is set up.
 */
export async function requireStaff(request: Request): Promise<Staff> {
  const staff = await requireStaffToSetUp(request);
  if (isOverdue(staff)) throw overdue();
  return staff;
}

/** The same for the page where a second factor is set up: it opens when that is overdue, too. */
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

export async function requireSuperAdmin(request: Request): Promise<Staff> {
  const staff = await requireStaff(request);
  if (staff.role !== "super_admin") throw data({ reason: "role" }, 403);
  return staff;
}

/**
 * The check inside a verb: whether this admin is active now, and a super admin where `role` asks for it; and not
 * overdue with a second factor, unless the verb is to set one up. In a transaction the row is locked until its end, so
 * that a deactivation can't come between the check and the write.
 */
export async function mayAct(
  tx: Queryable,
  staff: Staff,
  role: AdminRole = "regular_admin",
  setsUp = false,
): Promise<boolean> {
  const [now] = await tx
    .select({ role: adminUsers.role, factorDue })
    .from(adminUsers)
    .where(and(eq(adminUsers.id, staff.adminId), eq(adminUsers.isActive, true)))
    .for("share");
  if (!now || (isOverdue(now) && !setsUp)) return false;
  return role === "regular_admin" || now.role === role;
}

/** The path of the page that a request is for, without what the router adds to the address of its data. */
function pageOf(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\/_?\.data$|\.data$/, "");
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  const search = request.method === "GET" ? url.search : "";
  return `${path}${search}`;
}
