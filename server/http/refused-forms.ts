import { readSession } from "~/accounts/staff.server";
import { applicationTokenHashes, oneThatHolds } from "~/applications/access/holder.server";
import { checkBatchedLimits, consumeBatchedLimits } from "~/core/rate-limits/batched.server";
import { ipLimits, type KeyedRateLimit } from "~/core/rate-limits/limits.server";
import { limited, type Refusal } from "~/request-bodies/refusal";

/** Forms that one address may send in vain within a minute, where anybody can send one (F-SAFE-2). */
const limit = { max: 120, seconds: 60 };
const ofAddress = (address: string) => ipLimits("refused form", address, limit);
/** A stranger in the same network uses up nothing of who is known, and somebody known nothing of the network's. */
const ofKnown = (who: string): KeyedRateLimit[] => [{ key: `refused form of ${who}`, limit }];
/** Anybody can begin applications and so be known: together they may send this from one address. */
const ofAllKnown = (address: string) => ipLimits("refused form of known", address, { max: 600, seconds: 60 });

/** What is sent here is read before anybody is known. The desk's forms are read for staff; its doors have limits. */
const takesFromAnybody = (path: string): boolean => !/^\/(admin|functions|webhooks)(?![^/.])/.test(path);

/** At most this many cookies are looked at. */
const mostCookies = 50;
const shownBy = (request: Request) => applicationTokenHashes(request.headers.get("cookie") ?? "").slice(0, mostCookies);

/** Who shows a right that is in force: to an application, or to the desk. */
async function knownSender(request: Request): Promise<string | undefined> {
  if (!request.headers.has("cookie")) return undefined;
  const holder = await oneThatHolds(shownBy(request));
  return holder ?? (await readSession(request))?.sessionId;
}

/** Why nothing more is read from a sender whose last forms were all refused; undefined when it may send. */
export async function refusedBefore(request: Request, address: string): Promise<Refusal | undefined> {
  if (!takesFromAnybody(new URL(request.url).pathname)) return undefined;
  // Asked without the database: a right that has ended since refuses nobody but its own browser.
  const shown = shownBy(request);
  const own = checkBatchedLimits(shown.length > 0 ? [...shown.flatMap(ofKnown), ...ofAllKnown(address)] : []);
  if (!own.allowed) return tooManyRefused(own.retryAfterSeconds);
  const everybodys = checkBatchedLimits(ofAddress(address));
  if (everybodys.allowed) return undefined;
  const known = await knownSender(request).catch(() => undefined);
  const taken = known ? checkBatchedLimits(ofKnown(known)) : everybodys;
  return taken.allowed ? undefined : tooManyRefused(taken.retryAfterSeconds);
}

const tooManyRefused = (retryAfterSeconds: number) =>
  limited(
    "Too many forms from your network were refused. Please wait a minute and send yours again.",
    retryAfterSeconds,
  );

/** Counts a form that was answered with a refusal of what it holds. */
export async function countRefused(request: Request, address: string, status: number): Promise<void> {
  if (![400, 413, 422].includes(status) || !takesFromAnybody(new URL(request.url).pathname)) return;
  const known = await knownSender(request).catch(() => undefined);
  consumeBatchedLimits(known ? [...ofKnown(known), ...ofAllKnown(address)] : ofAddress(address));
}
