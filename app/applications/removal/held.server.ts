import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { legalHolds } from "~/db/schema/privacy/retention";

/** Whether a legal hold stands on the application whose key this is: nothing of it may go then (V-RET-13). */
export const isUnderHold = (applicationId: SQL): SQL =>
  sql`exists (select from legal_holds h where h.application_id = ${applicationId} and h.removed_at is null)`;

/** Whether one stands on the case that was made from this inquiry: the inquiry belongs to it. */
export const isInquiryUnderHold = (inquiryId: SQL): SQL =>
  sql`exists (select from visa_applications a where a.inquiry_id = ${inquiryId} and ${isUnderHold(sql`a.id`)})`;

/** The hold that stands on an application. */
export async function standingHold(from: Queryable, applicationId: string) {
  const [hold] = await from
    .select()
    .from(legalHolds)
    .where(and(eq(legalHolds.applicationId, applicationId), isNull(legalHolds.removedAt)));
  return hold ?? null;
}
