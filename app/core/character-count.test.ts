import { expect, test } from "vitest";
import { countCharacters, formatCharacterCount, isLongerThan, maxDraftLength, tooLong } from "./character-count";

test.each([
  ["", 0],
  ["Nassau", 6],
  ["Ñuñez", 5],
  ["N\u0303un\u0303ez", 5],
  ["陳大文", 3],
  ["👩🏽‍✈️🇧🇸", 2],
  ["नमस्ते", 3],
  ["a\nb", 3],
])("[N-TEXT-2] %s counts as characters that people see: %d", (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

test("[N-TEXT-2] a limit counts visible characters, whatever they consist of, and a huge text is not counted", () => {
  expect(isLongerThan("🇧🇸".repeat(120), 120)).toBe(false);
  expect(isLongerThan("🇧🇸".repeat(121), 120)).toBe(true);
  expect(isLongerThan("w".repeat(maxDraftLength + 1), maxDraftLength + 1)).toBe(false);
  expect([
    formatCharacterCount("w".repeat(maxDraftLength)),
    formatCharacterCount("w".repeat(maxDraftLength + 1)),
  ]).toEqual(["10,000", "more than 10,000"]);
  expect(tooLong("First name", 120, "w".repeat(132))).toBe(
    "First name can have at most 120 characters; this one has 132",
  );
});
