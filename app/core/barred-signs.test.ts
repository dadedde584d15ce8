import { describe, expect, test } from "vitest";
import { isPlainJson, lineInput, textInput } from "./input-schemas.server";
import {
  isValidLine,
  isValidSearch,
  isValidText,
  normalizeLine,
  normalizeSearch,
  normalizeText,
  stripInvalidCharacters,
} from "./text-input";

const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** All that no stored text may hold. */
const barred = [
  ...[...codes(0, 8), ...codes(14, 31), ...codes(127, 132), ...codes(134, 159)],
  ...[...codes(0x202a, 0x202e), ...codes(0x2066, 0x2069), 0xd800, 0xdbff, 0xdc00, 0xdfff],
].map((code) => String.fromCharCode(code));
const breaks = ["\n", "\r", "\r\n", "\v", "\f"];
const name = (character: string) =>
  [...character].map((unit) => `U+${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(" ");

describe("[V-ATK-11] characters that no text may contain", () => {
  test.each(barred.map((character) => [name(character), character]))(
    "[V-ATK-11, F-TEXT-3] %s is found in a text, a line, a search and JSON, and removed from input",
    (_, character) => {
      const text = `a${character}b`;
      expect([isValidText(text), isValidLine(text), stripInvalidCharacters(text)]).toEqual([false, false, "ab"]);
      for (const pair of [
        [text, "x"],
        ["x", text],
      ]) {
        // An address holds no half of a character: it is another sign there.
        if (!/\p{Cs}/u.test(character)) expect(isValidSearch(new URLSearchParams([pair]))).toBe(false);
      }
      for (const json of [text, { [text]: 1 }, { a: [{ b: text }] }]) expect(isPlainJson(json)).toBe(false);
      expect([lineInput(2).parse(text), textInput(2).parse(text), normalizeSearch(text)]).toEqual(["ab", "ab", "ab"]);
      expect([lineInput(2).parse(character), textInput(2).parse(character)], "alone").toEqual(["", ""]);
    },
  );

  test.each(breaks.map((character) => [name(character), character]))(
    "[V-ATK-11] %s ends a line, and is stored in a text as a line break",
    (_, character) => {
      expect([isValidLine(`a${character}b`), isValidText(`a${character}b`)]).toEqual([false, true]);
      expect(isValidSearch(new URLSearchParams({ q: `a${character}b` }))).toBe(false);
      expect(normalizeSearch(`a${character}b`)).toBe("a b");
      expect(normalizeText(`a${character}b`)).toBe("a\nb");
      expect([lineInput(9).safeParse(`a${character}b`).success, textInput(9).parse(`a${character}b`)]).toEqual([
        false,
        "a\nb",
      ]);
    },
  );
});

test.each(["می\u200cخواهم", "👩🏽‍✈️", "שלום\u200f", "Ñuñez O'Brien-陳", "100%", "\u00a0x"])(
  "[V-ATK-11] %s is accepted as ordinary input",
  (text) => {
    expect([isValidText(text), isValidLine(text), isPlainJson([text]), stripInvalidCharacters(text)]).toEqual([
      true,
      true,
      true,
      text,
    ]);
  },
);

test("a text of invisible characters only counts as empty, and a tab in a line becomes a space", () => {
  expect([normalizeText(" \u200b\u3164 "), normalizeLine("a \t b")]).toEqual(["", "a b"]);
});
