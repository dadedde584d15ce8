import { eq, sql } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import type { Transaction } from "~/db/client.server";
import { inquiryReplies, visaInquiries } from "~/db/schema/inquiries";
import { type InquiryStatus, inquiryStatusLabel } from "~/inquiries/inquiry-status";

type Inquiry = typeof visaInquiries.$inferSelect;

export const deletedMessage = "This inquiry no longer exists.";

/** Locks an inquiry for an answer; undefined if there is none. */
export async function lockInquiry(tx: Transaction, id: string): Promise<Inquiry | undefined> {
  const [inquiry] = await tx.select().from(visaInquiries).where(eq(visaInquiries.id, id)).for("update");
  return inquiry;
}

/** Whether the id of a form is used already: by the same content, which was sent twice, or by another one. */
export async function alreadyThere(
  tx: Transaction,
  id: string,
  { inquiryId, body }: { inquiryId: string; body: string },
): Promise<"same" | "other" | null> {
  const [row] = await tx.select().from(inquiryReplies).where(eq(inquiryReplies.id, id));
  if (!row) return null;
  return row.inquiryId === inquiryId && row.body === body ? "same" : "other";
}

export const anotherTextMessage =
  "A different reply was already sent from this form; it’s in the conversation. Send again if you want this one to go too.";

/** Records when a locked inquiry was first answered. A caller may have been answered before it was entered. */
export async function markAnswered(tx: Transaction, inquiryId: string): Promise<void> {
  await tx.execute(sql`
    update visa_inquiries i set answered_at = (
      select min(greatest(r.said_at, i.created_at)) from inquiry_replies r
      where r.inquiry_id = i.id and r.undone_at is null
    ) where i.id = ${inquiryId}`);
}

/** Why an answer doesn't change the status: it isn't the one that the writer saw; otherwise undefined. */
export const movedOn = (seen: InquiryStatus | undefined, { status }: Inquiry): string | undefined =>
  seen === undefined || seen === status
    ? undefined
    : `Someone else has set the status to ${inquiryStatusLabel(status)}. Nothing was sent or changed. Check the conversation, then send again.`;

/** Sets a locked inquiry to `contacted`; returns whether that changed anything. */
export async function setContacted({ tx, record }: StaffWork, { id, status }: Inquiry): Promise<boolean> {
  if (status === "contacted") return false;
  await tx.update(visaInquiries).set({ status: "contacted", updatedAt: new Date() }).where(eq(visaInquiries.id, id));
  await record({
    actionType: "inquiry_status_updated",
    subjectType: "inquiry",
    subjectId: id,
    details: { from: status, to: "contacted", together: 1 },
  });
  return true;
}
