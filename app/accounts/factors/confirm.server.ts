import { and, eq, isNotNull } from "drizzle-orm";
import { spendCode } from "~/accounts/factors/authenticators.server";
import { clearCodeAttempts, confirmingTry, consumeCodeAttempt } from "~/accounts/factors/wrong-codes.server";
import { passkeyQuestion, verifyPasskeyResponse } from "~/accounts/passkeys/answers.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Queryable } from "~/db/client.server";
import { authenticators, passkeys } from "~/db/schema/factors";

export const wrongCodeWords = "That code is not right, or it was used already. Enter the code that your app shows now.";

/** The factors of an account that count: an authenticator app that was confirmed, and passkeys. */
export type Factors = { totp: boolean; passkeys: number };

export async function factorsOf(userId: string, from: Queryable = db): Promise<Factors> {
  const own = and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));
  // One after the other: both may be in one transaction.
  const apps = await from.$count(authenticators, own);
  const count = await from.$count(passkeys, eq(passkeys.userId, userId));
  return { totp: apps > 0, passkeys: count };
}

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

/** What a form of a confirmation gave: the six digits, or a passkey's answer as JSON. */
export type GivenFactor = { code?: unknown; passkey?: unknown };
export type ConfirmedFactor = Done<{ way: "code" | "passkey" }> | Refused<undefined | { retryAfterSeconds: number }>;

/** What the browser is asked to answer with a passkey of this account; `origin` is that of the visit. */
export const questionToConfirm = (userId: string, origin: string) =>
  passkeyQuestion({ purpose: "confirm", whose: userId }, origin);

/**
 * Whether somebody who is signed in gave a factor of their account: a passkey's answer to `questionToConfirm`, or a
 * code, which counts once and not again as a sign-in (V-MFA-4). `message` of a refusal is for the field.
 */
export async function confirmFactor(userId: string, given: GivenFactor, origin: string): Promise<ConfirmedFactor> {
  if (given.passkey) {
    const answer = await verifyPasskeyResponse(given.passkey, { purpose: "confirm", whose: userId }, origin);
    return answer.ok ? { ok: true, way: "passkey" } : answer;
  }
  const attempt = confirmingTry(userId);
  const turn = await consumeCodeAttempt(attempt);
  if (!turn.allowed) return mustWait(turn.retryAfterSeconds);
  const typed = typeof given.code === "string" ? given.code : "";
  const isRight = await db.transaction((tx) => spendCode(tx, userId, typed));
  if (!isRight) return refuse("invalid", wrongCodeWords);
  await clearCodeAttempts(attempt);
  return { ok: true, way: "code" };
}

export function mustWait(seconds: number) {
  const wait =
    seconds < 90 ? `${seconds} ${seconds === 1 ? "second" : "seconds"}` : `${Math.ceil(seconds / 60)} minutes`;
  return refuse("limited", `Too many attempts. Please wait ${wait} and try again.`, { retryAfterSeconds: seconds });
}
