import { hash } from "node:crypto";
import { isIPv6 } from "node:net";
import { eq, inArray, lt, sql } from "drizzle-orm";
import { db, type Queryable } from "~/db/client.server";
import { isDatabaseAway } from "~/db/failure.server";
import { limitCounts } from "~/db/schema/accounts";

export type Limit = { max: number; seconds: number };
export type Taken = { allowed: boolean; count: number; retryAfterSeconds: number };

/**
 * Takes one from a limit that all instances share: one statement counts, and starts a new window when the old one is
 * over. `retryAfterSeconds` is the rest of the window, 0 while there is something left. Counted in the caller's
 * transaction where one is given: who is counted there waits for whom it counts before.
 */
export async function takeFromLimit(key: string, { max, seconds }: Limit, tx: Queryable = db): Promise<Taken> {
  const over = sql`${limitCounts.windowEnds} <= now()`;
  const [row] = await tx
    .insert(limitCounts)
    .values({ key, count: 1, windowEnds: sql`now() + make_interval(secs => ${seconds})` })
    .onConflictDoUpdate({
      target: limitCounts.key,
      set: {
        count: sql`case when ${over} then 1 else least(${limitCounts.count}, 1000000) + 1 end`,
        windowEnds: sql`case when ${over} then excluded.window_ends else ${limitCounts.windowEnds} end`,
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
 * What a limit says before anything is read of who asks (V-ATK-4): one select, and nothing is taken. The write itself
 * takes, so that a repeat of it can be known as one. Without the database nothing is refused: the write says that itself.
 */
async function lookAtLimit(key: string, { max }: Pick<Limit, "max">): Promise<Taken> {
  try {
    const [row] = await db
      .select({
        count: limitCounts.count,
        rest: sql<number>`ceil(extract(epoch from ${limitCounts.windowEnds} - now()))::int`,
      })
      .from(limitCounts)
      .where(eq(limitCounts.key, key));
    const { count, rest } = row ?? { count: 0, rest: 0 };
    const allowed = rest <= 0 || count < max;
    return { allowed, count: rest > 0 ? count : 0, retryAfterSeconds: allowed ? 0 : rest };
  } catch (err) {
    if (isDatabaseAway(err)) return { allowed: true, count: 0, retryAfterSeconds: 0 };
    throw err;
  }
}

/** What the limit of an address for a kind of write says, without taking from it. */
export const lookAtAddress = (kind: string, address: string, limit: Limit): Promise<Taken> =>
  lookAtLimit(limitByAddress(kind, address), limit);

/** The same of a limit that `takeSlowly` takes from: whether a try may pass now. */
export async function lookSlowly(key: string, waiter: string, limit: Limit): Promise<Taken> {
  const looked = await lookAtLimit(key, limit);
  return looked.allowed ? looked : lookAtLimit(`${key} wait ${waiter}`, { max: 1 });
}

/**
 * Takes one from the limit of an address and, only when that allows it, one from the limit of an identity: an email, an
 * application, a browser. What an address is refused for anyhow counts against nobody else, so that its own limit also
 * bounds how many people's it can use up. The answer is that of the first that refuses.
 */
export async function takeFromBoth(
  kind: string,
  asking: { address: string; identity: string },
  limits: { address: Limit; identity: Limit },
  tx: Queryable = db,
): Promise<Taken> {
  const byAddress = await takeFromLimit(limitByAddress(kind, asking.address), limits.address, tx);
  return byAddress.allowed ? takeFromLimit(limitByIdentity(kind, asking.identity), limits.identity, tx) : byAddress;
}

/**
 * A limit that becomes slow instead of shutting the door (decision 27: no lockout). Within `max` everything passes;
 * beyond it one try passes, then a wait that doubles from two seconds to five minutes. The count is shared, the wait
 * is each `waiter`'s own: who guesses at an account never keeps its owner, who comes from elsewhere, from trying.
 */
export async function takeSlowly(key: string, waiter: string, limit: Limit): Promise<Taken> {
  const taken = await takeFromLimit(key, limit);
  if (taken.allowed) return taken;
  const wait = Math.min(300, 2 ** Math.min(taken.count - limit.max, 9));
  const turn = await takeFromLimit(`${key} wait ${waiter}`, { max: 1, seconds: wait });
  return { ...turn, count: taken.count };
}

export async function forgetLimits(keys: string[]): Promise<void> {
  await db.delete(limitCounts).where(inArray(limitCounts.key, keys));
}

/** For a schedule: windows that are over count nothing. */
export async function dropOldLimits(): Promise<void> {
  await db.delete(limitCounts).where(lt(limitCounts.windowEnds, sql`now()`));
}

/** Who counts as one address: an IPv4 address, or the /64 that a household has of IPv6. */
export function addressKey(address: string): string {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  // The URL parser writes IPv6 in its one short form.
  const short = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const [head = "", tail] = short.split("::");
  const first = head ? head.split(":") : [];
  const last = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: gap }, () => "0"), ...last];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Who counts as one identity: an email, without keeping it. */
function identityKey(identity: string): string {
  return hash("sha256", identity.trim().toLowerCase(), "base64url").slice(0, 22);
}

/** The key of one kind of write from one address, such as `limitByAddress("start", visit.address)`. */
export const limitByAddress = (kind: string, address: string) => `${kind} from ${addressKey(address)}`;

/** The key of one kind of write as one identity. */
export const limitByIdentity = (kind: string, identity: string) => `${kind} as ${identityKey(identity)}`;

/** What an answer 429 to a write that is counted by the hour carries; the words for the person say the same. */
export const refusedForAnHour = { status: 429, headers: { "Retry-After": "3600" } };
