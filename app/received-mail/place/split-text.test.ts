import { expect, test } from "vitest";
import { splitText } from "./split-text";

test("[R-IN-5] a text within the limit is one part", () => {
  expect(splitText("  Hello.\n\nThanks ", 20)).toEqual(["Hello.\n\nThanks"]);
  expect(splitText("", 20)).toEqual([""]);
  expect(splitText("x".repeat(20), 20)).toEqual(["x".repeat(20)]);
});

test.each([
  ["a paragraph", "First one.\n\nSecond. Third one", 20, ["First one.", "Second. Third one"]],
  ["a line", "First one. It\nSecond. Third one", 20, ["First one. It", "Second. Third one"]],
  ["a sentence", "First one. Second. Third one", 20, ["First one. Second.", "Third one"]],
  ["a word", "First one and second", 12, ["First one", "and second"]],
  ["a character, without a blank", "abcdefghij", 4, ["abcd", "efgh", "ij"]],
  ["an early paragraph, which would waste the part", "A.\n\nSecond and third", 16, ["A.\n\nSecond and", "third"]],
])("[R-IN-5] a part ends after %s", (_, text, max, parts) => {
  expect(splitText(text, max)).toEqual(parts);
});

test.each(["👩‍👩‍👧", "é", "🇧🇸", "𠮷"])("[R-IN-5] a part never ends within %s", (character) => {
  for (let before = 10; before < 30; before++) {
    const text = `${"x".repeat(before)}${character}${"y".repeat(30)}`;
    const parts = splitText(text, 30);
    expect(parts.join("")).toBe(text);
    expect(parts.filter((part) => part.includes(character))).toHaveLength(1);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(30);
  }
});

test("[R-IN-5] nothing but blanks between parts is lost, in any order of words, lines and paragraphs", () => {
  const pieces = ["Word", "Another sentence.", "\n", "\n\n", " ", "Ü", "x".repeat(37)];
  for (let seed = 1; seed < 200; seed++) {
    const text = Array.from({ length: 60 }, (_, index) => pieces[(seed * (index + 3) * 7919) % pieces.length]).join(
      " ",
    );
    const parts = splitText(text, 50);
    expect(parts.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
    expect(parts.every((part) => part.length <= 50 && part === part.trim())).toBe(true);
  }
});

test("[R-IN-5] a text of one character repeated 50,000 times is split at once", () => {
  const started = performance.now();
  expect(splitText("a ".repeat(25_000), 10_000)).toHaveLength(5);
  expect(splitText("\u0301".repeat(50_000), 10_000).join("")).toHaveLength(50_000);
  expect(performance.now() - started).toBeLessThan(2000);
});
