import { and, eq, gt, sql } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import type { Queryable } from "~/db/client.server";
import { session } from "~/db/schema/accounts";
import { type Refused, refuse } from "~/ground/verbs/refused";

/** So long after a sign-in or a confirmation a session counts as fresh. */
const freshMinutes = 10;

/** Whether the session that somebody acts with is fresh (V-FRESH-1): that one, and no other of theirs. */
export async function isFresh(from: Queryable, { userId, sessionId }: Staff): Promise<boolean> {
  if (sessionId === undefined) return false;
  const since = sql`now() - make_interval(mins => ${freshMinutes})`;
  const own = and(eq(session.id, sessionId), eq(session.userId, userId), gt(session.freshAt, since));
  return (await from.$count(session, own)) > 0;
}

/** What an act is refused with until its admin has confirmed that it is them (V-FRESH-3). */
export const notConfirmed = (): Refused<undefined, "fresh"> => refuse("fresh", "Please confirm that it is you.");

/** Makes a session fresh; false when it has ended meanwhile. */
export async function makeFresh(tx: Queryable, { userId, sessionId }: Staff): Promise<boolean> {
  if (sessionId === undefined) return false;
  const own = and(eq(session.id, sessionId), eq(session.userId, userId));
  const rows = await tx.update(session).set({ freshAt: sql`now()` }).where(own).returning({ id: session.id });
  return rows.length > 0;
}
