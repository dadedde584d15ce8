import { normalizeSearch, withPlainDigits } from "~/core/text-input";
import { normalized } from "~/normalized";

// The comparison of texts and phones in a search. The SQL functions of the same names (`0000_baseline.sql`) do the same
// to stored texts: `folded.test.ts` compares both over all letters of Unicode.

/** Letters that no decomposition makes plain: Latin as ICAO 9303 transliterates it, Greek, Arabic. */
const letters: Readonly<Record<string, string>> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", ɖ: "d", ɗ: "d", ħ: "h", ı: "i", ɨ: "i", ȷ: "j", ə: "e", ǝ: "e", ɛ: "e", ŋ: "n" },
  ...{ ŧ: "t", ƒ: "f", ɓ: "b", ƀ: "b", ĸ: "k", ƙ: "k", ɣ: "g", ɔ: "o", ɵ: "o", ʉ: "u", ʋ: "v", ƴ: "y", ƶ: "z", ς: "σ" },
  ...{ ٱ: "ا", ى: "ي", ی: "ي", ک: "ك", ة: "ه", ہ: "ه", ھ: "ه" },
};
const pairs = { ß: "ss", æ: "ae", œ: "oe", þ: "th" };

/** Accents, vowel marks of Hebrew and Arabic, the Arabic tatweel, and zero-width characters. */
const marks = [
  ...[
    "\\u0300-\\u036f",
    "\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7",
    "\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670",
  ],
  ...["\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed", "\\u00ad\\u200b-\\u200f\\u2060\\ufeff"],
].join("");
const anyMark = new RegExp(`[${marks}]`, "g");

/** Apostrophes and hyphens in all their shapes: people leave them out, and most keyboards lack most of them. */
const leftOut = /['`’‘‛′ʹʻʼʽʾʿˈꞌ՚׳\-‐‑‒–—―−֊־]/g;

const anyLetter = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/** Lower case without accents, apostrophes and hyphens: `O’Brien-Núñez` becomes `obriennunez`. */
export function folded(text: string): string {
  // A standalone accent decomposes to a space.
  const plain = normalized(text.replaceAll("´", ""), "NFKD")
    .replace(anyMark, "")
    .toLowerCase()
    .replace(leftOut, "")
    .replace(anyLetter, (letter) => letters[letter] ?? letter);
  return Object.entries(pairs).reduce((so, [letter, pair]) => so.replaceAll(letter, pair), plain);
}

/** A longer search finds nothing: it is neither cut nor ignored. */
export const longestSearch = 200;

/** Folds a typed search, without invisible characters, its digits as 0 to 9. */
export const foldedSearch = (query: string): string => folded(withPlainDigits(normalizeSearch(query)));

/** The folded words of a name: a hyphen separates words, an apostrophe does not. */
export const foldedNameParts = (name: string): string[] =>
  folded(name.replace(/\p{Pd}/gu, " "))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

export const digits = (text: string): string => text.replace(/[^0-9]/g, "");

export type SearchPart = { words: string[]; digits: string | null };

/** Fewer digits are not searched for in phone numbers. */
const fewestDigits = 4;

/** The word before an extension, or both together: `ext.`, `x12`. */
const extensionWord = /^(?:ext(?:ension|n)?[.:]?|x|#)[0-9]{0,7}$/;
const isWhole = (phone: readonly string[]) => digits(phone.join("")).length >= 7;

/**
 * Splits a typed search: `Rolle +1 (242) 555-0102` is the word `rolle` and one phone number. Drops the Bahamian country
 * code before a whole number, because records often lack it, and extensions, which may or may not be stored.
 */
export function searchParts(query: string): SearchPart[] {
  const parts: SearchPart[] = [];
  let phone: string[] = [];
  const endPhone = () => {
    if (phone.length === 0) return;
    const joined = phone.map((word) => (extensionWord.test(word) ? `x${digits(word)}` : digits(word))).join("");
    const all = joined.replace(/x.*$/, "").replace(/^(?:00|011)?1(?=242\d{7}$)/, "");
    if (all.length >= fewestDigits) parts.push({ words: phone, digits: all });
    else parts.push(...phone.map((word) => ({ words: [word], digits: null })));
    phone = [];
  };
  for (const word of foldedSearch(query).split(/\s+/).filter(Boolean)) {
    if (/^[0-9()+./]+$/.test(word) || (extensionWord.test(word) && isWhole(phone))) phone.push(word);
    else {
      endPhone();
      parts.push({ words: [word], digits: null });
    }
  }
  endPhone();
  return parts;
}

export const matchesSearch = (text: string, query: string): boolean =>
  foldedSearch(query)
    .split(/\s+/)
    .every((word) => folded(text).includes(word));
