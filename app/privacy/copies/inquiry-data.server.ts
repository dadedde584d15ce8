import { and, asc, eq, isNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import { consultations } from "~/db/schema/consultations";
import { inquiryReplies, visaInquiries } from "~/db/schema/inquiries";
import { mailsAbout } from "./mails-about.server";
import { mailsReceived } from "./mails-received.server";

/**
 * Exports an inquiry: the question, the staff's answers, its consultation, and its mails. Columns are listed one by
 * one, so that a new column can't leak a note or a staff member's name.
 */
export async function inquiryData(id: string) {
  const [[inquiry], replies, [consultation], mails, emails] = await Promise.all([
    db.select().from(visaInquiries).where(eq(visaInquiries.id, id)),
    db
      .select()
      .from(inquiryReplies)
      // An undone reply was never sent (K-UNDO-3).
      .where(and(eq(inquiryReplies.inquiryId, id), isNull(inquiryReplies.undoneAt)))
      .orderBy(asc(inquiryReplies.saidAt)),
    db.select().from(consultations).where(eq(consultations.inquiryId, id)),
    mailsAbout({ inquiryId: id }),
    mailsReceived({ inquiryId: id }),
  ]);
  if (!inquiry) return null;
  return {
    inquiry: {
      id: inquiry.id,
      fullName: inquiry.fullName,
      email: inquiry.email,
      phone: inquiry.phone,
      preferredContactMethod: inquiry.preferredContactMethod,
      visaService: inquiry.visaService,
      nationality: inquiry.nationality,
      residenceCountry: inquiry.residenceCountry,
      passportExpiryDate: inquiry.passportExpiryDate,
      travelDate: inquiry.travelDate,
      numAdults: inquiry.numAdults,
      numChildren: inquiry.numChildren,
      purpose: inquiry.purpose,
      privacyConsent: inquiry.privacyConsent,
      status: inquiry.status,
      askedAt: inquiry.createdAt,
      answeredAt: inquiry.answeredAt,
    },
    replies: replies.map(({ kind, body, way, saidAt }) => ({ kind, text: body, way, saidAt })),
    emailsReceived: emails,
    consultation: consultation ? consultationData(consultation) : null,
    mails,
  };
}

const consultationData = ({ history, ...row }: typeof consultations.$inferSelect) => ({
  day: row.day,
  time: row.time,
  minutes: row.minutes,
  way: row.way,
  state: row.state,
  timeZone: row.zone,
  outcome: row.outcome,
  bookedAt: row.createdAt,
  history: history.map(({ what, at, by, was, reason }) => ({
    ...{ what, at, by: by === null ? "you" : "office", from: was ?? null, reason: reason ?? null },
  })),
});
