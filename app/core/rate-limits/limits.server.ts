import { hash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { inArray, sql } from "drizzle-orm";
import { db, type Queryable } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { limitCounts } from "~/db/schema/accounts";
import type { LimitOf } from "./too-many";

/** `max` within a window of `seconds` from the first use; with `sliding` each use restarts it. */
export type RateLimit = { max: number; seconds: number; sliding?: boolean };
export type RateLimitResult = { allowed: boolean; count: number; retryAfterSeconds: number };
export type LimitResult = RateLimitResult & { of: LimitOf };

/**
 * Consumes a limit that all instances share; one statement counts and starts a new window after the old one.
 * `retryAfterSeconds` is the rest of the window, 0 if allowed. With `tx` it counts in that transaction, so that
 * concurrent ones of the same key wait for its end.
 */
export async function consumeLimit(
  key: string,
  { max, seconds, sliding = false }: RateLimit,
  tx: Queryable = db,
): Promise<RateLimitResult> {
  const over = sql`${limitCounts.windowEnds} <= now()`;
  const [row] = await tx
    .insert(limitCounts)
    .values({ key, count: 1, windowEnds: sql`now() + make_interval(secs => ${seconds})` })
    .onConflictDoUpdate({
      target: limitCounts.key,
      set: {
        count: sql`case when ${over} then 1 else least(${limitCounts.count}, 1000000) + 1 end`,
        windowEnds: sql`case when ${over} or ${sliding} then excluded.window_ends else ${limitCounts.windowEnds} end`,
      },
    })
    .returning({
      count: limitCounts.count,
      rest: sql<number>`greatest(1, ceil(extract(epoch from ${limitCounts.windowEnds} - now())))::int`,
    });
  const { count, rest } = row ?? { count: max + 1, rest: seconds };
  const allowed = count <= max;
  return { allowed, count, retryAfterSeconds: allowed ? 0 : rest };
}

/**
 * Checks the limits of an IP and its network before the body is read, by one select that counts nothing. The write
 * itself counts, because only it recognizes a retry. Allows everything while the database is unavailable: the write
 * then fails with its own message.
 */
export async function checkIpLimit(kind: string, ip: string, limit: RateLimit): Promise<LimitResult> {
  const limits = ipLimits(kind, ip, limit);
  try {
    const keys = limits.map(({ key }) => key);
    const rows = await db
      .select({
        key: limitCounts.key,
        count: limitCounts.count,
        rest: sql<number>`ceil(extract(epoch from ${limitCounts.windowEnds} - now()))::int`,
      })
      .from(limitCounts)
      .where(inArray(limitCounts.key, keys));
    const over = limits.flatMap(({ key, limit: { max } }) =>
      rows.filter((row) => row.key === key && row.rest > 0 && row.count >= max),
    );
    const [first] = over;
    if (first) return { allowed: false, count: first.count, retryAfterSeconds: first.rest, of: "connection" };
  } catch (err) {
    if (!isDatabaseUnavailable(err)) throw err;
  }
  return { allowed: true, count: 0, retryAfterSeconds: 0, of: "connection" };
}

/**
 * Consumes the limit of an IP and, if that allows it, that of its network, so that refused requests don't use up
 * others' limit. Returns the first refusal.
 */
export async function consumeIpLimit(
  kind: string,
  ip: string,
  limit: RateLimit,
  tx: Queryable = db,
): Promise<LimitResult> {
  let result: RateLimitResult = { allowed: true, count: 0, retryAfterSeconds: 0 };
  for (const ipLimit of ipLimits(kind, ip, limit)) {
    result = await consumeLimit(ipLimit.key, ipLimit.limit, tx);
    if (!result.allowed) break;
  }
  return { ...result, of: "connection" };
}

/**
 * Consumes the limits of an IP and its network and, if they allow it, that of an identity (an email, an application, a
 * browser, as `of` says). So an IP's limit also bounds how much of others' it can use up.
 */
export async function consumeIpAndIdentityLimits(
  kind: string,
  { address, identity, of }: { address: string; identity: string; of: Exclude<LimitOf, "connection"> },
  limits: { address: RateLimit; identity: RateLimit },
  tx: Queryable = db,
): Promise<LimitResult> {
  const byAddress = await consumeIpLimit(kind, address, limits.address, tx);
  if (!byAddress.allowed) return byAddress;
  return { ...(await consumeLimit(identityLimitKey(kind, identity), limits.identity, tx)), of };
}

export async function resetLimits(keys: string[]): Promise<void> {
  await db.delete(limitCounts).where(inArray(limitCounts.key, keys));
}

/** The key of an IP: an IPv4 address, or the IPv6 /64 of one household. */
export function ipKey(ip: string): string {
  const plain = plainAddress(ip);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(":")}::/64` : plain;
}

/** The network of an IP: the IPv4 /24, or the IPv6 /48 of one customer. Null for anything else. */
function networkKey(ip: string): string | null {
  const plain = plainAddress(ip);
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf("."))}.0/24`;
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(":")}::/48` : null;
}

const plainAddress = (ip: string) => ip.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");

/** Expands an IPv6 address into eight groups, from the URL parser's canonical short form. */
function groupsOf(ip: string): string[] {
  const short = new URL(`http://[${ip}]/`).hostname.slice(1, -1);
  const [head = "", tail] = short.split("::");
  const first = head ? head.split(":") : [];
  const last = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: gap }, () => "0"), ...last];
}

/** A network's limit as a multiple of an IP's: carriers in the islands put many people into few networks. */
const networkFactor = 10;

/** `of` is the IP's limit if undefined. */
export type KeyedRateLimit = { key: string; limit: RateLimit; of?: LimitOf };

/**
 * Returns the limits of one kind of write from an IP, such as `ipLimits("start", context.address, limit)`, in the order
 * to consume them: that of the IP, then the wider one of its network.
 */
export function ipLimits(kind: string, ip: string, limit: RateLimit): KeyedRateLimit[] {
  const network = networkKey(ip);
  const wider = { ...limit, max: limit.max * networkFactor };
  const own = { key: `${kind} from ${ipKey(ip)}`, limit };
  return network ? [own, { key: `${kind} from ${network}`, limit: wider }] : [own];
}

/** Hashed, so that no email is stored. */
function identityKey(identity: string): string {
  return hash("sha256", identity.trim().toLowerCase(), "base64url").slice(0, 22);
}

export const identityLimitKey = (kind: string, identity: string) => `${kind} as ${identityKey(identity)}`;

export const hourlyLimitResponse = { status: 429, headers: { "Retry-After": "3600" } };
