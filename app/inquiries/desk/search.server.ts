import { or, type SQL, sql } from "drizzle-orm";
import { beginsWith, holds } from "~/db/found-by.server";
import { visaInquiries as t } from "~/db/schema/inquiries";

/** As in the indexes `visa_inquiries_search` and `visa_inquiries_service`, or PostgreSQL does not use them. */
const service = sql`(lower(${t.visaService}))`;
const haystack = sql`(lower(${t.fullName} || ' ' || ${t.email} || ' ' || ${t.phone}))`;

/**
 * Finds a part of a name, an email, a phone number or a service, as it is typed, in any case (A-INQ-5); and a reference
 * of a mail, which is the beginning of an id (P-MAIL-4).
 */
export function inquirySearch(typed: string): SQL | undefined {
  const words = typed.trim().replace(/\s+/g, " ").toLowerCase();
  if (words === "") return undefined;
  return or(holds(haystack, words), holds(service, words), beginsWith(t.id, words));
}
