import { and, eq, exists, or, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServiceViews } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications } from "~/db/schema/mail";
import { googleReviews } from "~/db/schema/site/reviews";
import { removeSampleHours } from "./consultations.server";
import { removeFiles } from "./remove-files.server";

/** Every table with sample data, in the order in which rows can be deleted. */
const sampleTables = [visaServiceViews, visaInquiries, emailNotifications, visaApplications, googleReviews] as const;

/** Whether sample data is stored; every desk page then says so (D13). */
export async function hasSamplePeople(): Promise<boolean> {
  const existing = sampleTables.map((table) => sql`exists (select 1 from ${table} where ${table.isSample})`);
  const { rows } = await db.execute<{ there: boolean }>(sql`select ${sql.join(existing, sql` or `)} as there`);
  return rows[0]?.there ?? false;
}

/** Removes the sample data and records it, in one transaction; for super admins (D13). */
export function removeSamplePeople(context: StaffContext) {
  const verb = { input: z.undefined(), role: "super_admin" } as const;
  return asStaff(context, verb, undefined, async ({ tx, record }) => {
    const removed = await removeRows(tx);
    await record({ actionType: "sample_people_removed", details: { removed } });
    return { ok: true, removed };
  });
}

/**
 * Deletes the sample data with all dependent rows, including those that visitors or staff added, and returns how many
 * rows of these tables were deleted. Step rows, history, submissions and documents are deleted by cascade; the queue
 * deletes the documents' bytes after the commit.
 */
async function removeRows(tx: Transaction): Promise<number> {
  const files = await sampleDocuments(tx);
  await removeFiles(
    tx,
    files.map(({ storageKey }) => storageKey),
  );
  await removeSampleHours(tx);
  let removed = await removeMails(tx);
  for (const table of sampleTables) {
    const { rowCount } = await tx.delete(table).where(eq(table.isSample, true));
    removed += rowCount ?? 0;
  }
  return removed;
}

function sampleDocuments(tx: Transaction) {
  return tx
    .select({ storageKey: documents.storageKey })
    .from(documents)
    .leftJoin(visaApplications, eq(visaApplications.id, documents.applicationId))
    .leftJoin(visaInquiries, eq(visaInquiries.id, documents.inquiryId))
    .where(or(visaApplications.isSample, visaInquiries.isSample));
}

/** Deleting a subject doesn't delete its mails, so they are deleted first, including real ones to staff. */
async function removeMails(tx: Transaction): Promise<number> {
  const ofApplication = tx
    .select({ id: visaApplications.id })
    .from(visaApplications)
    .where(and(eq(visaApplications.id, emailNotifications.applicationId), visaApplications.isSample));
  const ofInquiry = tx
    .select({ id: visaInquiries.id })
    .from(visaInquiries)
    .where(and(eq(visaInquiries.id, emailNotifications.contactInquiryId), visaInquiries.isSample));
  const { rowCount } = await tx.delete(emailNotifications).where(or(exists(ofApplication), exists(ofInquiry)));
  return rowCount ?? 0;
}
