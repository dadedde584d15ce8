import { sql } from "drizzle-orm";
import { visaInquiries as t } from "~/db/schema/inquiries";

/**
 * Nobody has answered, and the time until which we promised to is over (K-TODAY-3). Today counts by it, and the list
 * leaves the same rows. As the index `visa_inquiries_promised` has it.
 */
export const isPastPromise = sql`(${t.answeredAt} is null and ${t.status} in ('new', 'in_review') and ${t.promisedBy} < now())`;
