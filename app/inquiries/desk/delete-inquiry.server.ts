import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { forgetOffersOf } from "~/accounts/undo/offer.server";
import { documents } from "~/db/schema/documents";
import { visaInquiries } from "~/db/schema/inquiries";
import { discardDocument } from "~/documents/discard.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { referenceOf } from "~/inquiries/reference";
import { withdrawHeldMails } from "~/mail/outbox.server";

const input = z.object({ inquiryId: z.uuid() });

/**
 * Deletes an inquiry and its files, whose bytes go once this is committed (A-INQ-17). Its mails stay in the log without
 * an inquiry; a reply that waits, because it could still be undone, is not sent. An id that does not exist any more
 * counts as deleted.
 */
export function deleteInquiry(context: StaffContext, given: unknown) {
  const verb = { input, failed: "an inquiry could not be deleted" };
  return asStaff(context, verb, given, async ({ tx, record }, { inquiryId }) => {
    const [row] = await tx
      .select({ status: visaInquiries.status })
      .from(visaInquiries)
      .where(eq(visaInquiries.id, inquiryId))
      .for("update");
    if (!row) return { ok: true };
    const files = await tx.select({ id: documents.id }).from(documents).where(eq(documents.inquiryId, inquiryId));
    for (const { id } of files) await discardDocument(tx, id);
    await withdrawHeldMails(tx, inquiryId);
    await forgetOffersOf(tx, inquiryId);
    await tx.delete(visaInquiries).where(eq(visaInquiries.id, inquiryId));
    forgetDataKey(inquiryId);
    await record({
      actionType: "inquiry_deleted",
      subjectType: "inquiry",
      subjectId: inquiryId,
      details: { reference: referenceOf(inquiryId), status: row.status, files: files.length },
    });
    return { ok: true };
  });
}
