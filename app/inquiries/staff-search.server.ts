import { inArray, or, type SQL, sql } from "drizzle-orm";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { inquiryServices } from "~/db/schema/values";

/** As the index `visa_inquiries_search` has it, word for word. */
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
    sql`${haystack} like ${`%${words.replace(/[\\%_]/g, "\\$&")}%`}`,
    services.length > 0 ? inArray(t.visaService, services) : undefined,
    referenceCondition(words),
  );
}

/** Eight hexadecimal digits and more, hyphens or none: every id that begins so. */
function referenceCondition(words: string): SQL | undefined {
  const digits = words.replace(/[ -]/g, "");
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return undefined;
  return sql`${t.id} between ${asId(digits.padEnd(32, "0"))} and ${asId(digits.padEnd(32, "f"))}`;
}

const asId = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
