/**
 * What no text of ours holds (V-ATK-11): control characters, of which PostgreSQL stores no NUL, halves of characters,
 * and the signs that turn the order of the words around them (U+202A to U+202E, U+2066 to U+2069). The joiners and
 * marks that Persian, Hebrew and emoji are written with are none of these.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const barred = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\p{Cs}]/gu;
/** Blanks and signs that nobody sees: by themselves they say nothing. */
const unseen = /^[\p{Cf}\p{Z}\s\u115F\u1160\u3164\uFFA0\u2800]*$/u;

/**
 * Text as it was typed: line breaks of one kind (Word pastes U+000B), composed, without blanks around it. What is
 * barred is still in it, to be refused where it can be said.
 */
export function typedText(raw: string): string {
  const text = raw
    .replace(/\r\n?|[\v\f\u0085]/g, "\n")
    .normalize("NFC")
    .trim();
  return isPlainText(text) && unseen.test(text) ? "" : text;
}

/** The same for a field of one line; a tab, which a pasted table has, is a blank there. */
export const typedLine = (raw: string): string => typedText(raw).replace(/[^\S\n]*[\t\u2028\u2029][^\S\n]*/g, " ");

/** Whether a text of several lines can be stored and shown as it is. */
export const isPlainText = (text: string): boolean => text.search(barred) < 0;
/** The same for one of one line. */
export const isPlainLine = (text: string): boolean => isPlainText(text) && !/[\n\v\f\r]/.test(text);

/** Whether a search holds nothing that a field of one line could not: no line break, no control character. */
export const isPlainSearch = (search: URLSearchParams): boolean =>
  [...search].every(([name, value]) => isPlainLine(name) && isPlainLine(value));

/** A text without what is barred, to be shown again or taken from somebody who can't be asked. */
export const cleaned = (text: string): string => text.replace(barred, "");

/** Said at the field. */
export const barredSigns = (label: string) =>
  `${label} contains characters that can’t be used here. Please type it again.`;
