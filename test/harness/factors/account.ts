import { expect } from "vitest";
import { beginApp, confirmApp, readOwnFactors } from "~/accounts/factors/own-factors.server";
import { addPasskey, questionToAdd } from "~/accounts/passkeys/own-passkeys.server";
import { hashPassword } from "~/accounts/passwords/passwords.server";
import type { StaffContext } from "~/accounts/staff.server";
import type { AdminRole } from "~/db/schema/values";
import { staffMember } from "../in-process/staff";
import type { TestDatabase } from "../in-process/test-database";
import { codeAt } from "./codes";
import { Device } from "./device";

export const password = "sails over the bank";
export const origin = "http://localhost";

/** An admin with the password above. */
export async function adminWithPassword(database: TestDatabase, role?: AdminRole): Promise<StaffContext> {
  const who = await staffMember(database, role);
  await database.query(
    "insert into account (id, account_id, provider_id, user_id, password) values ($1, $1, 'credential', $1, $2)",
    [who.staff.userId, await hashPassword(password)],
  );
  return who;
}

/**
 * Sets up an authenticator app; returns its secret, and the recovery codes if it is the first factor. Needs
 * `standStill`.
 */
export async function setUpApp(who: StaffContext): Promise<{ secret: string; codes: string[] | null }> {
  expect(await beginApp(who)).toMatchObject({ ok: true });
  const secret = (await readOwnFactors(who.staff)).begun?.secret ?? "";
  // The previous code, so that the current one is still unused.
  const done = await confirmApp(who, { code: codeAt(secret, Date.now() - 30_000) });
  return done.ok ? { secret, codes: done.codes } : expect.fail(done.message);
}

/** Adds a passkey of a new device. */
export async function setUpPasskey(who: StaffContext, name = "My phone"): Promise<Device> {
  const device = new Device(origin);
  const passkey = device.add(await questionToAdd(who.staff, origin, false));
  const done = await addPasskey({ ...who, origin }, { name, passkey });
  return done.ok ? device : expect.fail(done.message);
}

export const mailsTo = (database: TestDatabase, { staff }: StaffContext) =>
  database.query<{ kind: string; data: Record<string, unknown> }>(
    `select email_type as kind, template_data as data from email_notifications
     where recipient_email = $1 and email_type in ('second_factor_changed', 'recovery_code_used') order by created_at, id`,
    [staff.email],
  );
