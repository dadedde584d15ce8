import { eq, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";

/**
 * SQL: the id of the inquiry that an application (a row of `visa_applications`) was made from. Null unless the
 * applicant has proved to own the inquiry's email, by a mailed link to the application or to a request about it: staff
 * may make an application for somebody else than the sender, whose data must be neither copied nor erased.
 */
export const ownInquiryId = sql<string | null>`(
  select i.id from visa_inquiries i
  where i.id = visa_applications.inquiry_id and i.email <> '' and lower(i.email) = lower(visa_applications.user_email)
    and (visa_applications.email_confirmed_at is not null or exists (
      select from erasure_requests r
      where r.application_id = visa_applications.id and r.confirmed_at is not null and lower(r.email) = lower(i.email))))`;

export async function readOwnInquiry(from: Queryable, applicationId: string): Promise<string | null> {
  const [row] = await from
    .select({ id: ownInquiryId })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  return row?.id ?? null;
}
