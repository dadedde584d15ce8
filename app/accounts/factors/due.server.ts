import { and, eq, isNull } from "drizzle-orm";
import { type MiddlewareFunction, redirect } from "react-router";
import { factorsOf, hasFactor } from "~/accounts/factors/confirm.server";
import { firstSignInUrl, needsFirstSignIn } from "~/accounts/first-sign-in/needed";
import { isOverdue, pageOf, readSession, type Staff, staffOf } from "~/accounts/staff.server";
import { setUpPath } from "~/core/paths";
import { daysAfter, nassauDay } from "~/core/time";
import type { Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { needsFactor } from "./needed.server";

/** Days on which the desk opens without a factor, from the first sign-in under the rule (V-MFA-9). */
const graceDays = 7;

/** At a sign-in: starts the days of grace of an admin who needs a factor, and has neither one nor days yet. */
export async function beginGrace(tx: Transaction, { adminId, userId }: Staff): Promise<void> {
  if (hasFactor(await factorsOf(userId, tx))) return;
  const startsGrace = and(eq(adminUsers.id, adminId), isNull(adminUsers.secondFactorBy), needsFactor);
  await tx
    .update(adminUsers)
    .set({ secondFactorBy: daysAfter(nassauDay(), graceDays) })
    .where(startsGrace);
}

/**
 * Redirects the desk's pages to what the account still needs: a second factor after the days of grace, then a name and
 * a password of one's own.
 */
export const redirectToSetUp: MiddlewareFunction<Response> = async ({ request }, next) => {
  const signedIn = request.method === "GET" ? await readSession(request) : null;
  const staff = signedIn && (await staffOf(signedIn));
  if (staff && isOverdue(staff)) throw redirect(setUpPath);
  if (staff && needsFirstSignIn(staff)) throw redirect(firstSignInUrl(pageOf(request)));
  return next();
};
