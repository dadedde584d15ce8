import { and, eq, gt, sql } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { requestContextStorage } from "~/core/request-context-storage.server";
import { type Refused, refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { session } from "~/db/schema/accounts";

/** How long a session is fresh after a sign-in or reauthentication. */
const freshMinutes = 10;

/** Whether the acting session is fresh: no other session of the admin counts. */
export async function isFresh(from: Queryable, { userId, sessionId }: Staff): Promise<boolean> {
  if (sessionId === undefined) return false;
  const since = sql`now() - make_interval(mins => ${freshMinutes})`;
  const own = and(eq(session.id, sessionId), eq(session.userId, userId), gt(session.freshAt, since));
  return (await from.$count(session, own)) > 0;
}

/**
 * Refuses an action until its admin reauthenticates; null for a fresh session. A verb that knows only from its locked
 * rows whether that is needed calls it inside its transaction; others set `fresh: true`. Marks the request context, so
 * that the HTTP layer asks for reauthentication and then sends the form again.
 */
export async function refuseUnlessFresh(work: {
  tx: Queryable;
  staff: Staff;
}): Promise<Refused<undefined, "fresh"> | null> {
  if (await isFresh(work.tx, work.staff)) return null;
  const currentRequest = requestContextStorage.getStore();
  if (currentRequest) currentRequest.toConfirm = { userId: work.staff.userId };
  return refuse("fresh", "Please confirm that it is you.");
}

/** False if the session has ended meanwhile. */
export async function markSessionFresh(tx: Queryable, { userId, sessionId }: Staff): Promise<boolean> {
  if (sessionId === undefined) return false;
  const own = and(eq(session.id, sessionId), eq(session.userId, userId));
  const rows = await tx.update(session).set({ freshAt: sql`now()` }).where(own).returning({ id: session.id });
  return rows.length > 0;
}
