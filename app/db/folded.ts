// How texts and phones are compared in a search. The SQL functions of the same names (migration `people`) do exactly
// the same to what is stored.

import { normalized } from "~/normalized";

/** Letters without a decomposition; typographic apostrophes and hyphens. */
const [from, to] = ["øłđħı’‘ʼ‐‑‒–—―−", "oldhi'''-------"];
const pairs = { ß: "ss", æ: "ae", œ: "oe" };

/** Without accents, in lower case, with the hyphens and apostrophes of a keyboard. */
export function folded(text: string): string {
  const plain = normalized(text, "NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[øłđħı’‘ʼ‐-―−]/g, (letter) => to[from.indexOf(letter)] ?? letter);
  return Object.entries(pairs).reduce((so, [letter, pair]) => so.replaceAll(letter, pair), plain);
}

/** The digits of a phone number. */
export const digits = (text: string): string => text.replace(/[^0-9]/g, "");

/** A part of a search: a word, or the words of a phone number with its digits. */
export type SearchPart = { words: string[]; digits: string | null };

/** Of so many digits on, they are looked for in phone numbers (K-FIND-3). */
const fewestDigits = 4;

/**
 * The folded parts of what was typed: `Rolle +1 (242) 555-0102` is the word `rolle` and one phone number. The country
 * code of the Bahamas is left out before a whole number, because it is often not written.
 */
export function searchParts(typed: string): SearchPart[] {
  const parts: SearchPart[] = [];
  let phone: string[] = [];
  const endPhone = () => {
    if (phone.length === 0) return;
    const all = digits(phone.join("")).replace(/^(?:00|011)?1(?=242\d{7}$)/, "");
    if (all.length >= fewestDigits) parts.push({ words: phone, digits: all });
    else parts.push(...phone.map((word) => ({ words: [word], digits: null })));
    phone = [];
  };
  for (const word of folded(typed).split(/\s+/).filter(Boolean)) {
    if (/^[0-9()+./-]+$/.test(word)) phone.push(word);
    else {
      endPhone();
      parts.push({ words: [word], digits: null });
    }
  }
  endPhone();
  return parts;
}

/** Whether a text has a part of it for every word that was typed. */
export const holdsWords = (text: string, typed: string): boolean =>
  folded(typed)
    .split(/\s+/)
    .every((word) => folded(text).includes(word));
