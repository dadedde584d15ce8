import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { findAdmin, writePassword } from "~/accounts/admins/create-admin.server";
import { asStaff } from "~/accounts/as-staff.server";
import { auth, authHeaders } from "~/accounts/auth.server";
import { isPassword, passwordProblem } from "~/accounts/passwords/passwords.server";
import { knownBrowserCookie, passwordHashOf } from "~/accounts/sign-in/known-browser.server";
import { perAccount, signInLimitKey } from "~/accounts/sign-in/sign-in.server";
import type { Staff, StaffContext } from "~/accounts/staff.server";
import { recordActivity } from "~/core/activity.server";
import { notEmail } from "~/core/email/email-address";
import { lowerEmailInput } from "~/core/email/email-input.server";
import { consumeAttempt } from "~/core/rate-limits/attempt-backoff.server";
import {
  checkIpLimit,
  consumeIpLimit,
  consumeLimit,
  identityLimitKey,
  type LimitResult,
  resetLimits,
} from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { account, adminUsers, session } from "~/db/schema/accounts";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";

const hour = 3600;

const resetJob = defineJob({
  name: "accounts.password-reset",
  data: z.object({ email: z.string() }),
  retry: { retries: 5, firstWait: 5, maxWait: 120 },
  timeout: 30,
  retention: 300,
});

/** The job, not the request, checks whether the email is an admin's: so every request takes equal time. */
export function registerPasswordReset(): void {
  registerJob(resetJob, async ({ email }) => {
    await db.transaction(async (tx) => {
      const admin = await findAdmin(tx, email);
      if (admin?.isActive) await enqueueMail(tx, { kind: "password_reset", to: email, toName: "", data: { email } });
    });
  });
}

const resetsOfAddress = { max: 20, seconds: hour };
const tooManyLinks = (limit: LimitResult) => refuse("limited", tooMany("links were requested", limit));

/** For an IP that asked too often, before its form is read; otherwise undefined. */
export async function refuseResetRequest(ip: string): Promise<Refused | undefined> {
  const limit = await checkIpLimit("password reset", ip, resetsOfAddress);
  return limit.allowed ? undefined : tooManyLinks(limit);
}

/** Mails a reset link, only to active admins. Neither the response nor its time reveals who is one. */
export async function requestReset({ address }: { address: string }, rawEmail: unknown): Promise<Done | Refused> {
  const email = lowerEmailInput.safeParse(rawEmail);
  if (!email.success) return refuse("invalid", notEmail);
  const from = await consumeIpLimit("password reset", address, resetsOfAddress);
  if (!from.allowed) return tooManyLinks(from);
  const limit = await consumeLimit(identityLimitKey("password reset", email.data), { max: 5, seconds: hour });
  if (limit.allowed) await db.transaction((tx) => enqueue(tx, resetJob, { email: email.data }));
  return { ok: true };
}

/** Messages by field. */
export type PasswordProblems = Partial<Record<"present" | "password" | "confirmation", string>>;
export type PasswordResult = Done<{ headers: Headers }> | Refused<PasswordProblems | undefined>;

/** The owner of a valid reset link. Reading does not use it up, because mail scanners follow links. */
export async function readResetLink(rawToken: unknown, from: Queryable = db): Promise<Staff | null> {
  const token = typeof rawToken === "string" ? readPrivateLink("reset", rawToken) : null;
  if (!token || token.expired) return null;
  const query = from
    .select({
      adminId: adminUsers.id,
      userId: adminUsers.userId,
      email: adminUsers.email,
      role: adminUsers.role,
      hash: account.password,
    })
    .from(adminUsers)
    .innerJoin(account, and(eq(account.userId, adminUsers.userId), eq(account.providerId, "credential")))
    .where(and(eq(adminUsers.id, token.id), eq(adminUsers.isActive, true)));
  // Serializes two resets by one link: the second finds a new hash and fails.
  const [admin] = await (from === db ? query : query.for("update", { of: account }));
  if (!admin?.hash || !token.verify(admin.hash)) return null;
  const { hash: _, ...staff } = admin;
  return staff;
}

