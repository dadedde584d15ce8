import { and, eq, gt, sql } from "drizzle-orm";
import { factorsOf, hasFactor } from "~/accounts/factors/confirm.server";
import { beginGrace } from "~/accounts/factors/due.server";
import type { SignInContext } from "~/accounts/sign-in/sign-in-context";
import { findStaff, isOverdue, readSession, type Staff } from "~/accounts/staff.server";
import { recordActivity } from "~/core/activity.server";
import { ipKey } from "~/core/rate-limits/limits.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { adminActivityLog, adminUsers, session } from "~/db/schema/accounts";
import { log } from "~/log.server";
import { enqueueMail } from "~/mail/outbox.server";

/** How somebody signed in, in the words of the record (V-SESS-4). */
export type SignInWay = "password" | "code" | "recovery code" | "passkey";

/** After so many days without a sign-in from there, a browser or an address is a new one. */
const knownDays = 90;

/** `isOverdue`: a second factor has to be set up first. */
type Remembered = Done<{ isOverdue: boolean }> | Refused;
const failed = () => refuse("failed", "We couldn’t sign you in. Please try again.");

/**
 * Sets `last_login_at` of the admin record, records the sign-in, and tells its owner of one from where they were not
 * before. Call it once a session was made (`token`): a sign-in without its entry does not stand, the session ends. A
 * user without an admin record is signed in, but gets 403.
 */
export async function rememberSignIn(
  made: { userId: string; token: string },
  context: Pick<SignInContext, "address" | "browser">,
  way: SignInWay,
): Promise<Remembered> {
  const remembered = await remember(made.userId, context, way).catch((err: unknown) => {
    log.error({ err }, "a sign-in could not be recorded, and does not stand");
    return failed();
  });
  // Should this fail as well: the browser has not been given the session.
  if (!remembered.ok) await db.delete(session).where(eq(session.token, made.token));
  return remembered;
}

/**
 * Ends the session that the browser came with, whoever's it was: after a sign-in it holds the new one, and a copy of
 * the old one must not go on. Should this fail, that one ends by its time.
 */
export async function endEarlierSession(request: Request): Promise<void> {
  try {
    const before = await readSession(request);
    if (before) await db.delete(session).where(eq(session.id, before.sessionId));
  } catch (err) {
    log.error({ err }, "the session of before a sign-in could not be ended");
  }
}

function remember(
  userId: string,
  { address, browser }: Pick<SignInContext, "address" | "browser">,
  way: SignInWay,
): Promise<Remembered> {
  return db.transaction(async (tx) => {
    const staff = await findStaff(userId, tx);
    if (!staff) return { ok: true, isOverdue: false };
    // Locks the row: of two first sign-ins at once the second finds the first, and mails nothing.
    await tx.update(adminUsers).set({ lastLoginAt: sql`now()` }).where(eq(adminUsers.id, staff.adminId));
    // Under that lock, which changes of factors take before they end sessions: one that came in between the check and
    // the session counts (V-MFA-2, V-SESS-2).
    if (hasFactor(await factorsOf(userId, tx)) !== (way !== "password")) return failed();
    await beginGrace(tx, staff);
    if (!(await isKnown(tx, staff, { address, browser }))) {
      const data = { email: staff.email, at: new Date().toISOString(), browser, address };
      await enqueueMail(tx, { kind: "new_sign_in", to: staff.email, toName: "", data });
    }
    const subject = { subjectType: "admin", subjectId: staff.adminId };
    await recordActivity(tx, staff, { actionType: "signed_in", ...subject, details: { way }, address, browser });
    return { ok: true, isOverdue: isOverdue(staff) };
  });
}

/**
 * Whether the account was signed in to from this browser and system, and from this address (IPv6 by its household),
 * within 90 days (V-SESS-3). The record knows it already, so nothing more is kept for that.
 */
async function isKnown(
  tx: Transaction,
  { adminId }: Staff,
  { address, browser }: { address: string; browser: string },
): Promise<boolean> {
  const since = sql`now() - make_interval(days => ${knownDays})`;
  const { actionType, adminId: admin, createdAt } = adminActivityLog;
  const before = await tx
    .selectDistinct({ address: adminActivityLog.address, browser: adminActivityLog.browser })
    .from(adminActivityLog)
    .where(and(eq(actionType, "signed_in"), eq(admin, adminId), gt(createdAt, since)));
  const here = ipKey(address);
  const fromHere = before.some((one) => one.address !== null && ipKey(one.address) === here);
  return fromHere && before.some((one) => (one.browser ?? "") === browser);
}
