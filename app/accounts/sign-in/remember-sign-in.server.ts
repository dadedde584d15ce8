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

/** As in the log. */
export type SignInWay = "password" | "code" | "recovery code" | "passkey";

/** After so many days a browser or IP counts as new again. */
const knownDays = 90;

/** `isOverdue`: a second factor must be set up first. */
type Remembered = Done<{ isOverdue: boolean }> | Refused;
const failed = () => refuse("failed", "We couldn’t sign you in. Please try again.");

/**
 * Sets `last_login_at`, logs the sign-in, and notifies its owner of one from a new place. Call it after creating a
 * session (`token`): without its log entry the session ends. A user without an admin record is signed in, but gets 403.
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
  // If this fails as well: the browser has not received the session.
  if (!remembered.ok) await db.delete(session).where(eq(session.token, made.token));
  return remembered;
}

/** Whosever it was: a copy of its cookie must not stay valid. If this fails, it ends by its time. */
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
    // Lock the admin row, so that two simultaneous first sign-ins send one mail, not two.
    await tx.update(adminUsers).set({ lastLoginAt: sql`now()` }).where(eq(adminUsers.id, staff.adminId));
    // Under that lock, which changes of factors take too: finds one between the check and the session.
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

/** From this browser and system, and this IP (IPv6 by household), within 90 days. Read from the log. */
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
  const fromHere = before.some((entry) => entry.address !== null && ipKey(entry.address) === here);
  return fromHere && before.some((entry) => (entry.browser ?? "") === browser);
}
