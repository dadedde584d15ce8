import { sql } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import { type UndoRecord, undoOffers } from "~/db/schema/undo";
import type { UndoOffer } from "~/ground/undo/undo-offer";
import type { Undoable } from "./registry.server";

const openFor = sql`interval '10 seconds'`;
/** How much longer mails and the applicant's page wait: an undo that began in time is done by then (K-UNDO-3). */
const untilSurelyDone = 1000;

/**
 * Offers the change of this transaction to be undone for ten seconds by the database's clock (K-UNDO-1). `words` are
 * those of the notice; each record says what stood in the fields of its kind before, and what stands there now. Its
 * mails are given the offer: `enqueueMail(tx, mail, { notBefore: offer })`.
 */
export async function offerUndo<Fields extends object>(
  { tx, staff }: Pick<StaffWork, "tx" | "staff">,
  { kind }: Pick<Undoable<Fields>, "kind" | "fields">,
  change: { words: string; records: readonly (UndoRecord & { before: Fields; after: Fields })[] },
): Promise<UndoOffer> {
  const [offer] = await tx
    .insert(undoOffers)
    .values({
      adminId: staff.adminId,
      kind,
      words: change.words,
      records: [...change.records],
      openUntil: sql`clock_timestamp() + ${openFor}`,
    })
    .returning({ id: undoOffers.id, until: undoOffers.openUntil });
  if (!offer) throw new Error("The offer to undo was not stored");
  return { ...offer, shownFrom: new Date(offer.until.getTime() + untilSurelyDone) };
}
