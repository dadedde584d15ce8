import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { insertAdmin } from "~/accounts/admins/create-admin.server";
import { passwordProblem, randomPassword } from "~/accounts/passwords/passwords.server";
import { config } from "~/config.server";
import { recordActivity } from "~/core/activity.server";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";

const standardEmail = "admin@lucaya.example";

/**
 * Creates the first super admin if there is none: from ADMIN_EMAIL and ADMIN_PASSWORD, or with a random password that
 * is printed once to a terminal, or else written to a file that only its owner can read. A second instance starting at
 * once waits, and finds it done.
 */
export async function ensureFirstAdmin(): Promise<void> {
  const configured = config.ADMIN_EMAIL !== undefined && config.ADMIN_PASSWORD !== undefined;
  const email = config.ADMIN_EMAIL ?? standardEmail;
  const password = config.ADMIN_PASSWORD ?? randomPassword();
  const file = configured || process.stdout.isTTY ? null : join(config.dataDir, "first-admin.txt");

  let created = false;
  let fileWritten = false;
  try {
    created = await db.transaction(async (tx) => {
      await takeLock(tx, locks.firstAdmin);
      if ((await tx.$count(adminUsers)) > 0) return false;
      const id = await insertAdmin(tx, { email, password, role: "super_admin" });
      await recordActivity(tx, null, {
        actionType: "first_admin_created",
        subjectType: "admin",
        subjectId: id,
        targetAdminEmail: email.toLowerCase(),
      });
      // Before the commit: a leftover file is better than an account whose password nobody knows.
      if (file) {
        fileWritten = true;
        writePasswordFile(file, email, password);
      }
      return true;
    });
  } catch (error) {
    // Only our own file is removed: one from an earlier start may be the only record of the password.
    if (file && fileWritten) rmSync(file, { force: true });
    throw error;
  }
  if (!created) return;
  if (configured) {
    console.log(`The first super admin is ${email}, with the password of ADMIN_PASSWORD.`);
    // A weak password is only reported: the operator chose it, and refusing to start would not help.
    const problem = await passwordProblem(password, email);
    if (problem) console.log(`ADMIN_PASSWORD: ${problem} It can be changed at /admin/account.`);
  } else if (file)
    console.log(`The first super admin is ${email}; the password is in ${file} (delete it once you know it).`);
  else
    console.log(
      `\n  Staff sign-in:  /admin/login\n  Email:          ${email}\n  Password:       ${password}   (shown this once)\n`,
    );
}

function writePasswordFile(file: string, email: string, password: string) {
  mkdirSync(config.dataDir, { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, `Email: ${email}\nPassword: ${password}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(file, 0o600);
}
