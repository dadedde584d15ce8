import { inArray, or, type SQL, sql } from "drizzle-orm";
import { beginsWith, holds } from "~/db/found-by.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { inquiryServices } from "~/db/schema/values";

/** The same expression as in the index `visa_inquiries_search`, or PostgreSQL does not use it. */
const haystack = sql`(lower(${t.fullName} || ' ' || ${t.email} || ' ' || ${t.phone}))`;

/**
 * Finds a part of a name, an email, a phone number or a service, as it is typed, in any case (A-INQ-5); and a reference
 * of a mail, which is the beginning of an id (P-MAIL-4).
 */
export function inquirySearch(typed: string): SQL | undefined {
  const words = typed.trim().replace(/\s+/g, " ").toLowerCase();
  if (words === "") return undefined;
  const services = inquiryServices.filter((service) => service.toLowerCase().includes(words));
  return or(
    holds(haystack, words),
    services.length > 0 ? inArray(t.visaService, services) : undefined,
    beginsWith(t.id, words),
  );
}
