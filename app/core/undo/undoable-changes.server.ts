import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { type UndoRecord, undoOffers } from "~/db/schema/undo";

/** Applicants don't see this kind of change while staff can undo it (K-UNDO-3). */
export const statusChange = "application-status";

/** Returns the changes to these records that can still be undone, newest first, each with the state before it. */
export async function undoableChanges(from: Queryable, kind: string, ids: readonly string[]): Promise<UndoRecord[]> {
  if (ids.length === 0) return [];
  const offered = await from
    .select({ records: undoOffers.records })
    .from(undoOffers)
    // One second later, as `shownFrom` of an offer says.
    .where(
      and(
        gt(undoOffers.openUntil, sql`clock_timestamp() - interval '1 second'`),
        eq(undoOffers.kind, kind),
        isNull(undoOffers.undoneAt),
      ),
    )
    .orderBy(desc(undoOffers.createdAt));
  return offered.flatMap(({ records }) => records.filter(({ id }) => ids.includes(id)));
}