/** Sets the password; every session and every such link ends. */
export async function resetPassword(
  { address }: { address: string },
  input: Record<string, unknown>,
): Promise<PasswordResult> {
  const result = await inTransaction(async (tx) => {
    const staff = await readResetLink(input.token, tx);
    if (!staff) return refuse("forbidden", "This link no longer works");
    const problems = await newPasswordProblems(input, staff.email);
    if (Object.keys(problems).length > 0) return refuse("invalid", "", problems);
    await writeOwnPassword(tx, staff, String(input.password));
    await recordOwn(tx, staff, "password_reset", address);
    return { ok: true, email: staff.email };
  });
  if (!result.ok) return result;
  // Earlier wrong guesses must not delay the sign-in with the new password.
  await resetLimits([signInLimitKey(result.email)]);
  // Nor must later guesses from elsewhere: the mailed link has proved that this browser is the owner's.
  const cookie = knownBrowserCookie(result.email, await passwordHashOf(result.email));
  return { ok: true, headers: new Headers({ "Set-Cookie": cookie }) };
}

/** Changes one's own password after checking the present one; all sessions end, and this browser gets a new one. */
export async function changePassword(
  request: Request,
  context: StaffContext,
  input: Record<string, unknown>,
): Promise<PasswordResult> {
  const { staff, address } = context;
  const triesKey = identityLimitKey("present password", staff.adminId);
  const tries = await consumeAttempt(triesKey, perAccount);
  if (!tries.allowed)
    return refuse("limited", "", { present: "Too many attempts. Please wait a few minutes and try again." });
  const password = typeof input.password === "string" ? input.password : "";
  const verb = { input: z.undefined(), messages: { forbidden: "Your account is no longer active." } };
  const result = await asStaff(context, verb, undefined, async ({ tx }) => {
    const [own] = await tx
      .select({ hash: account.password })
      .from(account)
      .where(and(eq(account.userId, staff.userId), eq(account.providerId, "credential")))
      .for("update");
    const present = await lockSession(tx, staff);
    if (!present) return refuse("signed-out", "", { present: "Your session has ended. Please sign in again." });
    const problems = await newPasswordProblems(input, staff.email);
    if (!(await isPassword(own?.hash ?? "", String(input.present ?? ""))))
      problems.present = "That isn’t your current password";
    if (Object.keys(problems).length > 0) return refuse("invalid", "", problems);
    await writeOwnPassword(tx, staff, password);
    await recordOwn(tx, staff, "password_changed", address);
    return { ok: true, present };
  });
  if (!result.ok) return result;
  await resetLimits([triesKey]);
  return { ok: true, headers: await replaceSession(request, context, result.present) };
}

/** Every session of the owner ends. */
export async function writeOwnPassword(
  tx: Transaction,
  { adminId, userId }: Pick<Staff, "adminId" | "userId">,
  password: string,
): Promise<void> {
  await writePassword(tx, userId, password);
  await tx.update(adminUsers).set({ passwordIsTemporary: false }).where(eq(adminUsers.id, adminId));
}

type PresentSession = Pick<typeof session.$inferSelect, "freshAt" | "createdAt">;

/** Undefined if it ended a moment ago: it must not return as a new session, for which only the password was asked. */
export async function lockSession(tx: Transaction, { sessionId = "" }: Staff): Promise<PresentSession | undefined> {
  const [present] = await tx
    .select({ freshAt: session.freshAt, createdAt: session.createdAt })
    .from(session)
    .where(eq(session.id, sessionId))
    .for("update");
  return present;
}

/** After a change of the password has ended every session, this browser gets a new one. */
export async function replaceSession(
  request: Request,
  { staff, address }: StaffContext,
  present: PresentSession,
): Promise<Headers> {
  const passwordHash = await passwordHashOf(staff.email);
  const { headers, response } = await auth.api.startSession({
    body: { userId: staff.userId },
    headers: authHeaders(request, address),
    returnHeaders: true,
  });
  // The new session inherits freshness and end: the password alone may not be enough.
  await db.update(session).set(present).where(eq(session.token, response.token));
  headers.append("Set-Cookie", knownBrowserCookie(staff.email, passwordHash));
  return headers;
}

/** Including this one. */
export async function signOutEverywhere({ staff, address }: StaffContext): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(session).where(eq(session.userId, staff.userId));
    await recordOwn(tx, staff, "signed_out_everywhere", address);
  });
}

export async function newPasswordProblems(input: Record<string, unknown>, email: string): Promise<PasswordProblems> {
  const password = typeof input.password === "string" ? input.password : "";
  const wrong = await passwordProblem(password, email);
  return {
    ...(wrong ? { password: wrong } : {}),
    ...(input.confirmation === password ? {} : { confirmation: "Passwords do not match" }),
  };
}

export function recordOwn(tx: Queryable, staff: Staff, actionType: string, ip: string) {
  const subject = { subjectType: "admin", subjectId: staff.adminId, targetAdminEmail: staff.email };
  return recordActivity(tx, staff, { actionType, ...subject, address: ip });
}
