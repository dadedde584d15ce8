import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { undoOffers } from "~/db/schema/undo";
import { withdrawMailsOf } from "~/mail/outbox.server";
import { undoableKind } from "./registry.server";

const inputSchema = z.object({ offer: z.uuid() });
const tooLate = () => refuse("closed", "It is too late to undo this. Please change it again by hand.");

type Offer = typeof undoOffers.$inferSelect;

/** Also cancels its mails: all or none, within ten seconds. Idempotent. */
export function undo(context: StaffContext, input: unknown): Promise<Done | Refused> {
  const messages = { invalid: "It is too late to undo this. Please change it again by hand." };
  const verb = { input: inputSchema, failed: "a change could not be undone", messages: messages };
  return asStaff(context, verb, input, async (work, { offer: id }): Promise<Done | Refused> => {
    const { tx, staff } = work;
    // The mail's sender waits for this lock (`pendingMail`).
    const [offer] = await tx
      .select()
      .from(undoOffers)
      .where(and(eq(undoOffers.id, id), eq(undoOffers.adminId, staff.adminId)))
      .for("update");
    if (!offer) return tooLate();
    if (offer.undoneAt) return { ok: true };
    if (!(await isOpen(work, offer, "0"))) return tooLate();
    if (!(await restoreRecords(work, offer))) return refuse("conflict", ownerMessages.stale);
    await withdrawMailsOf(tx, offer.id);
    await tx.update(undoOffers).set({ undoneAt: sql`clock_timestamp()` }).where(eq(undoOffers.id, offer.id));
    // By now its mail might be sent, and the applicant see it.
    return (await isOpen(work, offer, "900 milliseconds")) ? { ok: true } : tooLate();
  });
}

/** Checked again, because locks may have taken time. */
async function isOpen({ tx }: StaffWork, { id }: Offer, longer: string): Promise<boolean> {
  const [row] = await tx
    .select({ open: sql<boolean>`clock_timestamp() < ${undoOffers.openUntil} + ${longer}::interval` })
    .from(undoOffers)
    .where(eq(undoOffers.id, id));
  return row?.open ?? false;
}

async function restoreRecords(work: StaffWork, { id, kind, records }: Offer): Promise<boolean> {
  const known = undoableKind(kind);
  if (!known) throw new Error(`Nothing undoes a change of the kind ${kind}`);
  const { actionType, subjectType } = known;
  // In one order, as verbs lock.
  for (const record of records.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const details = await known.restore(work, id, record);
    if (details === false) return false;
    await work.record({ actionType, subjectType, subjectId: record.id, details });
  }
  return true;
}
