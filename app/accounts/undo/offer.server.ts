import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { StaffWork } from "~/accounts/as-staff.server";
import type { UndoOffer } from "~/core/undo/undo-offer";
import { db, type Transaction } from "~/db/client.server";
import { type UndoRecord, undoOffers } from "~/db/schema/undo";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { forgotten, type Undoable } from "./registry.server";

const openFor = sql`interval '10 seconds'`;
/** Milliseconds that mails and the applicant's page wait longer, so that an undo begun in time is done (K-UNDO-3). */
const untilSurelyDone = 1000;

/**
 * Makes this transaction's change undoable for ten seconds by the database's clock (K-UNDO-1). `words`: the notice's
 * text; each record has its kind's fields before and after. Pass the offer to its mails: `enqueueMail(tx, mail, {
 * notBefore: offer })`.
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

/**
 * Call after locking a record that is deleted: removes it from undo offers. A change of several records keeps its id,
 * which then refuses the undo. An undo in progress waits for this transaction, which therefore can't wait for it: a job
 * does, after the commit.
 */
export async function deleteOffersOf(tx: Transaction, id: string): Promise<void> {
  if (await forget(tx, id, sql`skip locked`)) await enqueue(tx, forgetLater, { id });
}

const forgetLater = defineJob({
  name: "undo.forget",
  data: z.object({ id: z.uuid() }),
  retry: { retries: 10, firstWait: 5, maxWait: 600 },
  timeout: 60,
});

/** Call at start. */
export function registerForgetting(): void {
  registerJob(forgetLater, async ({ id }) => {
    await db.transaction((tx) => forget(tx, id, sql``));
  });
}

/** Returns whether some were skipped, because they are being undone. */
async function forget(tx: Transaction, id: string, lockOption: SQL): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with mine as (
      select id, jsonb_array_length(records) = 1 as is_alone from undo_offers
      where records @> ${JSON.stringify([{ id }])}::jsonb for update ${lockOption}
    ), gone as (
      delete from undo_offers o using mine where o.id = mine.id and is_alone
    ), emptied as (
      update undo_offers o set records = (
        select jsonb_agg(case r ->> 'id' when ${id} then ${JSON.stringify(forgotten(id))}::jsonb else r end)
        from jsonb_array_elements(o.records) r)
      from mine where o.id = mine.id and not is_alone
    )
    select from undo_offers where records @> ${JSON.stringify([{ id }])}::jsonb and id not in (select id from mine)`);
  return rows.length > 0;
}
