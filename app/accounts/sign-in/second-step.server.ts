import { hash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { spendCode } from "~/accounts/factors/authenticators.server";
import { factorsOf, hasFactor, mustWait, wrongCodeMessage } from "~/accounts/factors/confirm.server";
import { spendRecoveryCode } from "~/accounts/factors/recovery-codes.server";
import {
  appCodeTry,
  clearCodeAttempts,
  consumeCodeAttempt,
  recoveryCodeTry,
  secondsUntilCodeAllowed,
} from "~/accounts/factors/wrong-codes.server";
import { passkeyQuestion, verifyPasskeyResponse } from "~/accounts/passkeys/answers.server";
import { knownBrowser } from "~/accounts/sign-in/known-browser.server";
import { openSession, type SignedIn } from "~/accounts/sign-in/open-session.server";
import { type RefusedFor, recordAttempt } from "~/accounts/sign-in/record-attempt.server";
import { startAgainMessage } from "~/accounts/sign-in/retry-messages";
import type { SignInContext } from "~/accounts/sign-in/sign-in-context";
import { cookieHeader, cookieName, readCookies } from "~/core/cookie.server";
import { consumeLimit, resetLimits } from "~/core/rate-limits/limits.server";
import { type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { account, user } from "~/db/schema/accounts";
import { readToken, sealedToken } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";

/**
 * After a correct password the browser gets a token for the second step. It opens nothing, and ends after ten minutes,
 * five wrong codes, or a change of the password (V-MFA-2).
 */
const cookie = cookieName("lucaya_second_step");
const purpose = "second step of a sign-in";
const minutes = 10;
const wrongTries = 5;
/** Longer than the token, so that the page can say that it took too long. */
const cookieSeconds = 3600;

const wrongRecoveryCodeWords =
  "That recovery code is not right, or it was used already. Enter one that you have not used.";

const setCookie = (token: string) => cookieHeader(cookie, token, token ? cookieSeconds : 0);
/** Deletes the token. */
export const endSecondStep = setCookie("");

const ownerOf = async (userId: string) =>
  (
    await db
      .select({ userId: user.id, email: user.email, hash: account.password })
      .from(user)
      .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, "credential")))
      .where(eq(user.id, userId))
  )[0];

/** Starts the second step; the caller has checked the password with this hash. */
export async function beginSecondStep(email: string, passwordHash: string) {
  const [owner] = await db.select({ id: user.id }).from(user).where(eq(user.email, email.toLowerCase()));
  const id = owner?.id ?? "";
  const token = sealedToken(purpose, id, passwordHash, Date.now() + minutes * 60_000);
  return { setCookie: setCookie(token), ways: await factorsOf(id) };
}

type Step = { userId: string; email: string; token: string; browserId: string | null };

/** `none` without a token, `over` with an expired one. */
async function readSecondStep(request: Request): Promise<Step | "none" | "over"> {
  const token = readCookies(request.headers.get("cookie"), cookie)[cookie];
  if (!token) return "none";
  const read = readToken(token);
  const owner = read && !read.expired ? await ownerOf(read.id) : undefined;
  if (!read || !owner?.hash || !read.verify(purpose, owner.hash)) return "over";
  const { userId, email, hash: passwordHash } = owner;
  return { userId, email, token, browserId: knownBrowser(request, email, passwordHash, true) };
}

/** For a passkey of the account whose password was right. */
export async function questionOfStep(request: Request, origin: string, insists: boolean) {
  const step = await readSecondStep(request);
  if (typeof step === "string") return null;
  return passkeyQuestion({ purpose: "sign-in", whose: step.userId }, origin, insists);
}

/** Empty if the factors were reset meanwhile. */
export async function waysOfStep(request: Request) {
  const step = await readSecondStep(request);
  if (typeof step === "string") return step;
  const ways = await factorsOf(step.userId);
  return hasFactor(ways) ? ways : "over";
}

