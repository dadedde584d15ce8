import { folded, foldedSearch } from "~/db/folded";

/** In characters. A longer search finds nothing: it isn't truncated. */
export const longestSearch = 100;

const joined = (text: string) => text.replaceAll("/", "");

/**
 * Whether the texts contain every word of a search. Ignores accents and case; hyphens and slashes within a word are
 * optional: evisa, DS160, B1B2.
 */
export function matchesSearch(search: string, ...texts: string[]): boolean {
  if (search.length > longestSearch) return false;
  const words = foldedSearch(search).split(/\s+/).filter(Boolean);
  if (words.length === 0 && search.trim() !== "") return false;
  const all = folded(texts.join("\n"));
  const allJoined = joined(all);
  return words.every((word) => all.includes(word) || (joined(word) !== "" && allJoined.includes(joined(word))));
}
