import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { confirmFactor, factorsOf, hasFactor } from "~/accounts/factors/confirm.server";
import { isPassword } from "~/accounts/passwords/passwords.server";
import { markSessionFresh } from "~/accounts/reauthentication/fresh.server";
import { perAccount } from "~/accounts/sign-in/sign-in.server";
import type { Staff, StaffContext } from "~/accounts/staff.server";
import { recordActivity, recordOnceAnHour } from "~/core/activity.server";
import { consumeAttempt } from "~/core/rate-limits/attempt-backoff.server";
import { identityLimitKey, resetLimits } from "~/core/rate-limits/limits.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { account } from "~/db/schema/accounts";

/** The password, with a code if the account has an app; or a passkey's assertion. */
export type ReauthenticationInput = { password?: unknown; code?: unknown; passkey?: unknown };
type Way = "password" | "code" | "passkey";
type Shown = Done<{ way: Way }> | Refused<unknown>;

/** By a passkey, or by the password and the factor if there is one. A refusal's `message` is for the form. */
export async function reauthenticate(
  context: StaffContext & { origin: string },
  input: ReauthenticationInput,
): Promise<Done | Refused> {
  const { staff, address, browser, origin } = context;
  const shown = input.passkey
    ? await confirmFactor(staff.userId, input, origin)
    : await byPassword(staff, input, origin);
  const about = { subjectType: "admin", subjectId: staff.adminId, targetAdminEmail: staff.email };
  if (!shown.ok) {
    const refused = { actionType: "confirmation_refused", ...about, address, browser };
    // Passwords and codes are slowed; other refusals could fill the log.
    if (shown.reason === "limited" || input.passkey)
      await recordOnceAnHour(staff, { ...refused, details: { reason: input.passkey ? "passkey" : "too many tries" } });
    else await recordActivity(db, staff, { ...refused, details: { reason: "not right" } });
    return refuse(shown.reason, shown.message);
  }
  const messages = { forbidden: "Your account is no longer active." };
  return asStaff(
    context,
    { setsUp: true, input: z.undefined(), messages: messages },
    undefined,
    async ({ tx, record }) => {
      if (!(await markSessionFresh(tx, staff)))
        return refuse("signed-out", "Your session has ended. Please sign in again.");
      await record({ actionType: "confirmed_identity", ...about, details: { way: shown.way }, browser });
      return { ok: true };
    },
  );
}

async function byPassword(staff: Staff, { password, code }: ReauthenticationInput, origin: string): Promise<Shown> {
  // Shares the tries with a change of the password, so that guesses can't be doubled.
  const key = identityLimitKey("present password", staff.adminId);
  const turn = await consumeAttempt(key, perAccount);
  if (!turn.allowed) return refuse("limited", "Too many attempts. Please wait a few minutes and try again.");
  const [own] = await db
    .select({ hash: account.password })
    .from(account)
    .where(and(eq(account.userId, staff.userId), eq(account.providerId, "credential")));
  if (!(await isPassword(own?.hash ?? "", typeof password === "string" ? password : "")))
    return refuse("invalid", "That password isn’t right.");
  const factors = await factorsOf(staff.userId);
  if (hasFactor(factors)) {
    if (!factors.totp) return refuse("invalid", "Your account uses a passkey.");
    const confirmed = await confirmFactor(staff.userId, { code }, origin);
    if (!confirmed.ok) return confirmed;
  }
  await resetLimits([key]);
  return { ok: true, way: hasFactor(factors) ? "code" : "password" };
}
