import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalized } from "~/normalized";
import {
  invalidCharactersMessage,
  isValidLine,
  isValidSearch,
  isValidText,
  normalizeFigures,
  normalizeLine,
  normalizeSearch,
  normalizeText,
  stripInvalidCharacters,
  withoutInvisible,
  withPlainDigits,
} from "./text-input";

const at = (...points: number[]) => String.fromCodePoint(...points);

/** The first and the last character of each forbidden range, and the allowed ones next to them. */
const barred = [0, 8, 0x0e, 0x1f, 0x7f, 0x9f, 0x202a, 0x202e, 0x2066, 0x2069, 0xd800, 0xdfff];
const allowed = [0x09, 0x0a, 0x0d, 0x20, 0x7e, 0xa0, 0x2029, 0x202f, 0x2065, 0x206a, 0x200d, 0x200f, 0xe000, 0x1f3dd];

describe("[V-ATK-11] characters that no text may have", () => {
  test.each(barred)("the character %d is forbidden", (point) => {
    const text = `a${at(point)}b${at(point)}`;
    expect([isValidText(text), isValidText(text), isValidLine(text)], "asked twice").toEqual([false, false, false]);
    expect(stripInvalidCharacters(text)).toBe("ab");
  });

  test.each(allowed)("the character %d is allowed", (point) => {
    expect(isValidText(`a${at(point)}b`)).toBe(true);
    expect(stripInvalidCharacters(`a${at(point)}b`)).toBe(`a${at(point)}b`);
  });

  test.each([0x0a, 0x0b, 0x0c, 0x0d])("the line break %d is removed from a line", (point) => {
    expect(isValidLine(`a${at(point)}b`)).toBe(false);
  });

  test("a search has no forbidden characters in names and values", () => {
    const search = (name: string, value: string) =>
      isValidSearch(
        new URLSearchParams([
          ["a", "b"],
          [name, value],
        ]),
      );
    for (const [name, value] of [
      ["q", "a\nb"],
      ["a\nb", "visa"],
      ["q", at(0)],
      ["q", "+1 242 555 0142\u202c"],
    ] as const)
      expect(search(name, value)).toBe(false);
    expect(search("q", "visa")).toBe(true);
  });

  test("the message names the field", () => {
    expect(invalidCharactersMessage("Note")).toBe(
      "Note contains characters that can’t be used here. Please type it again.",
    );
  });
});

test.each([
  ["  Ana \t\n", "Ana"],
  ["a\r\nb\rc\vd\fe\u0085f", "a\nb\nc\nd\ne\nf"],
  ["a\r\n\r\nb", "a\n\nb"],
  ["e\u0301", "é"],
  ["", ""],
  [" \t\n", ""],
  ["\u200b\u2060\u3164\uffa0\u2800\u115f\u1160", ""],
  ["\u200bA", "\u200bA"],
  ["A\u200b", "A\u200b"],
  ["\u0000", ""],
])("the input %j is stored as %j", (raw, text) => {
  expect(normalizeText(raw)).toBe(text);
});

test.each([
  ["Ana\tBowe", "Ana Bowe"],
  ["Ana  \t  \t Bowe", "Ana Bowe"],
  ["Ana\u2028Bowe\u2029Smith", "Ana Bowe Smith"],
  ["Ana  Bowe", "Ana  Bowe"],
  ["Ana\t\nBowe", "Ana \nBowe"],
])("on a single line the input %j is stored as %j", (raw, text) => {
  expect(normalizeLine(raw)).toBe(text);
});

