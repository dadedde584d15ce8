/** Without accents, in lower case, and with typographic hyphens and apostrophes replaced by those of a keyboard. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase();
const joined = (text: string) => text.replace(/[-/]/g, "");

/**
 * Whether every word of a search stands in one of the texts. Accents and case make no difference, and a word may be
 * written without the hyphen or stroke that it has there: evisa, DS160, B1B2.
 */
export function matchesSearch(search: string, ...texts: string[]): boolean {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const all = plain(texts.join("\n"));
  const allJoined = joined(all);
  return words.every((word) => all.includes(word) || (joined(word) !== "" && allJoined.includes(joined(word))));
}
