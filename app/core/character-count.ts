import { normalized } from "~/normalized";

/** The most characters (UTF-16 units) of a text that a draft stores, even where the field's own limit is lower. */
export const maxDraftLength = 10_000;

/** RFC 5321. */
export const longestEmail = 254;

/** Undefined in browsers from before 2024, which count code points; the server has it. */
const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("en", { granularity: "grapheme" }) : undefined;

/** Counts characters as a person does, also on the server: an accent, a flag or a family emoji is one. */
export function countCharacters(text: string): number {
  // Printable ASCII needs no segmenting.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.length;
  const composed = normalized(text);
  return [...(segmenter?.segment(composed) ?? composed)].length;
}

/** Compares UTF-16 units first: there are never fewer units than characters. */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > maxDraftLength || countCharacters(text) > limit);

/** Stops counting at `maxDraftLength`: nobody needs the exact length of a huge text. */
export const formatCharacterCount = (text: string): string =>
  text.length > maxDraftLength ? `more than ${inDigits(maxDraftLength)}` : inDigits(countCharacters(text));

const inDigits = (count: number) => count.toLocaleString("en-US");

export const tooLong = (label: string, limit: number, text: string): string =>
  `${label} can have at most ${inDigits(limit)} characters; this one has ${formatCharacterCount(text)}`;

/** The same for a text that both sides may write: `Please use at most 5,000 characters; this has 5,120.` */
export const fewerPlease = (limit: number, text: string): string =>
  `Please use at most ${inDigits(limit)} characters; this has ${formatCharacterCount(text)}.`;

/** Cuts a text to `max` UTF-16 units without half a surrogate pair: `jsonb` refuses one, and with it the whole row. */
export const clipped = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
