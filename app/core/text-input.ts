import { hasTooManyMarks, normalized } from "~/normalized";

/** Embeddings, overrides, isolates, their ends, and paragraph ends, which end them all. */
const directions = /[\u202A-\u202E\u2066-\u2069\n\u2029]/g;

type Opened = { at: number; isIsolate: boolean; isOverride: boolean };

/** Removes bidirectional controls that override or have no partner. Balanced ones stay: chats put them around names. */
function balanced(text: string): string {
  const balanced = new Set<number>();
  let open: Opened[] = [];
  let isolates = 0;
  for (const { 0: character, index } of text.matchAll(directions)) {
    if (character === "\n" || character === "\u2029") {
      open = [];
      isolates = 0;
    } else if (character === "\u202C") {
      const last = open.at(-1);
      if (!last || last.isIsolate) continue;
      open.pop();
      if (!last.isOverride) balanced.add(last.at).add(index);
    } else if (character === "\u2069") {
      if (isolates === 0) continue;
      // Embeddings left open within the isolate end with it; remove them.
      let last = open.pop();
      while (last && !last.isIsolate) last = open.pop();
      isolates -= 1;
      if (last) balanced.add(last.at).add(index);
    } else {
      const isIsolate = character >= "\u2066";
      if (isIsolate) isolates += 1;
      open.push({ at: index, isIsolate, isOverride: character === "\u202D" || character === "\u202E" });
    }
  }
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, (character, position: number) =>
    balanced.has(position) ? character : "",
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const unstorable = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\p{Cs}]/gu;
/** Only blanks and invisible characters: such a text counts as empty. */
const unseen = /^[\p{Cf}\p{Z}\s\u115F\u1160\u3164\uFFA0\u2800]*$/u;

/** Longer texts are not normalized: no field allows them. */
const mostRead = 100_000;

/**
 * Removes characters that no text may contain: control characters (PostgreSQL can't store NUL), lone surrogates, and
 * bidirectional controls that override or have no partner. The joiners and marks of Persian, Hebrew and emoji stay.
 */
export const stripInvalidCharacters = (text: string): string => balanced(text.replace(unstorable, ""));

/** What was typed into these fields, to show it again in a form that is refused. */
export const typedIn = <Name extends string>(form: Readonly<Record<string, unknown>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, stripInvalidCharacters(`${form[name] ?? ""}`)])) as Record<
    Name,
    string
  >;

/**
 * Normalizes raw input: one kind of line break (Word pastes U+000B), no unstorable or trailing invisible characters,
 * NFC, trimmed. Text that is too long for any field or has too many marks in a row is left to validation.
 */
export function normalizeText(raw: string): string {
  if (raw.length > mostRead) return raw;
  const text = normalized(stripInvalidCharacters(raw.replace(/\r\n?|[\v\f\u0085]/g, "\n"))).trim();
  return unseen.test(text) ? "" : text;
}

/** Normalizes a single-line field, without invisible characters. A tab, as in a pasted table, becomes a blank. */
export const normalizeLine = (raw: string): string =>
  raw.length > mostRead
    ? raw
    : normalizeText(withoutInvisible(raw)).replace(/[^\S\n]+/g, (blanks) =>
        /[\t\u2028\u2029]/.test(blanks) ? " " : blanks,
      );

export const isValidText = (text: string): boolean => stripInvalidCharacters(text) === text && !hasTooManyMarks(text);
export const isValidLine = (text: string): boolean => isValidText(text) && !/[\n\v\f\r]/.test(text);

/** Normalizes a search text: no line breaks, no invisible characters. */
export const normalizeSearch = (text: string): string => withoutInvisible(text.replace(/[\r\n\v\f\u0085]+/g, " "));

export const isValidSearch = (search: URLSearchParams): boolean =>
  [...search].every(([name, value]) => normalizeSearch(name) === name && normalizeSearch(value) === value);

export const invalidCharactersMessage = (label: string) =>
  `${label} contains characters that can’t be used here. Please type it again.`;

/** Format and control characters, fillers, selectors, lone surrogates. No white space. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
  /[\p{Default_Ignorable_Code_Point}\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFF9-\uFFFB\p{Cs}]/gu;
const joiners = "\u200C\u200D";
/** Scripts whose letters change their form by a joiner. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]/u;
const letter = /[\p{L}\p{M}]/u;
const pictograph = /\p{Extended_Pictographic}/u;

/**
 * Removes invisible characters, which phones and web pages copy along, so that what looks alike is alike. Joiners
 * between letters of scripts that need them stay, and those within an emoji.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(invisible, (character, index: number) => (isNeeded(character, text, index) ? character : ""));

function isNeeded(character: string, text: string, position: number): boolean {
  if (character === "\uFE0F") return pictograph.test(before(text, position));
  if (!joiners.includes(character)) return false;
  const [left, right] = [before(text, position), String.fromCodePoint(text.codePointAt(position + 1) ?? 0)];
  if ([left, right].every((side) => joining.test(side) && letter.test(side) && side.search(invisible) < 0)) return true;
  const picture = left === "\uFE0F" ? before(text, position - 1) : left;
  return character === "\u200D" && pictograph.test(right) && /[\p{Extended_Pictographic}\p{EMod}]/u.test(picture);
}

const before = (text: string, position: number): string =>
  [...text.slice(Math.max(0, position - 2), position)].at(-1) ?? "";

const foreignDigit = /(?![0-9])\p{Nd}/gu;
const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Replaces the decimal digits of every script by 0 to 9. Unicode puts ten in a row, from 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.replace(foreignDigit, (character) => {
    const code = character.codePointAt(0) ?? 0;
    let first = code;
    while (isDigit(first - 1)) first -= 1;
    return String((code - first) % 10);
  });

/** Normalizes a field whose characters carry the meaning: a phone, a date, an amount or a code. */
export const normalizeFigures = (raw: string): string => withPlainDigits(normalizeLine(raw));
