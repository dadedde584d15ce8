import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { legalHolds } from "~/db/schema/privacy/retention";

/** Whether the application with this id is under legal hold: none of its data may be deleted then. */
export const isUnderHold = (applicationId: SQL): SQL =>
  sql`exists (select from legal_holds h where h.application_id = ${applicationId} and h.removed_at is null)`;

/** Whether the case made from this inquiry is under legal hold; the hold covers the inquiry. */
export const isInquiryUnderHold = (inquiryId: SQL): SQL =>
  sql`exists (select from visa_applications a where a.inquiry_id = ${inquiryId} and ${isUnderHold(sql`a.id`)})`;

/** Case numbers under legal hold, including restricted cases. */
export const numbersUnderHold: SQL = sql`
  select a.application_number from legal_holds h join visa_applications a on a.id = h.application_id where h.removed_at is null
  union all select r.application_number from legal_holds h join restricted_cases r on r.id = h.restricted_id
  where h.removed_at is null`;

export const ofRecord = (id: string) => or(eq(legalHolds.applicationId, id), eq(legalHolds.restrictedId, id));

export async function activeHold(from: Queryable, id: string) {
  const [hold] = await from
    .select()
    .from(legalHolds)
    .where(and(ofRecord(id), isNull(legalHolds.removedAt)));
  return hold ?? null;
}
