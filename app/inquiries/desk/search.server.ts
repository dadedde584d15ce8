import { or, type SQL } from "drizzle-orm";
import { foldedSearch } from "~/db/folded";
import { beginsWith, searched } from "~/db/found-by.server";
import { visaInquiries as t } from "~/db/schema/inquiries";

/**
 * Finds the words of a name, an email, a phone number or a service (A-INQ-5, K-FIND-1 to -3); and a reference of a
 * mail, which is the beginning of an id (P-MAIL-4). `ofFew`: asked of few rows, each by itself.
 */
export function inquirySearch(typed: string, { ofFew = false } = {}): SQL | undefined {
  const text = foldedSearch(typed).trim().replace(/\s+/g, " ");
  return text === "" ? undefined : or(searched(t.searchText, text, { ofFew }), beginsWith(t.id, text));
}
