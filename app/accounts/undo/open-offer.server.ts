import { and, desc, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { undoOffers } from "~/db/schema/undo";

export type ShownOffer = { id: string; words: string; undone: boolean; milliseconds: number };

const after = sql`clock_timestamp()`;
/** How long the notice says that it was undone. */
const undoneShownFor = sql`interval '6 seconds'`;
const undoneUntil = sql<Date | null>`${undoOffers.undoneAt} + ${undoneShownFor}`;
const shownUntil = sql`case when ${undoOffers.undoneAt} is null then ${undoOffers.openUntil} else ${undoneUntil} end`;

/** The admin's newest change that can still be undone, or was just undone, and until when to show it. */
export async function readOpenOffer({ adminId }: Staff): Promise<ShownOffer | null> {
  const [offer] = await db
    .select({
      id: undoOffers.id,
      words: undoOffers.words,
      undone: sql<boolean>`${undoOffers.undoneAt} is not null`,
      milliseconds: sql<number>`ceil(extract(epoch from ${shownUntil} - ${after}) * 1000)::float8`,
    })
    .from(undoOffers)
    .where(
      and(
        eq(undoOffers.adminId, adminId),
        // An undo is shown for less time than a change can be undone.
        gt(undoOffers.openUntil, sql`${after} - ${undoneShownFor}`),
        or(isNotNull(undoOffers.undoneAt), gt(undoOffers.openUntil, after)),
        gt(shownUntil, after),
      ),
    )
    .orderBy(desc(sql`coalesce(${undoOffers.undoneAt}, ${undoOffers.createdAt})`))
    .limit(1);
  return offer ?? null;
}
