import { and, eq, isNotNull } from "drizzle-orm";
import { spendCode } from "~/accounts/factors/authenticators.server";
import { clearCodeAttempts, confirmingTry, consumeCodeAttempt } from "~/accounts/factors/wrong-codes.server";
import { passkeyQuestion, verifyPasskeyResponse } from "~/accounts/passkeys/answers.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Queryable } from "~/db/client.server";
import { authenticators, passkeys } from "~/db/schema/factors";

export const wrongCodeMessage =
  "That code is not right, or it was used already. Enter the code that your app shows now.";

/** An account's active factors. */
export type Factors = { totp: boolean; passkeys: number };

export async function factorsOf(userId: string, from: Queryable = db): Promise<Factors> {
  const own = and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));
  // Sequentially: both may use one transaction.
  const apps = await from.$count(authenticators, own);
  const count = await from.$count(passkeys, eq(passkeys.userId, userId));
  return { totp: apps > 0, passkeys: count };
}

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

/** Six digits, or a passkey's assertion as JSON. */
export type FactorInput = { code?: unknown; passkey?: unknown };
export type ConfirmedFactor = Done<{ way: "code" | "passkey" }> | Refused<undefined | { retryAfterSeconds: number }>;

/** `origin`: that of the request context. */
export const questionToConfirm = (userId: string, origin: string) =>
  passkeyQuestion({ purpose: "confirm", whose: userId }, origin);

/**
 * Verifies a factor of a signed-in admin: a passkey's assertion for `questionToConfirm`, or a code, which is used up
 * and can't sign in any longer. A refusal's `message` is for the field.
 */
export async function confirmFactor(userId: string, input: FactorInput, origin: string): Promise<ConfirmedFactor> {
  if (input.passkey) {
    const result = await verifyPasskeyResponse(input.passkey, { purpose: "confirm", whose: userId }, origin);
    return result.ok ? { ok: true, way: "passkey" } : result;
  }
  const attempt = confirmingTry(userId);
  const turn = await consumeCodeAttempt(attempt);
  if (!turn.allowed) return mustWait(turn.retryAfterSeconds);
  const code = typeof input.code === "string" ? input.code : "";
  const isRight = await db.transaction((tx) => spendCode(tx, userId, code));
  if (!isRight) return refuse("invalid", wrongCodeMessage);
  await clearCodeAttempts(attempt);
  return { ok: true, way: "code" };
}

export function mustWait(seconds: number) {
  const wait =
    seconds < 90 ? `${seconds} ${seconds === 1 ? "second" : "seconds"}` : `${Math.ceil(seconds / 60)} minutes`;
  return refuse("limited", `Too many attempts. Please wait ${wait} and try again.`, { retryAfterSeconds: seconds });
}
