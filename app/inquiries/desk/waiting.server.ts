import { sql } from "drizzle-orm";
import { visaInquiries as t } from "~/db/schema/inquiries";

/**
 * Nobody has answered, and the time until which we promised to is over (K-TODAY-3). Today counts by it, and the list
 * leaves the same rows. As the index `visa_inquiries_promised` has it.
 */
export const isPastPromise = sql`(${t.answeredAt} is null and ${t.status} in ('new', 'in_review') and ${t.promisedBy} < now())`;

/**
 * Waits for an answer, and we answered the same address in the 90 days before: what somebody writes back, who has no
 * other way than the form (F-DESK-10). Later it is another question.
 */
export const isReply = sql`(${t.answeredAt} is null and ${t.status} in ('new', 'in_review') and ${t.email} <> ''
  and exists (select from visa_inquiries e where lower(e.email) = lower(${t.email}) and e.email <> ''
    and e.answered_at is not null and e.answered_at < ${t.createdAt}
      and e.answered_at > ${t.createdAt} - interval '90 days'))`;
