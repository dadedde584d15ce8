import { and, ne, or, type SQL, sql } from "drizzle-orm";
import { foldedSearch, longestSearch } from "~/db/folded";
import { beginsWith, containsText, searched } from "~/db/found-by.server";
import { visaApplications as t } from "~/db/schema/applications";

/**
 * Condition of staff's search: parts of an email, name, phone or application number in any usual spelling (any case, no
 * spaces, O for 0, I or L for 1), or the beginning of an id. Also searches sent corrections. `ofFew`: the query checks
 * few rows, one by one.
 */
export function searchCondition(rawText: string, { ofFew = false } = {}): SQL | undefined {
  const found = inForce(rawText, ofFew);
  return found && or(found, and(ne(t.sentText, ""), searched(t.sentText, foldedLine(rawText), { ofFew })));
}

/** Whether a row matches only by a correction that nobody has accepted yet. */
export function isFoundBySent(rawText: string): SQL<boolean> {
  const found = inForce(rawText, true);
  return found ? sql<boolean>`not (${found})` : sql<boolean>`false`;
}

const foldedLine = (rawText: string) => foldedSearch(rawText).trim().replace(/\s+/g, " ");

function inForce(rawText: string, ofFew: boolean): SQL | undefined {
  const text = foldedLine(rawText);
  if (text === "") return undefined;
  if (text.length > longestSearch) return sql`false`;
  const whole = numberForms(text).filter((form) => form !== text);
  const ofWord = (word: string) => (word === text || word.length < 6 ? [] : numberForms(word));
  return or(
    searched(t.searchText, text, { more: ofWord, ofFew }),
    ...whole.map((form) => containsText(t.searchText, form)),
    beginsWith(t.id, text),
  );
}

const numberLength = 12;

/** How a typed part can occur in a stored number, which is folded without its hyphens. */
function numberForms(text: string): string[] {
  if (!/^[a-z0-9 ]+$/.test(text) || !/\d/.test(text)) return [];
  const plain = text.replaceAll(" ", "").replaceAll("o", "0").replace(/[il]/g, "1");
  return plain.length < 3 || plain.length > numberLength ? [] : [plain];
}
