import { or, type SQL } from "drizzle-orm";
import { foldedSearch } from "~/db/folded";
import { beginsWith, searched } from "~/db/found-by.server";
import { visaInquiries as t } from "~/db/schema/inquiries";

/**
 * Finds words of a name, email, phone number or service, and a mail's reference, which is the beginning of an id.
 * `ofFew`: few rows are searched, so no index is needed.
 */
export function inquirySearch(query: string, { ofFew = false } = {}): SQL | undefined {
  const text = foldedSearch(query).trim().replace(/\s+/g, " ");
  return text === "" ? undefined : or(searched(t.searchText, text, { ofFew }), beginsWith(t.id, text));
}
