import { normalized } from "~/normalized";

/** The most characters (UTF-16 units) of a text that a draft keeps, however long it may be in the end (V-ATK-8). */
export const maxDraftLength = 10_000;

/** The most characters of an email address (RFC 5321). */
export const longestEmail = 254;

/** Undefined in browsers from before 2024, which count by code points; the server has it. */
const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("en", { granularity: "grapheme" }) : undefined;

/**
 * The characters of a text as a person counts them (N-TEXT-2): an accent, a flag or a family is one with its parts. The
 * same in the browser and on the server.
 */
export function countCharacters(text: string): number {
  // Nothing of it is more than one unit, so that the usual text need not be taken apart.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.length;
  const composed = normalized(text);
  return [...(segmenter?.segment(composed) ?? composed)].length;
}

/** Whether a text has more characters than `limit`. It is counted only where its units are more. */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > maxDraftLength || countCharacters(text) > limit);

/** How many characters a text has, in words: of a huge one nobody needs to know. */
export const countInWords = (text: string): string =>
  text.length > maxDraftLength ? `more than ${inDigits(maxDraftLength)}` : inDigits(countCharacters(text));

/** A count as people read it: 10,000. */
const inDigits = (count: number) => count.toLocaleString("en-US");

/** The message for a text that is longer than its limit. */
export const tooLong = (label: string, limit: number, text: string): string =>
  `${label} can have at most ${inDigits(limit)} characters; this one has ${countInWords(text)}`;

/** The same where both sides write to each other: `Please use at most 5,000 characters; this has 5,120.` */
export const fewerPlease = (limit: number, text: string): string =>
  `Please use at most ${inDigits(limit)} characters; this has ${countInWords(text)}.`;

/**
 * The beginning of a text, of at most so many UTF-16 units, without half a character at its end: `jsonb` refuses one,
 * and with it the whole row.
 */
export const clipped = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
