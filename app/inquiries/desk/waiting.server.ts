import { sql } from "drizzle-orm";
import { visaInquiries as t } from "~/db/schema/inquiries";

/**
 * Unanswered after the promised time. Shared by Today and the list, so that both show the same rows. Must match the
 * index `visa_inquiries_promised`.
 */
export const isPastPromise = sql`(${t.answeredAt} is null and ${t.status} in ('new', 'in_review') and ${t.promisedBy} < now())`;

/** Emails in an inquiry's thread that wait for an answer: must match the index `received_mails_unanswered`. */
const unansweredMails = sql`received_mails r
  where r.state = 'in_thread' and r.inquiry_id is not null and r.answered_at is null`;

/**
 * Replies of people whom we answered: an email that waits in its thread, or an unanswered inquiry from an email that we
 * answered in the 90 days before, because without receiving emails people can only write back by the form (F-DESK-10).
 * Later it counts as a new question. The rows are found first: with `or` instead, all inquiries would be read.
 */
export const isReply = sql`(${t.id} in (
  select r.inquiry_id from ${unansweredMails}
  union all
  select q.id from visa_inquiries q where q.answered_at is null and q.status in ('new', 'in_review') and q.email <> ''
    and exists (select from visa_inquiries e where lower(e.email) = lower(q.email) and e.email <> ''
      and e.answered_at is not null and e.answered_at < q.created_at
        and e.answered_at > q.created_at - interval '90 days')))`;

/** When a reply came: its oldest email that waits, otherwise the inquiry itself. */
export const repliedAt = sql<Date>`coalesce(
  (select min(r.received_at) from ${unansweredMails} and r.inquiry_id = visa_inquiries.id), visa_inquiries.created_at)`.mapWith(
  t.createdAt,
);
