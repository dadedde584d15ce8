import { z } from "zod";
import {
  auth,
  authHeaders,
  isFactorNeeded,
  isOfDeactivated,
  isWrongPassword,
  wrongPasswordMessage,
} from "~/accounts/auth.server";
import { type Factors, mustWait } from "~/accounts/factors/confirm.server";
import {
  hasKnownBrowserCookie,
  knownBrowser,
  knownBrowserCookie,
  passwordHashOf,
} from "~/accounts/sign-in/known-browser.server";
import { type RefusedFor, recordAttempt } from "~/accounts/sign-in/record-attempt.server";
import { endEarlierSession, rememberSignIn } from "~/accounts/sign-in/remember-sign-in.server";
import { beginSecondStep } from "~/accounts/sign-in/second-step.server";
import type { SignInContext } from "~/accounts/sign-in/sign-in-context";
import { enqueueSlowedMail } from "~/accounts/sign-in/slowed-mail.server";
import { readEmail } from "~/core/email/email-address";
import { lineInput } from "~/core/input-schemas.server";
import {
  type AttemptBackoff,
  backoffOf,
  consumeAttempt,
  secondsUntilAllowed,
} from "~/core/rate-limits/attempt-backoff.server";
import { identityLimitKey, ipLimits, type RateLimitResult, resetLimits } from "~/core/rate-limits/limits.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";

/** Free tries of an IP and its network, then waits of up to `maxAddressWait` seconds. */
const perAddress = { max: 30, seconds: 3600 };
const maxAddressWait = 300;
/** Per account from anywhere, and per known browser (V-ATK-21): after 20 wrong tries the wait reaches 15 minutes. */
export const perAccount: AttemptBackoff = { free: 10, maxWait: 900, memory: 24 * 3600 };
const wrongAttemptsBeforeMail = 20;

/** `ways`: second factors that may be given. `isOverdue`: one must be set up first. */
export type SignInResult = Done<{ headers: Headers; ways: Factors | null; isOverdue: boolean }> | Refused | MustWait;
type MustWait = Refused<{ retryAfterSeconds: number }>;

const credentials = z.object({
  email: z
    .string()
    .transform((rawEmail) => readEmail(rawEmail) ?? rawEmail)
    .pipe(lineInput(320))
    .pipe(z.string().min(1)),
  password: z.string().min(1).max(1000),
});

/** The account need not exist. */
export const signInLimitKey = (email: string) => identityLimitKey("sign-in", email);

/**
 * Signs in by email and password; a failure does not say which was wrong. Counts each try before it is checked. A known
 * browser waits only for its own wrong tries; all others wait for everybody's (V-ATK-21). Unknown emails are treated
 * alike.
 */
export async function signIn(context: SignInContext, input: unknown): Promise<SignInResult> {
  const { request, address, browser } = context;
  const parsed = credentials.safeParse(input);
  if (!parsed.success) return refuse("invalid", "Please enter your email and your password");
  const { email, password } = parsed.data;

  const passwordHash = await passwordHashOf(email);
  const knownBrowserId = knownBrowser(request, email, passwordHash);
  const key = knownBrowserId ? identityLimitKey("sign-in in a known browser", knownBrowserId) : signInLimitKey(email);
  const turn = knownBrowserId ? await consumeAttempt(key, perAccount) : await consumeAttempts(address, key);
  if (!turn.allowed) {
    await recordAttempt({ reason: "too many tries", email, address, browser });
    return mustWait(turn.retryAfterSeconds);
  }

  let headers: Headers;
  let made: { userId: string; token: string };
  try {
    const body = { email, password };
    const signedIn = await auth.api.signInEmail({ body, headers: authHeaders(request, address), returnHeaders: true });
    headers = signedIn.headers;
    made = { userId: signedIn.response.user.id, token: signedIn.response.token };
  } catch (error) {
    if (isFactorNeeded(error)) {
      await resetLimits([key]);
      const { setCookie, ways } = await beginSecondStep(email, passwordHash);
      return { ok: true, headers: new Headers({ "Set-Cookie": setCookie }), ways, isOverdue: false };
    }
    if (!isWrongPassword(error)) throw error;
    await recordAttempt({ reason: reasonOf(error), email, address, browser });
    if (turn.count >= wrongAttemptsBeforeMail) await enqueueSlowedMail(email);
    return refuse("signed-out", wrongPasswordMessage);
  }

  await resetLimits([key]);
  const remembered = await rememberSignIn(made, context, "password");
  if (!remembered.ok) return remembered;
  await endEarlierSession(request);
  // The hash from before the check: if the password has changed meanwhile, the browser is not known.
  headers.append("Set-Cookie", knownBrowserCookie(email, passwordHash, knownBrowserId ?? undefined));
  return { ok: true, headers, ways: null, isOverdue: remembered.isOverdue };
}

/** Counts the IP and its network before the account: tries refused for the former don't count for the latter. */
async function consumeAttempts(ip: string, accountKey: string): Promise<RateLimitResult> {
  for (const limit of ipLimits("sign-in", ip, perAddress)) {
    const turn = await consumeAttempt(limit.key, backoffOf(limit, maxAddressWait));
    if (!turn.allowed) return turn;
  }
  return consumeAttempt(accountKey, perAccount);
}

/**
 * Refuses an IP over its limit before its form is read, and logs that; otherwise undefined. Counts nothing. A browser
 * that has signed in before never waits for its IP.
 */
export async function refuseBeforeReading(context: SignInContext): Promise<MustWait | undefined> {
  const { request, address, browser } = context;
  if (hasKnownBrowserCookie(request)) return undefined;
  for (const limit of ipLimits("sign-in", address, perAddress)) {
    const seconds = await secondsUntilAllowed(limit.key, backoffOf(limit, maxAddressWait));
    if (seconds === 0) continue;
    await recordAttempt({ reason: "too many tries", email: "", address, browser });
    return mustWait(seconds);
  }
  return undefined;
}

const reasonOf = (error: unknown): RefusedFor => (isOfDeactivated(error) ? "deactivated" : "wrong password");