test.each([
  ["\u202a+1 242 555 0142\u202c", "+1 242 555 0142"],
  ["\ufeffQX\u200b4471903\u2060", "QX4471903"],
  ["pin\u00ad dar\u061c\u0000\u0007", "pin dar"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["क्\u200dष", "क्\u200dष"],
  ["Jo\u200dhn \u200cSmith\u200d", "John Smith"],
  ["٣\u200c٤", "٣٤"],
  ["👩🏽‍✈️ 👨‍👩‍👧", "👩🏽‍✈️ 👨‍👩‍👧"],
  ["A\ufe0f\u200d👧", "A👧"],
  ["a\tb\nc\u00a0d\u2028e", "a\tb\nc\u00a0d\u2028e"],
  ["\u1000\u200d\u17b4\u200d\u17b5", "\u1000"],
])("[F-TEXT-1, F-TEXT-2] from %j invisible characters are removed: %j", (input, seen) => {
  expect(withoutInvisible(input)).toBe(seen);
  expect(withoutInvisible(seen), "once is enough").toBe(seen);
});

const unseen = [
  "\0",
  "\u200b",
  "\u200c",
  "\u200d",
  "\u202a",
  "\u202c",
  "\u202e",
  "\u2066",
  "\u2068",
  "\u2069",
  "\ufe0f",
];
const seen = ["a", "7", "٣", "ش", "ن", "क", "ខ", "\u17b4", "\u180b", "ᠠ", "👩", "🏽", "👧", " ", "\n"];

test("[F-TEXT-1, F-TEXT-2, F-TEXT-3] cleaning a text twice gives the same as once, and changes nothing else", () => {
  const texts = fc.string({ unit: fc.constantFrom(...unseen, ...seen), maxLength: 20 });
  fc.assert(
    fc.property(texts, (text) => {
      for (const read of [withoutInvisible, stripInvalidCharacters, normalizeLine, normalizeText, normalizeSearch])
        expect(read(read(text))).toBe(read(text));
      const bare = (text: string) => text.replace(/[\p{Cf}\p{Cc}\p{M}]/gu, "");
      expect(bare(withoutInvisible(text))).toBe(bare(text));
      expect(bare(stripInvalidCharacters(text))).toBe(bare(text));
      expect(isValidText(normalizeText(text))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["\u2068Ana\u2069: \u2068Hi\u2069", "\u2068Ana\u2069: \u2068Hi\u2069"],
  ["\u2068Ana: Hi", "Ana: Hi"],
  ["Ana\u2069: Hi", "Ana: Hi"],
  ["\u202bשלום\u202c x", "\u202bשלום\u202c x"],
  ["\u2067a \u202bb\u2069 c\u202c", "\u2067a b\u2069 c"],
  ["\u2068first\nsecond\u2069", "first\nsecond"],
  ["\u2067a \u2066b\u2069 c\u2069", "\u2067a \u2066b\u2069 c\u2069"],
  ["invoice\u202excod.exe\u202c", "invoicexcod.exe"],
  ["\u202dabc\u202c", "abc"],
  ["a\u0000b\u0007c\u009b", "abc"],
  ["می\u200cخواهم 👨‍👩‍👧 \u200fשלום", "می\u200cخواهم 👨‍👩‍👧 \u200fשלום"],
])("[F-TEXT-3] from the long text %j only unbalanced direction marks are removed: %j", (input, balanced) => {
  expect(normalizeText(input)).toBe(balanced);
  expect(isValidText(balanced)).toBe(true);
});

test.each([
  ["\u202a+1 242 555 0142\u202c", "+1 242 555 0142"],
  ["\u200e١٩٩٠", "1990"],
  ["１２３\u200b４５６", "123456"],
])("[F-TEXT-1, F-TEXT-4] %j is normalized to %j where characters have a meaning", (input, plain) => {
  expect(normalizeFigures(input)).toBe(plain);
});

test("[F-TEXT-4] the decimal digits of every script become 0 to 9, and nothing else changes", () => {
  expect(withPlainDigits("١٩٩٠ ۱۹۹۰ १९९० １９９０ 𝟙𝟡𝟡𝟘 Ⅷ ² ½ 七 a1")).toBe("1990 1990 1990 1990 1990 Ⅷ ² ½ 七 a1");
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) =>
    /\p{Nd}/u.test(String.fromCodePoint(code)),
  );
  expect(all.length % 10).toBe(0);
  expect(withPlainDigits(String.fromCodePoint(...all))).toBe("0123456789".repeat(all.length / 10));
});

test("[F-SAFE-1] every character that normalization can combine counts as a mark, so that a row of marks can't grow", () => {
  const combines = (character: string) => /^[\p{M}\uFF9E\uFF9F]/u.test(character);
  for (let code = 0; code < 0x110000; code++) {
    const character = String.fromCodePoint(code);
    if (/\p{Cs}/u.test(character)) continue;
    if (/^\p{M}+$/u.test(character.normalize("NFKD")) && !combines(character))
      throw new Error(`U+${code.toString(16)}`);
  }
  const [most, more] = [`a${"\u0301\u0316".repeat(15)}`, `a${"\u0301\u0316".repeat(15)}\u0301`];
  expect([isValidText(most), isValidText(more), isValidLine(more)]).toEqual([true, false, false]);
  expect([normalized(most), normalized(more), normalizeText(` ${more}`)]).toEqual([most.normalize("NFC"), more, more]);
});

test("[F-SAFE-1] a text longer than any field's limit is left unchanged for the limit to refuse", () => {
  const blanks = " ".repeat(100_001);
  expect([normalizeText(blanks), normalizeLine(blanks)].map(({ length }) => length)).toEqual([100_001, 100_001]);
  expect([normalizeText(blanks.slice(1)), normalizeLine(blanks.slice(1))]).toEqual(["", ""]);
});
