import { folded, foldedSearch } from "~/db/folded";

/** The most characters of a search. A longer one finds nothing: it is not cut. */
export const longestSearch = 100;

const joined = (text: string) => text.replaceAll("/", "");

/**
 * Whether every word of a search stands in one of the texts. Accents and case make no difference, and a word may be
 * written without the hyphen or stroke that it has there: evisa, DS160, B1B2.
 */
export function matchesSearch(search: string, ...texts: string[]): boolean {
  if (search.length > longestSearch) return false;
  const words = foldedSearch(search).split(/\s+/).filter(Boolean);
  if (words.length === 0 && search.trim() !== "") return false;
  const all = folded(texts.join("\n"));
  const allJoined = joined(all);
  return words.every((word) => all.includes(word) || (joined(word) !== "" && allJoined.includes(joined(word))));
}
