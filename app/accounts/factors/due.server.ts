import { and, eq, isNull } from "drizzle-orm";
import { type MiddlewareFunction, redirect } from "react-router";
import { factorsOf, hasFactor } from "~/accounts/factors/confirm.server";
import { isOverdue, readSession, type Staff, staffOf } from "~/accounts/staff.server";
import { setUpPath } from "~/core/paths";
import { daysAfter, nassauDay } from "~/core/time";
import type { Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { needsFactor } from "./needed.server";

/** So long after the first sign-in under the rule the desk still opens without a factor (V-MFA-9). */
const graceDays = 7;

/** At a sign-in: the days of grace begin for whoever needs a factor, has none, and has no days yet. */
export async function beginGrace(tx: Transaction, { adminId, userId }: Staff): Promise<void> {
  if (hasFactor(await factorsOf(userId, tx))) return;
  const begins = and(eq(adminUsers.id, adminId), isNull(adminUsers.secondFactorBy), needsFactor);
  await tx
    .update(adminUsers)
    .set({ secondFactorBy: daysAfter(nassauDay(), graceDays) })
    .where(begins);
}

/** The pages of the desk lead to the set-up page once the days of grace are over (V-MFA-10). */
export const redirectToFactorSetUp: MiddlewareFunction<Response> = async ({ request }, next) => {
  const signedIn = request.method === "GET" ? await readSession(request) : null;
  const staff = signedIn && (await staffOf(signedIn));
  if (staff && isOverdue(staff)) throw redirect(setUpPath);
  return next();
};
