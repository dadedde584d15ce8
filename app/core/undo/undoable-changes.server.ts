import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { type UndoRecord, undoOffers } from "~/db/schema/undo";

/** The kind of change that an applicant does not see yet while staff can undo it (K-UNDO-3). */
export const statusChange = "application-status";

/** Changes of this kind to these records that can still be undone, the newest first: each holds what stood before. */
export async function undoableChanges(from: Queryable, kind: string, ids: readonly string[]): Promise<UndoRecord[]> {
  if (ids.length === 0) return [];
  const offers = await from
    .select({ records: undoOffers.records })
    .from(undoOffers)
    // As `shownFrom` of an offer says.
    .where(
      and(
        gt(undoOffers.openUntil, sql`clock_timestamp() - interval '1 second'`),
        eq(undoOffers.kind, kind),
        isNull(undoOffers.undoneAt),
      ),
    )
    .orderBy(desc(undoOffers.createdAt));
  return offers.flatMap(({ records }) => records.filter(({ id }) => ids.includes(id)));
}
