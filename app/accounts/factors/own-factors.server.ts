import { randomUUID } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import {
  activateAuthenticator,
  cancelSetUp,
  readPendingAuthenticator,
  spendSetUpCode,
  storePendingAuthenticator,
} from "~/accounts/factors/authenticators.server";
import {
  afterChange,
  afterRemoval,
  type FactorResult,
  noteChange,
  ownVerb,
  ownVerbMessages,
  unconfirmed,
} from "~/accounts/factors/changed.server";
import { factorsOf, hasFactor, wrongCodeMessage } from "~/accounts/factors/confirm.server";
import { codesLeft, makeCodes } from "~/accounts/factors/recovery-codes.server";
import { appAddress, newSecret, secretText } from "~/accounts/factors/totp.server";
import { ownPasskeys } from "~/accounts/passkeys/own-passkeys.server";
import { isFresh } from "~/accounts/reauthentication/fresh.server";
import type { Staff, StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { authenticators } from "~/db/schema/factors";
import { qrOf } from "./qr.server";

/** Includes a pending app's secret only in a fresh session: whoever gets hold of the session later can't read it. */
export async function readOwnFactors(staff: Staff) {
  const { userId, email, factorDue } = staff;
  const [app] = await db
    .select({ confirmedAt: authenticators.confirmedAt })
    .from(authenticators)
    .where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)));
  const pending = (await isFresh(db, staff)) ? await readPendingAuthenticator(db, staff) : null;
  return {
    appSince: app?.confirmedAt ?? null,
    begun: pending && { secret: secretText(pending.secret), qr: qrOf(appAddress(pending.secret, email)) },
    passkeys: await ownPasskeys(userId),
    codesLeft: await codesLeft(db, userId),
    due: factorDue ?? null,
  };
}
export type OwnFactors = Awaited<ReturnType<typeof readOwnFactors>>;

const otherSetupEndedMessage =
  "Setup started in another of your sessions was canceled, and its QR code no longer works. If that session wasn’t yours, end it and change your password.";
const setupExpiredMessage =
  "This setup took too long, or was replaced by one started in another session. Please start setup again.";

/** Starts the set-up of an authenticator app, which becomes a factor only when a correct code is entered. */
export function beginApp(context: StaffContext): Promise<FactorResult> {
  const verb = { ...ownVerb, input: z.undefined(), messages: ownVerbMessages };
  return asStaff(context, verb, undefined, async ({ tx, staff }): Promise<FactorResult> => {
    const hasEndedOther = await storePendingAuthenticator(tx, staff, randomUUID(), newSecret());
    return { ok: true, message: hasEndedOther ? otherSetupEndedMessage : "", codes: null };
  });
}

export function cancelApp(context: StaffContext): Promise<FactorResult> {
  const verb = { ...unconfirmed, input: z.undefined(), messages: ownVerbMessages };
  return asStaff(context, verb, undefined, async ({ tx, staff }): Promise<FactorResult> => {
    await cancelSetUp(tx, staff);
    return { ok: true, message: "Setup was canceled. Nothing was changed.", codes: null };
  });
}

const codeForm = z.object({ code: z.string().max(100) });

/** Activates the app being set up, in place of the former one. */
export function confirmApp(context: StaffContext, input: unknown): Promise<FactorResult> {
  const verb = { ...ownVerb, input: codeForm, messages: { ...ownVerbMessages, invalid: wrongCodeMessage } };
  return asStaff(context, verb, input, async (work, { code }): Promise<FactorResult> => {
    const { tx, staff } = work;
    if (!(await readPendingAuthenticator(tx, staff))) return refuse("not-found", setupExpiredMessage);
    if (!(await spendSetUpCode(tx, staff, code))) return refuse("invalid", wrongCodeMessage);
    const before = await factorsOf(staff.userId, tx);
    await activateAuthenticator(tx, staff);
    const codes = await afterChange(work, before.totp ? "app replaced" : "app added", !hasFactor(before));
    return { ok: true, message: "Your authenticator app is set up.", codes };
  });
}

export function removeApp(context: StaffContext): Promise<FactorResult> {
  const verb = { ...ownVerb, input: z.undefined(), messages: ownVerbMessages };
  return asStaff(context, verb, undefined, async (work): Promise<FactorResult> => {
    const own = and(eq(authenticators.userId, work.staff.userId), isNotNull(authenticators.confirmedAt));
    const removed = await work.tx.delete(authenticators).where(own).returning({ id: authenticators.id });
    if (removed.length === 0) return refuse("not-found", "There is no authenticator app to remove.");
    return afterRemoval(work, "app removed");
  });
}

/** Makes new recovery codes; the old ones no longer work. */
export function replaceRecoveryCodes(context: StaffContext): Promise<FactorResult> {
  const verb = { ...ownVerb, input: z.undefined(), messages: ownVerbMessages };
  return asStaff(context, verb, undefined, async ({ tx, staff, record }): Promise<FactorResult> => {
    if (!hasFactor(await factorsOf(staff.userId, tx)))
      return refuse("conflict", "You need a second factor before you can have recovery codes. Set one up first.");
    await noteChange(tx, staff, "codes made", record);
    const codes = await makeCodes(tx, staff.userId);
    return { ok: true, message: "Your new recovery codes are made. The old ones no longer work.", codes };
  });
}
