import { readSession } from "~/accounts/staff.server";
import { applicationTokenHashes, firstWithAccess } from "~/applications/access/holder.server";
import { checkBatchedLimits, consumeBatchedLimits } from "~/core/rate-limits/batched.server";
import { ipLimits, type KeyedRateLimit } from "~/core/rate-limits/limits.server";
import { limited, type Refusal } from "~/request-bodies/refusal";

/** Refused forms per IP and minute, on paths open to anybody. */
const limit = { max: 120, seconds: 60 };
const ofAddress = (ip: string) => ipLimits("refused form", ip, limit);
/** Known senders have their own limit: strangers in the same network don't use it up, nor they the network's. */
const ofKnown = (who: string): KeyedRateLimit[] => [{ key: `refused form of ${who}`, limit }];
/** Anybody can start applications to be known: this limits all of them at one IP. */
const ofAllKnown = (ip: string) => ipLimits("refused form of known", ip, { max: 600, seconds: 60 });

/** Forms here are read before the sender is known. The desk's are read for staff; its sign-in has limits. */
const isPublicForm = (path: string): boolean => !/^\/(admin|functions|webhooks)(?![^/.])/.test(path);

const mostCookies = 50;
const shownBy = (request: Request) => applicationTokenHashes(request.headers.get("cookie") ?? "").slice(0, mostCookies);

/** A sender with a valid right to an application or to the desk. */
async function knownSender(request: Request): Promise<string | undefined> {
  if (!request.headers.has("cookie")) return undefined;
  const holder = await firstWithAccess(shownBy(request));
  return holder ?? (await readSession(request))?.sessionId;
}

/** The refusal if all recent forms of a sender were refused; undefined if it may send. */
export async function refusedBefore(request: Request, ip: string): Promise<Refusal | undefined> {
  if (!isPublicForm(new URL(request.url).pathname)) return undefined;
  // Without a query: an expired right only refuses its own browser.
  const shown = shownBy(request);
  const own = checkBatchedLimits(shown.length > 0 ? [...shown.flatMap(ofKnown), ...ofAllKnown(ip)] : []);
  if (!own.allowed) return tooManyRefused(own.retryAfterSeconds);
  const everybodys = checkBatchedLimits(ofAddress(ip));
  if (everybodys.allowed) return undefined;
  const known = await knownSender(request).catch(() => undefined);
  const result = known ? checkBatchedLimits(ofKnown(known)) : everybodys;
  return result.allowed ? undefined : tooManyRefused(result.retryAfterSeconds);
}

const tooManyRefused = (retryAfterSeconds: number) =>
  limited(
    "Too many forms from your network were refused. Please wait a minute and send yours again.",
    retryAfterSeconds,
  );

/** Counts a form that was refused for its content. */
export async function countRefused(request: Request, ip: string, status: number): Promise<void> {
  if (![400, 413, 422].includes(status) || !isPublicForm(new URL(request.url).pathname)) return;
  const known = await knownSender(request).catch(() => undefined);
  consumeBatchedLimits(known ? [...ofKnown(known), ...ofAllKnown(ip)] : ofAddress(ip));
}
