import { hasTooManyMarks, normalized } from "~/normalized";
import { balanced } from "./directions";

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const unstorable = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\p{Cs}]/gu;
/** Only blanks and invisible characters: such a text counts as empty. */
const unseen = /^[\p{Cf}\p{Z}\s\u115F\u1160\u3164\uFFA0\u2800]*$/u;

/** The most characters (UTF-16 units) of a typed text that are looked at: more than any field allows. */
const mostRead = 100_000;

/**
 * A text without what no text may hold (V-ATK-11): control characters (PostgreSQL can't store NUL), lone surrogates,
 * and bidirectional controls that override or have no partner. The joiners and marks of Persian, Hebrew and emoji stay.
 */
export const stripInvalidCharacters = (text: string): string => balanced(text.replace(unstorable, ""));

/**
 * Normalises a typed text: line breaks of one kind (Word pastes U+000B), without what can't be stored and nobody sees,
 * NFC, trimmed. What is longer than any field allows, or has too many marks in a row, is left to validation.
 */
export function normalizeText(raw: string): string {
  if (raw.length > mostRead) return raw;
  const text = normalized(stripInvalidCharacters(raw.replace(/\r\n?|[\v\f\u0085]/g, "\n"))).trim();
  return unseen.test(text) ? "" : text;
}

/**
 * The same for a field of one line, without what nobody sees (F-TEXT-2). A tab, as in a pasted table, becomes a blank
 * with the blanks around it.
 */
export const normalizeLine = (raw: string): string =>
  raw.length > mostRead
    ? raw
    : normalizeText(withoutInvisible(raw)).replace(/[^\S\n]+/g, (blanks) =>
        /[\t\u2028\u2029]/.test(blanks) ? " " : blanks,
      );

/** Whether a text of several lines can be stored and shown as it is. */
export const isValidText = (text: string): boolean => stripInvalidCharacters(text) === text && !hasTooManyMarks(text);
/** The same for one of one line. */
export const isValidLine = (text: string): boolean => isValidText(text) && !/[\n\v\f\r]/.test(text);

/** What is searched for, as a field of one line has it: without line breaks, and what nobody sees (F-TEXT-1). */
export const typedSearch = (text: string): string => withoutInvisible(text.replace(/[\r\n\v\f\u0085]+/g, " "));

/** Whether a search holds nothing that a field of one line could not: no line break, nothing invisible. */
export const isValidSearch = (search: URLSearchParams): boolean =>
  [...search].every(([name, value]) => typedSearch(name) === name && typedSearch(value) === value);

/** The message at the field. */
export const invalidCharactersMessage = (label: string) =>
  `${label} contains characters that can’t be used here. Please type it again.`;

/** What a person can't see: format and control characters, fillers, selectors, halves of characters. No white space. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
  /[\p{Default_Ignorable_Code_Point}\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFF9-\uFFFB\p{Cs}]/gu;
const joiners = "\u200C\u200D";
/** The scripts whose letters change their form by a joiner. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]/u;
const letter = /[\p{L}\p{M}]/u;
const pictograph = /\p{Extended_Pictographic}/u;

/**
 * A line without the characters that nobody sees (F-TEXT-1, F-TEXT-2), as phones and web pages copy them along: what
 * looks alike is alike. Joiners between letters of scripts that need them stay, and what makes one emoji of several.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(invisible, (sign, at: number) => (isNeeded(sign, text, at) ? sign : ""));

function isNeeded(sign: string, text: string, at: number): boolean {
  if (sign === "\uFE0F") return pictograph.test(before(text, at));
  if (!joiners.includes(sign)) return false;
  const [left, right] = [before(text, at), String.fromCodePoint(text.codePointAt(at + 1) ?? 0)];
  if ([left, right].every((one) => joining.test(one) && letter.test(one) && one.search(invisible) < 0)) return true;
  const picture = left === "\uFE0F" ? before(text, at - 1) : left;
  return sign === "\u200D" && pictograph.test(right) && /[\p{Extended_Pictographic}\p{EMod}]/u.test(picture);
}

const before = (text: string, at: number): string => [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";

const foreignDigit = /(?![0-9])\p{Nd}/gu;
const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** A text with the decimal digits of every script as 0 to 9 (F-TEXT-4). Unicode puts ten in a row, from 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.replace(foreignDigit, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    let first = code;
    while (isDigit(first - 1)) first -= 1;
    return String((code - first) % 10);
  });

/** A line that means something by its signs, such as a phone, a date, an amount or a code (F-TEXT-1, F-TEXT-4). */
export const typedFigures = (raw: string): string => withPlainDigits(normalizeLine(raw));
