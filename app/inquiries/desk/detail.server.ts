import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { namesByEmail } from "~/accounts/admins/names.server";
import { countryName } from "~/core/countries.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications } from "~/db/schema/mail";
import { referenceOf } from "~/inquiries/reference";
import { waitsUntil } from "~/mail/due.server";
import { lastNotes } from "./notes/last-notes.server";

export type InquiryDetail = NonNullable<Awaited<ReturnType<typeof readInquiry>>>;

/** Returns an inquiry with its mails and the last author of its notes; null if there is none. */
export async function readInquiry(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [[inquiry], scans, mails, notesBy, [application]] = await Promise.all([
    db.select().from(visaInquiries).where(eq(visaInquiries.id, id)),
    db
      .select({ id: documents.id, scan: documents.scan, virus: documents.virus })
      .from(documents)
      .where(eq(documents.inquiryId, id)),
    db
      .select({
        id: emailNotifications.id,
        subject: emailNotifications.subject,
        emailType: emailNotifications.emailType,
        status: emailNotifications.status,
        waitsUntil,
        sentAt: emailNotifications.sentAt,
        createdAt: emailNotifications.createdAt,
        errorMessage: emailNotifications.errorMessage,
      })
      .from(emailNotifications)
      .where(eq(emailNotifications.contactInquiryId, id))
      .orderBy(desc(emailNotifications.createdAt)),
    lastNotes(id),
    db
      .select({ id: visaApplications.id, number: visaApplications.applicationNumber, status: visaApplications.status })
      .from(visaApplications)
      .where(eq(visaApplications.inquiryId, id)),
  ]);
  if (!inquiry) return null;
  const { attemptKey: _, enteredBy, ...shown } = inquiry;
  const enteredByName = enteredBy && ((await namesByEmail(db, [enteredBy])).get(enteredBy.toLowerCase()) ?? enteredBy);
  return {
    inquiry: {
      ...shown,
      reference: referenceOf(id),
      /** The admin who entered it for a caller or walk-in. */
      enteredBy: enteredByName,
      enteredByEmail: enteredBy,
      nationalityName: inquiry.nationality && countryName(inquiry.nationality),
      residenceName: inquiry.residenceCountry && countryName(inquiry.residenceCountry),
      uploadedDocuments: inquiry.uploadedDocuments.map((file) => {
        const { scan = "not_scanned", virus = null } = scans.find((scan) => file.url.endsWith(scan.id)) ?? {};
        return { ...file, scan, virus };
      }),
    },
    application: application ?? null,
    mails,
    notesBy,
  };
}
