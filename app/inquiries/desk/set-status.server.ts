import { asc, inArray } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { offerUndo } from "~/accounts/undo/offer.server";
import { refuse } from "~/core/verbs/refused";
import { visaInquiries } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";
import { undoableStatus } from "./undo.server";

const input = z.object({
  inquiryIds: z.array(z.uuid()).min(1).max(100),
  status: z.enum(inquiryStatuses),
  /** The status of each that the admin saw, by id; another stored one means that somebody else changed it. */
  seen: z.record(z.string(), z.string()).default({}),
});

/**
 * Sets the status of one inquiry or of a page of them, all or none. Any of the six can follow any other. Inquiries
 * deleted meanwhile are skipped; `changed`: how many got another status. If somebody else set a third status since it
 * was `seen`, nothing changes (`conflict`).
 */
export function setInquiryStatus(context: StaffContext, rawInput: unknown) {
  const verb = {
    input,
    once: "inquiry status",
    shown: ["seen"],
    failed: "the status of inquiries could not be updated",
  };
  return asStaff(context, verb, rawInput, async (work, { inquiryIds, status, seen }) => {
    const { tx, record } = work;
    // Lock in one order, so that two requests for the same inquiries can't deadlock.
    const rows = await tx
      .select({ id: visaInquiries.id, name: visaInquiries.fullName, status: visaInquiries.status })
      .from(visaInquiries)
      .where(inArray(visaInquiries.id, inquiryIds))
      .orderBy(asc(visaInquiries.id))
      .for("update");
    if (rows.length === 0) return refuse("not-found");
    const changed = rows.filter((row) => row.status !== status);
    if (changed.length === 0) return { ok: true, changed: 0 };
    if (changed.some((row) => (seen[row.id] ?? row.status) !== row.status)) return refuse("conflict");
    const ids = changed.map(({ id }) => id);
    await tx.update(visaInquiries).set({ status, updatedAt: new Date() }).where(inArray(visaInquiries.id, ids));
    for (const { id, status: from } of changed)
      await record({
        actionType: "inquiry_status_updated",
        subjectType: "inquiry",
        subjectId: id,
        details: { from, to: status, together: changed.length },
      });
    const [first] = changed;
    const label = inquiryStatusLabel(status);
    await offerUndo(work, undoableStatus, {
      words: changed.length === 1 ? `${first?.name} is now ${label}.` : `${changed.length} inquiries are now ${label}.`,
      records: changed.map((row) => ({ id: row.id, before: { status: row.status }, after: { status } })),
    });
    return { ok: true, changed: changed.length };
  });
}
