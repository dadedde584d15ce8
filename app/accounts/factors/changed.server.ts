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

/** What a change of one's own factors led to; recovery codes are shown this once. */
export type FactorResult = Done<{ message: string; codes: string[] | null }> | Refused;

/** Verbs of one's own factors run one at a time: which of two at once is the first, or the last, is then sure. */
export const unconfirmed = {
  setsUp: true,
  lock: locks.admins,
  failed: "a second factor could not be changed",
} as const;
/** What adds, removes or renews one waits until its owner has confirmed that it is them (V-FRESH-6). */
export const ownVerb = { ...unconfirmed, fresh: true } as const;
export const ownWords = {
  forbidden: "Your account is no longer active.",
  failed: "This could not be saved. Please try again.",
};

/** The actions of the record, by what was changed. */
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

/** One entry of the record and one mail to the owner (V-MFA-16). */
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

/**
 * After a factor was added or removed: other sessions end (V-SESS-2), it is recorded and mailed. With the first factor
 * come recovery codes, which are returned.
 */
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

/** After one was deleted: refuses when it was the last of an account that needs one (V-MFA-12). */
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
