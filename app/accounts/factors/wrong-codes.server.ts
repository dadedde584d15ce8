import {
  type AttemptBackoff,
  attemptCount,
  consumeAttempt,
  refundAttempt,
  secondsUntilAllowed,
} from "~/core/rate-limits/attempt-backoff.server";
import {
  consumeLimit,
  identityLimitKey,
  ipKey,
  type RateLimitResult,
  resetLimits,
} from "~/core/rate-limits/limits.server";

/** Ten an hour, then waits (V-MFA-5). */
const wrongCodes: AttemptBackoff = { free: 10, maxWait: 900, memory: 3600 };
/**
 * Limit keys of a code. `place`: where the account's factor was given before (a browser known by it, or sessions that
 * reauthenticate); null for a sign-in from anywhere else.
 */
type CodeTry = { everywhere: string; place: string | null };
type Entered = { userId: string; address: string; browserId: string | null };

/** An app's code in the second step of a sign-in. A known browser does not wait for others (V-ATK-21). */
export const appCodeTry = ({ userId, browserId }: Pick<Entered, "userId" | "browserId">): CodeTry => ({
  everywhere: codesOf(userId),
  place: browserId && identityLimitKey("code in a known browser", browserId),
});

/** An app's code in a reauthentication. */
export const confirmingTry = (userId: string): CodeTry => ({
  everywhere: codesOf(userId),
  place: identityLimitKey("code of a confirmation", userId),
});

/**
 * A recovery code has 79 random bits and can't be guessed, so its tries are only counted by IP. Otherwise a stranger
 * with the password could lock out an owner who has nothing else left (F-SAFE-17).
 */
export const recoveryCodeTry = ({ userId, address, browserId }: Entered): CodeTry => ({
  everywhere: identityLimitKey("recovery code from an address", `${userId} ${ipKey(address)}`),
  place: browserId && identityLimitKey("recovery code in a known browser", browserId),
});

const codesOf = (userId: string) => identityLimitKey("code of an account", userId);

/** A known place has the free tries that were not used up elsewhere. */
async function slowingIn(scopeKey: string, attempt: CodeTry): Promise<AttemptBackoff> {
  const elsewhere = (await attemptCount(attempt.everywhere)) - (await attemptCount(scopeKey));
  return { ...wrongCodes, free: Math.max(0, wrongCodes.free - Math.max(0, elsewhere)) };
}

/** Counts nothing. */
export const secondsUntilCodeAllowed = async (attempt: CodeTry): Promise<number> =>
  attempt.place
    ? secondsUntilAllowed(attempt.place, await slowingIn(attempt.place, attempt))
    : secondsUntilAllowed(attempt.everywhere, wrongCodes);

/**
 * Counts a try before it is checked. All wrong codes of an app share one count, and a sign-in from anywhere waits for
 * all of them. A known place waits only for its own, so that strangers with the password can't lock it; but it has no
 * ten of its own: beyond the account's ten each wrong code there makes the next one wait longer.
 */
export async function consumeCodeAttempt(attempt: CodeTry): Promise<RateLimitResult> {
  if (!attempt.place) return consumeAttempt(attempt.everywhere, wrongCodes);
  const slowing = await slowingIn(attempt.place, attempt);
  const turn = await consumeAttempt(attempt.place, slowing);
  if (!turn.allowed) return turn;
  const { free: max, memory: seconds } = wrongCodes;
  const counted = await consumeLimit(attempt.everywhere, { max, seconds, sliding: true });
  // Concurrent tries took the last free ones.
  const isLate = turn.count <= slowing.free && !counted.allowed;
  return isLate ? { allowed: false, count: 0, retryAfterSeconds: 2 } : turn;
}

/** After a correct code: it was no wrong one, and its place no longer waits. */
export async function clearCodeAttempts(attempt: CodeTry): Promise<void> {
  await refundAttempt(attempt.everywhere);
  if (attempt.place) await resetLimits([attempt.place]);
}
