import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { stepOfCode } from "~/accounts/factors/totp.server";
import type { Queryable, Transaction } from "~/db/client.server";
import { authenticators } from "~/db/schema/factors";
import { unwrap, wrap } from "~/encryption/keyring.server";
import { secretAad } from "~/encryption/rewrap-keys.server";

type Stored = Pick<typeof authenticators.$inferSelect, "id" | "secret" | "secretBy">;
const secretOf = ({ id, secret, secretBy }: Stored) => unwrap({ wrapped: secret, by: secretBy }, secretAad(id));

/** How long the set-up's secret stays valid. */
const pendingMinutes = 15;

type SettingUp = { userId: string; sessionId?: string };

const isRecent = sql<boolean>`${authenticators.createdAt} > now() - make_interval(mins => ${pendingMinutes})`;
const ofUser = (userId: string) => and(eq(authenticators.userId, userId), isNull(authenticators.confirmedAt));
/** Only this session's: otherwise somebody with the password could start a set-up that the owner confirms. */
const ofSession = ({ userId, sessionId = "" }: SettingUp) => and(ofUser(userId), eq(authenticators.begunIn, sessionId));

/** The app being set up in this session, with its secret; null if there is none. */
export async function readPendingAuthenticator(
  from: Queryable,
  own: SettingUp,
): Promise<{ id: string; secret: Buffer } | null> {
  const [pending] = await from
    .select()
    .from(authenticators)
    .where(and(ofSession(own), isRecent));
  return pending ? { id: pending.id, secret: secretOf(pending) } : null;
}

/** Returns whether the replaced set-up was started in another open session, and could have been confirmed. */
export async function storePendingAuthenticator(
  tx: Transaction,
  own: SettingUp,
  id: string,
  secret: Buffer,
): Promise<boolean> {
  const { userId, sessionId = null } = own;
  const { wrapped, by } = wrap(secret, secretAad(id));
  const replaced = await tx
    .delete(authenticators)
    .where(ofUser(userId))
    .returning({ begunIn: authenticators.begunIn, isRecent });
  await tx.insert(authenticators).values({ id, userId, secret: wrapped, secretBy: by, begunIn: sessionId });
  return replaced.some((before) => before.isRecent && before.begunIn !== null && before.begunIn !== sessionId);
}

export const cancelSetUp = (tx: Transaction, own: SettingUp) => tx.delete(authenticators).where(ofSession(own));

/** Activates the app being set up in this session, in place of the former one. */
export async function activateAuthenticator(tx: Transaction, own: SettingUp): Promise<void> {
  const confirmed = and(eq(authenticators.userId, own.userId), isNotNull(authenticators.confirmedAt));
  await tx.delete(authenticators).where(confirmed);
  await tx.update(authenticators).set({ confirmedAt: sql`now()`, begunIn: null }).where(ofSession(own));
}

/**
 * Whether a code of the account's app is valid now; it and earlier ones are then used up (V-MFA-4). Locks the row until
 * the transaction ends, so that only one of several submits counts.
 */
export const spendCode = (tx: Transaction, userId: string, code: string): Promise<boolean> =>
  spend(tx, and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)), code);

/** For the app being set up in this session. */
export const spendSetUpCode = (tx: Transaction, own: SettingUp, code: string): Promise<boolean> =>
  spend(tx, ofSession(own), code);

async function spend(tx: Transaction, condition: SQL | undefined, code: string): Promise<boolean> {
  const [own] = await tx.select().from(authenticators).where(condition).for("update");
  const step = own && stepOfCode(secretOf(own), code);
  if (!own || !step || step <= own.lastStep) return false;
  await tx.update(authenticators).set({ lastStep: step }).where(eq(authenticators.id, own.id));
  return true;
}
