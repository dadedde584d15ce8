import { expect, test } from "vitest";
import type { z } from "zod";
import { isPlainJson, lineInput, textInput } from "./input-schemas.server";

const read = (schema: z.ZodType<string>, input: unknown) => {
  const parsed = schema.safeParse(input);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message);
};
const barred = (label: string) => [`${label} contains characters that can’t be used here. Please type it again.`];

test("[V-ATK-8] the limit of a text applies after trimming, to the character", () => {
  expect(read(textInput(5), "  1\r\n34 ")).toBe("1\n34");
  expect(read(textInput(5), " 12345 ")).toBe("12345");
  expect(read(textInput(5), "123456")).toHaveLength(1);
  expect(read(lineInput(5), " 1\t345 ")).toBe("1 345");
  expect(read(lineInput(5), "123456")).toHaveLength(1);
  expect(textInput(5).safeParse(undefined).success || lineInput(5).safeParse(5).success).toBe(false);
});

test("[V-ATK-11, F-TEXT-3] unstorable characters are removed; a line has no line break, a text can", () => {
  expect(read(textInput(9, "Note"), "a\u0000b")).toBe("ab");
  expect(read(textInput(9), "\u2068a\u2069\u2068b")).toBe("\u2068a\u2069b");
  expect(read(textInput(99, "Note"), `a${"\u0301".repeat(31)}`)).toEqual(barred("Note"));
  expect(read(textInput(9), "a\nb")).toBe("a\nb");
  expect(read(lineInput(9, "Name"), "a\nb")).toEqual(barred("Name"));
  expect(read(lineInput(9), "\u202aa\u0000b\u202c")).toBe("ab");
});

test.each([
  ["text", true],
  ["two\r\nlines", true],
  ["a\u0000", false],
  [5, true],
  [null, true],
  [{ a: ["b", { c: "d\ne" }] }, true],
  [{ a: ["b", { c: "\u202e" }] }, false],
  [{ "a\nb": 1 }, false],
  [["a", "b\u0007"], false],
])("[V-ATK-11] JSON %j is storable: %s", (value, storable) => {
  expect(isPlainJson(value)).toBe(storable);
});
