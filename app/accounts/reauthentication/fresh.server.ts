import { and, eq, gt, sql } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { requestContextStorage } from "~/core/request-context-storage.server";
import { type Refused, refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { session } from "~/db/schema/accounts";

/** So long after a sign-in or a confirmation a session counts as fresh. */
const freshMinutes = 10;

/** Whether the session that somebody acts with is fresh (V-FRESH-1): that one, and no other of theirs. */
export async function isFresh(from: Queryable, { userId, sessionId }: Staff): Promise<boolean> {
  if (sessionId === undefined) return false;
  const since = sql`now() - make_interval(mins => ${freshMinutes})`;
  const own = and(eq(session.id, sessionId), eq(session.userId, userId), gt(session.freshAt, since));
  return (await from.$count(session, own)) > 0;
}

/**
 * Refuses an act until its admin has confirmed that it is them; null once the session is fresh. A verb that knows only
 * from its locked rows whether that is needed asks inside its transaction; others say `fresh: true`. The visit is
 * marked, so that the shell asks for the confirmation and then sends the form again.
 */
export async function refuseUnlessFresh(work: {
  tx: Queryable;
  staff: Staff;
}): Promise<Refused<undefined, "fresh"> | null> {
  if (await isFresh(work.tx, work.staff)) return null;
  const visit = requestContextStorage.getStore();
  if (visit) visit.toConfirm = { userId: work.staff.userId };
  return refuse("fresh", "Please confirm that it is you.");
}

/** Makes a session fresh; false when it has ended meanwhile. */
export async function markSessionFresh(tx: Queryable, { userId, sessionId }: Staff): Promise<boolean> {
  if (sessionId === undefined) return false;
  const own = and(eq(session.id, sessionId), eq(session.userId, userId));
  const rows = await tx.update(session).set({ freshAt: sql`now()` }).where(own).returning({ id: session.id });
  return rows.length > 0;
}
