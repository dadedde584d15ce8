import { eq } from "drizzle-orm";
import { findAdmin, insertAdmin, writePassword } from "~/accounts/admins/create-admin.server";
import { resetFactorsOf } from "~/accounts/factors/reset.server";
import { randomPassword } from "~/accounts/passwords/passwords.server";
import { signInLimitKey } from "~/accounts/sign-in/sign-in.server";
import { recordActivity } from "~/core/activity.server";
import { lowerEmailInput } from "~/core/email/email-input.server";
import { resetLimits } from "~/core/rate-limits/limits.server";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";

const usage = `npm run admin -- create EMAIL   makes a super admin with a new random password
npm run admin -- reset EMAIL    gives an admin a new random password and ends all of their sessions
npm run admin -- reset-factors EMAIL    ends an admin's second factors, recovery codes and sessions`;

type Outcome = { text: string; password?: string; status: 0 | 1 };

/** `npm run admin -- …`: returns the exit status. A password is printed once and never stored in plain text. */
export async function adminCommand([action, emailArgument, ...more]: string[]): Promise<number> {
  const run = Object.entries(actions).find(([name]) => name === action)?.[1];
  if (!run || emailArgument === undefined || more.length > 0) {
    console.error(usage);
    return 2;
  }
  const email = lowerEmailInput.safeParse(emailArgument);
  if (!email.success) {
    console.error(`'${emailArgument}' is not an email address.`);
    return 2;
  }
  const { text, password, status } = await run(email.data);
  if (status === 0) console.log(text);
  else console.error(text);
  if (password) {
    console.log(`Password: ${password}   (shown this once)`);
    console.log("It has to be changed at the next sign-in.");
  }
  return status;
}

function create(email: string): Promise<Outcome> {
  return db.transaction(async (tx) => {
    if (await findAdmin(tx, email))
      return { status: 1, text: `${email} is already an admin. For a new password: npm run admin -- reset ${email}` };
    const password = randomPassword();
    const id = await insertAdmin(tx, { email, password, role: "super_admin", passwordIsTemporary: true });
    const subject = { subjectType: "admin", subjectId: id, targetAdminEmail: email };
    await recordActivity(tx, null, { actionType: "admin_created", ...subject, details: { by: "command" } });
    return { status: 0, text: `${email} is a super admin now.`, password };
  });
}

async function reset(email: string): Promise<Outcome> {
  const outcome = await db.transaction(async (tx): Promise<Outcome> => {
    const admin = await findAdmin(tx, email);
    if (!admin) return noSuchAdmin(email);
    const password = randomPassword();
    await writePassword(tx, admin.userId, password);
    // Somebody else printed it and may know it.
    await tx.update(adminUsers).set({ passwordIsTemporary: true }).where(eq(adminUsers.id, admin.id));
    const subject = { subjectType: "admin", subjectId: admin.id, targetAdminEmail: email };
    await recordActivity(tx, null, { actionType: "password_reset", ...subject, details: { by: "command" } });
    const state = admin.isActive ? "" : " The account is deactivated: a super admin has to reactivate it first.";
    return { status: 0, text: `${email} has a new password; all sessions ended.${state}`, password };
  });
  if (outcome.status === 0) await resetLimits([signInLimitKey(email)]);
  return outcome;
}

/** For when no other super admin can do it. */
function resetFactors(email: string): Promise<Outcome> {
  return db.transaction(async (tx): Promise<Outcome> => {
    // An app that is being confirmed now is removed too.
    await takeLock(tx, locks.admins);
    const admin = await findAdmin(tx, email);
    if (!admin) return noSuchAdmin(email);
    const record: Parameters<typeof resetFactorsOf>[2] = ({ details, ...entry }) =>
      recordActivity(tx, null, { ...entry, details: { ...details, by: "command" } });
    await resetFactorsOf(tx, { adminId: admin.id, userId: admin.userId, email }, record);
    return {
      status: 0,
      text: `${email} no longer has a second factor; all sessions ended. The password is unchanged.`,
    };
  });
}

const noSuchAdmin = (email: string): Outcome => ({
  status: 1,
  text: `There is no admin ${email}. To make one: npm run admin -- create ${email}`,
});

const actions = { create, reset, "reset-factors": resetFactors };
