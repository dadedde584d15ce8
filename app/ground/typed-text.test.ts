import { describe, expect, test } from "vitest";
import { barredSigns, cleaned, isPlainLine, isPlainSearch, isPlainText, typedLine, typedText } from "./typed-text";

const at = (...points: number[]) => String.fromCodePoint(...points);

/** The first and the last of each range that no text may have, and of what stands beside them. */
const barred = [0, 8, 0x0e, 0x1f, 0x7f, 0x9f, 0x202a, 0x202e, 0x2066, 0x2069, 0xd800, 0xdfff];
const allowed = [0x09, 0x0a, 0x0d, 0x20, 0x7e, 0xa0, 0x2029, 0x202f, 0x2065, 0x206a, 0x200d, 0x200f, 0xe000, 0x1f3dd];

describe("[V-ATK-11] signs that no text may have", () => {
  test.each(barred)("the sign %d is one of them", (point) => {
    const text = `a${at(point)}b${at(point)}`;
    expect([isPlainText(text), isPlainText(text), isPlainLine(text)], "asked twice").toEqual([false, false, false]);
    expect(cleaned(text)).toBe("ab");
  });

  test.each(allowed)("the sign %d is none", (point) => {
    expect(isPlainText(`a${at(point)}b`)).toBe(true);
    expect(cleaned(`a${at(point)}b`)).toBe(`a${at(point)}b`);
  });

  test.each([0x0a, 0x0b, 0x0c, 0x0d])("the break %d stands in no line", (point) => {
    expect(isPlainLine(`a${at(point)}b`)).toBe(false);
  });

  test("a search has none of them, in names and values", () => {
    const search = (name: string, value: string) =>
      isPlainSearch(
        new URLSearchParams([
          ["a", "b"],
          [name, value],
        ]),
      );
    expect([search("q", "visa"), search("q", "a\nb"), search("a\nb", "visa"), search("q", at(0))]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("the message names the field", () => {
    expect(barredSigns("Note")).toBe("Note contains characters that can’t be used here. Please type it again.");
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
  ["\u0000", "\u0000"],
])("what is typed as %j is stored as %j", (raw, text) => {
  expect(typedText(raw)).toBe(text);
});

test.each([
  ["Ana\tBowe", "Ana Bowe"],
  ["Ana  \t  \t Bowe", "Ana Bowe"],
  ["Ana\u2028Bowe\u2029Smith", "Ana Bowe Smith"],
  ["Ana  Bowe", "Ana  Bowe"],
  ["Ana\t\nBowe", "Ana \nBowe"],
])("in one line what is typed as %j is stored as %j", (raw, text) => {
  expect(typedLine(raw)).toBe(text);
});
