/**
 * Characters that no stored text may contain (V-ATK-11): control characters (PostgreSQL can't store NUL), lone
 * surrogates, and the bidirectional controls that reorder text (U+202A to U+202E, U+2066 to U+2069). The joiners and
 * marks of Persian, Hebrew and emoji are allowed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const barred = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\p{Cs}]/gu;
/** Only blanks and invisible characters: such a text counts as empty. */
const unseen = /^[\p{Cf}\p{Z}\s\u115F\u1160\u3164\uFFA0\u2800]*$/u;

/**
 * Normalises a typed text: line breaks of one kind (Word pastes U+000B), NFC, trimmed. Barred characters stay, so that
 * validation can report them.
 */
export function typedText(raw: string): string {
  const text = raw
    .replace(/\r\n?|[\v\f\u0085]/g, "\n")
    .normalize("NFC")
    .trim();
  return isPlainText(text) && unseen.test(text) ? "" : text;
}

/** The same for a field of one line, where a tab, as in a pasted table, becomes a blank. */
export const typedLine = (raw: string): string => typedText(raw).replace(/[^\S\n]*[\t\u2028\u2029][^\S\n]*/g, " ");

/** Whether a text of several lines can be stored and shown as it is. */
export const isPlainText = (text: string): boolean => text.search(barred) < 0;
/** The same for one of one line. */
export const isPlainLine = (text: string): boolean => isPlainText(text) && !/[\n\v\f\r]/.test(text);

/** Whether a search holds nothing that a field of one line could not: no line break, no control character. */
export const isPlainSearch = (search: URLSearchParams): boolean =>
  [...search].every(([name, value]) => isPlainLine(name) && isPlainLine(value));

/** Removes barred characters, to show a text again or to take it from a source that can't correct it. */
export const cleaned = (text: string): string => text.replace(barred, "");

/** The message at the field. */
export const barredSigns = (label: string) =>
  `${label} contains characters that can’t be used here. Please type it again.`;
