import { and, ne, or, type SQL, sql } from "drizzle-orm";
import { foldedSearch, longestSearch } from "~/db/folded";
import { beginsWith, containsText, searched } from "~/db/found-by.server";
import { visaApplications as t } from "~/db/schema/applications";

/**
 * Finds what staff type: parts of an email, of a name, of a phone or of a number (K-FIND-1 to -3), a number as people
 * write it (any case, spaces or none, O for 0, I or L for 1), and a reference, which is the beginning of an id. The
 * same parts are found in what was sent in corrections. `ofFew`: asked of few rows, each by itself.
 */
export function searchCondition(typed: string, { ofFew = false } = {}): SQL | undefined {
  const found = inForce(typed, ofFew);
  return found && or(found, and(ne(t.sentText, ""), searched(t.sentText, foldedLine(typed), { ofFew })));
}

/** Whether a row that a search found is found by what was sent alone, which nobody has accepted yet (F-APPL-1). */
export function isFoundBySent(typed: string): SQL<boolean> {
  const found = inForce(typed, true);
  return found ? sql<boolean>`not (${found})` : sql<boolean>`false`;
}

const foldedLine = (typed: string) => foldedSearch(typed).trim().replace(/\s+/g, " ");

function inForce(typed: string, ofFew: boolean): SQL | undefined {
  const text = foldedLine(typed);
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

/** How a typed part can stand in a stored number, which is folded without its hyphens. */
function numberForms(text: string): string[] {
  if (!/^[a-z0-9 ]+$/.test(text) || !/\d/.test(text)) return [];
  const plain = text.replaceAll(" ", "").replaceAll("o", "0").replace(/[il]/g, "1");
  return plain.length < 3 || plain.length > numberLength ? [] : [plain];
}
