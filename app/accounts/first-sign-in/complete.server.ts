import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { readAdminName } from "~/accounts/admins/admin-name.server";
import { asStaff } from "~/accounts/as-staff.server";
import {
  lockSession,
  newPasswordProblems,
  type PasswordProblems,
  recordOwn,
  replaceSession,
  writeOwnPassword,
} from "~/accounts/passwords/own-password.server";
import { isPassword } from "~/accounts/passwords/passwords.server";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import type { StaffContext } from "~/accounts/staff.server";
import { changed } from "~/core/activity-log/changes";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { account, adminUsers } from "~/db/schema/accounts";

/** Messages by field. */
export type FirstSignInProblems = PasswordProblems & { name?: string };
type FirstSignInResult = Done<{ headers: Headers }> | Refused<FirstSignInProblems | undefined>;

const messages = {
  forbidden: "Your account is no longer active.",
  failed: "This could not be saved. Please try again.",
};

/**
 * Sets what the account still needs: its name, and another password than the one that somebody else chose. A new
 * password ends every other session. Refuses with every field's problem at once.
 */
export async function completeFirstSignIn(
  request: Request,
  context: StaffContext,
  input: Record<string, unknown>,
): Promise<FirstSignInResult> {
  const { staff, address } = context;
  const verb = {
    input: z.unknown(),
    setsUp: "password",
    lock: locks.admins,
    failed: "a first sign-in could not be completed",
    messages: messages,
  } as const;
  const result = await asStaff(context, verb, input, async ({ tx, record }) => {
    const [own] = await tx.select().from(adminUsers).where(eq(adminUsers.id, staff.adminId)).for("update");
    const present = await lockSession(tx, staff);
    if (!own || !present) return refuse("signed-out", "Your session has ended. Please sign in again.");
    if (own.passwordIsTemporary) {
      const unconfirmed = await refuseUnlessFresh({ tx, staff });
      if (unconfirmed) return unconfirmed;
    }
    const read = own.name ? { name: own.name } : readAdminName(input.name);
    const problems: FirstSignInProblems = {
      ...("error" in read ? { name: read.error } : {}),
      ...(own.passwordIsTemporary ? await newPasswordProblems(input, own.email) : {}),
    };
    const password = typeof input.password === "string" ? input.password : "";
    if (own.passwordIsTemporary && !problems.password) {
      const byPassword = and(eq(account.userId, staff.userId), eq(account.providerId, "credential"));
      const [former] = await tx.select({ hash: account.password }).from(account).where(byPassword);
      if (await isPassword(former?.hash ?? "", password))
        problems.password = "Choose a different password from the one you were given";
    }
    if ("error" in read || Object.keys(problems).length > 0) return refuse("invalid", "", problems);
    if (!own.name) {
      await tx.update(adminUsers).set({ name: read.name }).where(eq(adminUsers.id, own.id));
      await record({
        actionType: "admin_name_changed",
        subjectType: "admin",
        subjectId: own.id,
        targetAdminEmail: own.email,
        changes: changed("Name", "", read.name),
      });
    }
    if (!own.passwordIsTemporary) return { ok: true, present: null };
    await writeOwnPassword(tx, staff, password);
    await recordOwn(tx, staff, "password_changed", address);
    return { ok: true, present };
  });
  if (!result.ok) return result;
  return { ok: true, headers: result.present ? await replaceSession(request, context, result.present) : new Headers() };
}
