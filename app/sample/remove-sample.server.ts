import { and, eq, exists, or } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServiceViews } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications } from "~/db/schema/mail";
import { googleReviews } from "~/db/schema/reviews";
import { discardDocument } from "~/documents/discard.server";

/** Every table that invented people may be in, in the order in which their rows can be deleted. */
export const sampleTables = [
  visaServiceViews,
  visaInquiries,
  emailNotifications,
  visaApplications,
  googleReviews,
] as const;

/**
 * Deletes the invented people and all that hangs on them, what visitors or staff have added included (decision 13), and
 * answers how many rows said that they were samples. Step rows, history and submissions go with their application. The
 * bytes of their files are removed by the queue once the transaction is committed; one that is rolled back loses none.
 */
export async function removeSamplePeople(tx: Transaction): Promise<number> {
  for (const { id } of await sampleDocuments(tx)) await discardDocument(tx, id);
  await removeMails(tx);
  let removed = 0;
  for (const table of sampleTables) {
    const { rowCount } = await tx.delete(table).where(eq(table.isSample, true));
    removed += rowCount ?? 0;
  }
  return removed;
}

function sampleDocuments(tx: Transaction) {
  return tx
    .select({ id: documents.id })
    .from(documents)
    .leftJoin(visaApplications, eq(visaApplications.id, documents.applicationId))
    .leftJoin(visaInquiries, eq(visaInquiries.id, documents.inquiryId))
    .where(or(visaApplications.isSample, visaInquiries.isSample));
}

/** Mails stay without their subject, so that those of sample people are deleted before them, real ones to staff too. */
async function removeMails(tx: Transaction) {
  const ofApplication = tx
    .select({ id: visaApplications.id })
    .from(visaApplications)
    .where(and(eq(visaApplications.id, emailNotifications.applicationId), visaApplications.isSample));
  const ofInquiry = tx
    .select({ id: visaInquiries.id })
    .from(visaInquiries)
    .where(and(eq(visaInquiries.id, emailNotifications.contactInquiryId), visaInquiries.isSample));
  await tx.delete(emailNotifications).where(or(exists(ofApplication), exists(ofInquiry)));
}