export type SecondFactor = { code?: unknown; recoveryCode?: unknown; passkey?: unknown };
type SecondResult = SignedIn | Refused | Refused<{ retryAfterSeconds: number }>;
/** `closed`: sign-in starts again with the password. */
const startAgain = () => refuse("closed", startAgainMessage);

/** Verifies the second factor and creates a session, or refuses with the reason. */
export async function giveSecondFactor(
  context: SignInContext & { origin: string },
  input: SecondFactor,
): Promise<SecondResult> {
  const step = await readSecondStep(context.request);
  const { address, browser } = context;
  if (step === "over") await recordAttempt({ reason: "took too long", email: "", address, browser });
  if (typeof step === "string") return startAgain();
  const refused = (reason: RefusedFor) => recordAttempt({ reason, email: step.email, address, browser });
  const opened = async (way: "code" | "recovery code" | "passkey") => {
    // A correct password counts for one sign-in: a copy of its cookie must start again.
    const onceKey = `${limitOf(step)} done`;
    const once = await consumeLimit(onceKey, { max: 1, seconds: 2 * minutes * 60 });
    const result = once.allowed ? await openSession(context, step, way) : null;
    if (result?.ok === false && result.reason === "failed") {
      await resetLimits([onceKey]);
      return result;
    }
    if (!result?.ok) {
      await refused(result ? "deactivated" : "too many tries");
      return startAgain();
    }
    result.headers.append("Set-Cookie", endSecondStep);
    return result;
  };
  if (input.passkey) {
    const outcome = await verifyPasskeyResponse(
      input.passkey,
      { purpose: "sign-in", whose: step.userId },
      context.origin,
    );
    if (outcome.ok) return opened("passkey");
    await refused("passkey");
    return outcome;
  }
  const entered = await enter({ ...step, address }, input, refused);
  return entered.ok ? opened(entered.way) : entered;
}

/** The key that tries of one second step are counted by. */
const limitOf = ({ token }: Step) => `second step ${hash("sha256", token, "base64url").slice(0, 22)}`;

async function enter(
  step: Step & { address: string },
  input: SecondFactor,
  refused: (reason: RefusedFor) => Promise<void>,
) {
  const { userId, email } = step;
  const withRecovery = input.recoveryCode !== undefined;
  const wrong = refuse("invalid", withRecovery ? wrongRecoveryCodeWords : wrongCodeMessage);
  const code = String((withRecovery ? input.recoveryCode : input.code) ?? "").slice(0, 200);
  // Not a guess.
  if (code.trim() === "") return wrong;
  const attempt = withRecovery ? recoveryCodeTry(step) : appCodeTry(step);
  const wait = await secondsUntilCodeAllowed(attempt);
  if (wait > 0) {
    await refused("too many tries");
    return mustWait(wait);
  }
  const tries = await consumeLimit(limitOf(step), { max: wrongTries, seconds: 2 * minutes * 60 });
  const turn = tries.allowed ? await consumeCodeAttempt(attempt) : null;
  if (!turn?.allowed) {
    await refused("too many tries");
    return turn ? mustWait(turn.retryAfterSeconds) : startAgain();
  }
  if (await (withRecovery ? spend(userId, email, code) : db.transaction((tx) => spendCode(tx, userId, code)))) {
    await clearCodeAttempts(attempt);
    return { ok: true, way: withRecovery ? "recovery code" : "code" } as const;
  }
  await refused(withRecovery ? "wrong recovery code" : "wrong code");
  if (tries.count >= wrongTries) return startAgain();
  return wrong;
}

/** Uses up a recovery code, and tells its owner how many are left. */
const spend = (userId: string, email: string, code: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const left = hasFactor(await factorsOf(userId, tx)) ? await spendRecoveryCode(tx, userId, code) : null;
    if (left === null) return false;
    const data = { email, left, at: new Date().toISOString() };
    await enqueueMail(tx, { kind: "recovery_code_used", to: email, toName: "", data });
    return true;
  });
