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

/** Wrong codes: ten an hour, then waits (V-MFA-5). */
const wrongCodes: AttemptBackoff = { free: 10, maxWait: 900, memory: 3600 };
/**
 * The limit keys that a code is counted under. `place` is where the account's factor was given before, which is a
 * browser known by it or the sessions that confirm; null for a sign-in from anywhere else.
 */
type CodeTry = { everywhere: string; place: string | null };
type Entered = { userId: string; address: string; browserId: string | null };

/** A code of the app in the second step of a sign-in. A known browser does not wait for others (V-ATK-21). */
export const appCodeTry = ({ userId, browserId }: Pick<Entered, "userId" | "browserId">): CodeTry => ({
  everywhere: codesOf(userId),
  place: browserId && identityLimitKey("code in a known browser", browserId),
});

/** A code of the app in a confirmation by whoever is signed in. */
export const confirmingTry = (userId: string): CodeTry => ({
  everywhere: codesOf(userId),
  place: identityLimitKey("code of a confirmation", userId),
});

/**
 * A recovery code, which is 79 random bits: no guess finds one, so its tries are counted for each address alone.
 * Otherwise a stranger who knows the password would keep the owner out who has nothing else left (F-SAFE-17).
 */
export const recoveryCodeTry = ({ userId, address, browserId }: Entered): CodeTry => ({
  everywhere: identityLimitKey("recovery code from an address", `${userId} ${ipKey(address)}`),
  place: browserId && identityLimitKey("recovery code in a known browser", browserId),
});

const codesOf = (userId: string) => identityLimitKey("code of an account", userId);

/** In a place of the owner's those are free that were not used up elsewhere. */
async function slowingIn(place: string, attempt: CodeTry): Promise<AttemptBackoff> {
  const elsewhere = (await attemptCount(attempt.everywhere)) - (await attemptCount(place));
  return { ...wrongCodes, free: Math.max(0, wrongCodes.free - Math.max(0, elsewhere)) };
}

/** The seconds until a code may be tried there; counts nothing. */
export const secondsUntilCodeAllowed = async (attempt: CodeTry): Promise<number> =>
  attempt.place
    ? secondsUntilAllowed(attempt.place, await slowingIn(attempt.place, attempt))
    : secondsUntilAllowed(attempt.everywhere, wrongCodes);

/**
 * Counts a try before it is checked. All wrong codes of an app have one count, wherever they were entered, and a
 * sign-in from anywhere waits for all of them. A place of the owner's waits for its own alone, so that strangers who
 * know the password can't lock it; but it has no ten of its own: beyond the account's ten each wrong code there makes
 * the next one wait longer.
 */
export async function consumeCodeAttempt(attempt: CodeTry): Promise<RateLimitResult> {
  if (!attempt.place) return consumeAttempt(attempt.everywhere, wrongCodes);
  const slowing = await slowingIn(attempt.place, attempt);
  const turn = await consumeAttempt(attempt.place, slowing);
  if (!turn.allowed) return turn;
  const { free: max, memory: seconds } = wrongCodes;
  const counted = await consumeLimit(attempt.everywhere, { max, seconds, sliding: true });
  // Others at the same moment took the last free ones.
  const isLate = turn.count <= slowing.free && !counted.allowed;
  return isLate ? { allowed: false, count: 0, retryAfterSeconds: 2 } : turn;
}

/** After a right code: it was no wrong one, and where it was entered waits no more. */
export async function clearCodeAttempts(attempt: CodeTry): Promise<void> {
  await refundAttempt(attempt.everywhere);
  if (attempt.place) await resetLimits([attempt.place]);
}
