import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { visaInquiries } from "~/db/schema/inquiries";
import { discardDocument } from "~/documents/discard.server";
import { log } from "~/log.server";
import { referenceOf } from "./reference";

const input = z.object({ inquiryId: z.uuid() });

export type DeleteInquiryResult = { ok: true } | { ok: false; status: 400 | 403 | 500 };

/**
 * Deletes an inquiry and its files, whose bytes go once this is committed (A-INQ-17). Its mails stay in the log, of no
 * inquiry any more. One that is gone already is deleted.
 */
export async function deleteInquiry({ staff, address }: StaffContext, given: unknown): Promise<DeleteInquiryResult> {
  const parsed = input.safeParse(given);
  if (!parsed.success) return { ok: false, status: 400 };
  const { inquiryId } = parsed.data;
  try {
    return await db.transaction(async (tx): Promise<DeleteInquiryResult> => {
      if (!(await mayAct(tx, staff))) return { ok: false, status: 403 };
      const [row] = await tx
        .select({ status: visaInquiries.status })
        .from(visaInquiries)
        .where(eq(visaInquiries.id, inquiryId))
        .for("update");
      if (!row) return { ok: true };
      const files = await tx.select({ id: documents.id }).from(documents).where(eq(documents.inquiryId, inquiryId));
      for (const { id } of files) await discardDocument(tx, id);
      await tx.delete(visaInquiries).where(eq(visaInquiries.id, inquiryId));
      await recordActivity(tx, staff, {
        actionType: "inquiry_deleted",
        subjectType: "inquiry",
        subjectId: inquiryId,
        details: { reference: referenceOf(inquiryId), status: row.status, files: files.length },
        address,
      });
      return { ok: true };
    });
  } catch (err) {
    log.error({ err, inquiryId }, "an inquiry could not be deleted");
    return { ok: false, status: 500 };
  }
}
