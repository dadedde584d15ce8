import { eq } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import { factorsOf, hasFactor } from "~/accounts/factors/confirm.server";
import { needsFactor } from "~/accounts/factors/needed.server";
import { makeCodes } from "~/accounts/factors/recovery-codes.server";
import { endOtherSessions } from "~/accounts/sign-ins/sign-ins.server";
import type { Staff } from "~/accounts/staff.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { recoveryCodes } from "~/db/schema/factors";
import { enqueueMail } from "~/mail/outbox.server";
import type { FactorChange } from "~/mail/templates/account/second-factor-changed";

/** Recovery codes are shown only this once. */
export type FactorResult = Done<{ message: string; codes: string[] | null }> | Refused;

/** Serialized, so that it is certain which factor is the first or the last. */
export const unconfirmed = {
  setsUp: true,
  lock: locks.admins,
  failed: "a second factor could not be changed",
} as const;
/** Adding, removing or renewing requires reauthentication. */
export const ownVerb = { ...unconfirmed, fresh: true } as const;
export const ownVerbMessages = {
  forbidden: "Your account is no longer active.",
  failed: "This could not be saved. Please try again.",
};

const actions = {
  "app added": "second_factor_added",
  "app replaced": "second_factor_replaced",
  "app removed": "second_factor_removed",
  "passkey added": "second_factor_added",
  "passkey removed": "second_factor_removed",
  "codes made": "recovery_codes_made",
  reset: "second_factor_reset",
} as const satisfies Record<FactorChange, string>;

type Owner = { adminId: string; email: string };

/** Logs a change and mails it to the owner. */
export async function noteChange(
  tx: Transaction,
  owner: Owner,
  change: FactorChange,
  record: (activity: {
    actionType: string;
    subjectType: string;
    subjectId: string;
    targetAdminEmail: string;
    details: Record<string, string>;
  }) => Promise<void>,
): Promise<void> {
  const { adminId, email } = owner;
  const subject = { subjectType: "admin", subjectId: adminId, targetAdminEmail: email };
  await record({ actionType: actions[change], ...subject, details: { factor: change } });
  const data = { email, change, at: new Date().toISOString() };
  await enqueueMail(tx, { kind: "second_factor_changed", to: email, toName: "", data });
}

/** Ends other sessions, logs and mails the change. The first factor returns recovery codes. */
export async function afterChange(
  { tx, staff, record }: StaffWork,
  change: FactorChange,
  isFirst = false,
): Promise<string[] | null> {
  await tx.update(adminUsers).set({ secondFactorBy: null }).where(eq(adminUsers.id, staff.adminId));
  await endOtherSessions(tx, staff);
  await noteChange(tx, staff, change, record);
  return isFirst ? makeCodes(tx, staff.userId) : null;
}

const lastFactorWords = "Your account needs a second factor. Add another one before you remove this.";

/** After a deletion: refuses if it was the last factor of an account that needs one (V-MFA-12). */
export async function afterRemoval(work: StaffWork, change: "app removed" | "passkey removed"): Promise<FactorResult> {
  const { tx, staff } = work;
  const isLast = !hasFactor(await factorsOf(staff.userId, tx));
  if (isLast && (await isNeeded(tx, staff))) return refuse("conflict", lastFactorWords);
  if (isLast) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, staff.userId));
  await afterChange(work, change);
  const message = change === "app removed" ? "The authenticator app is removed." : "The passkey is removed.";
  return { ok: true, message, codes: null };
}

async function isNeeded(tx: Transaction, { adminId }: Staff): Promise<boolean> {
  const [row] = await tx.select({ needsFactor }).from(adminUsers).where(eq(adminUsers.id, adminId));
  return row?.needsFactor ?? true;
}
