import { sql } from "drizzle-orm";
import { visaInquiries as t } from "~/db/schema/inquiries";

/**
 * Unanswered after the promised time. Shared by Today and the list, so that both show the same rows. Must match the
 * index `visa_inquiries_promised`.
 */
export const isPastPromise = sql`(${t.answeredAt} is null and ${t.status} in ('new', 'in_review') and ${t.promisedBy} < now())`;

/**
 * Unanswered, from an email that we answered in the 90 days before: people have no other way to write back than the
 * form (F-DESK-10). Later it counts as a new question.
 */
export const isReply = sql`(${t.answeredAt} is null and ${t.status} in ('new', 'in_review') and ${t.email} <> ''
  and exists (select from visa_inquiries e where lower(e.email) = lower(${t.email}) and e.email <> ''
    and e.answered_at is not null and e.answered_at < ${t.createdAt}
      and e.answered_at > ${t.createdAt} - interval '90 days'))`;
