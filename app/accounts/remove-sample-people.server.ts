import { and, eq, exists, or } from "drizzle-orm";
import { recordActivity } from "~/accounts/activity.server";
import { sampleTables } from "~/accounts/dashboard.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications } from "~/db/schema/mail";

export type RemoveResult = { ok: true; removed: number } | { ok: false; reason: "forbidden" };

/**
 * Deletes the invented people and all that hangs on them, in one transaction (decision 13). Step rows, documents,
 * history and submissions go with their application; the mails, which would stay without it, are deleted first.
 */
export async function removeSamplePeople({ staff, address }: StaffContext): Promise<RemoveResult> {
  return db.transaction(async (tx) => {
    if (!(await mayAct(tx, staff, "super_admin"))) return { ok: false, reason: "forbidden" };

    const ofApplication = tx
      .select({ id: visaApplications.id })
      .from(visaApplications)
      .where(and(eq(visaApplications.id, emailNotifications.applicationId), visaApplications.isSample));
    const ofInquiry = tx
      .select({ id: visaInquiries.id })
      .from(visaInquiries)
      .where(and(eq(visaInquiries.id, emailNotifications.contactInquiryId), visaInquiries.isSample));
    await tx.delete(emailNotifications).where(or(exists(ofApplication), exists(ofInquiry)));

    let removed = 0;
    for (const table of sampleTables) {
      const { rowCount } = await tx.delete(table).where(eq(table.isSample, true));
      removed += rowCount ?? 0;
    }
    await recordActivity(tx, staff, { actionType: "sample_people_removed", details: { removed }, address });
    return { ok: true, removed };
  });
}
