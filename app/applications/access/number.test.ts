import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { newApplicationNumber, readApplicationNumber } from "./number";

afterEach(() => {
  vi.useRealTimers();
});

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const numbers = fc.uint8Array({ minLength: 7, maxLength: 7 }).map((bytes) => newApplicationNumber(2026, bytes));
const positions = [5, 6, 7, 8, 10, 11, 12, 13];

test("an application number is BV, the year, and two groups of four characters that can't be confused", () => {
  fc.assert(fc.property(numbers, (number) => /^BV26-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(number)));
  expect(newApplicationNumber(2031)).toMatch(/^BV31-/);
  expect(new Set(Array.from({ length: 1000 }, () => newApplicationNumber())).size).toBe(1000);
});

test("the year in a number is Nassau's, even when it is already the next year in Greenwich", () => {
  vi.useFakeTimers({ now: new Date("2027-01-01T03:00:00Z") });
  expect(newApplicationNumber()).toMatch(/^BV26-/);
  vi.setSystemTime(new Date("2027-01-01T05:30:00Z"));
  expect(newApplicationNumber()).toMatch(/^BV27-/);
});

test("any single wrong character is detected", () => {
  fc.assert(
    fc.property(numbers, (number) => {
      for (const position of positions)
        for (const digit of digits) {
          const wrong = number.slice(0, position) + digit + number.slice(position + 1);
          if (wrong !== number) expect(readApplicationNumber(wrong), `${wrong} for ${number}`).toBeUndefined();
        }
    }),
    { numRuns: 200 },
  );
});

test("any two swapped neighbouring characters are detected", () => {
  fc.assert(
    fc.property(numbers, (number) => {
      for (const [index, position] of positions.slice(0, -1).entries()) {
        const next = positions[index + 1] ?? 0;
        const swapped = [...number];
        [swapped[position], swapped[next]] = [number[next] ?? "", number[position] ?? ""];
        const wrong = swapped.join("");
        if (wrong !== number) expect(readApplicationNumber(wrong), `${wrong} for ${number}`).toBeUndefined();
      }
    }),
  );
});

test("a number is recognized in the ways people write it", () => {
  fc.assert(
    fc.property(
      numbers,
      fc.constantFrom("", " ", "-", " – ", "."),
      fc.constantFrom("O", "o"),
      fc.constantFrom("I", "i", "l", "L"),
      (number, between, o, i) => {
        const spoken = number.slice(2).replaceAll("0", o).replaceAll("1", i).replaceAll("-", between);
        expect(readApplicationNumber(`bv${spoken}`)).toBe(number);
        expect(readApplicationNumber(`  ${number.toLowerCase()}\n`)).toBe(number);
      },
    ),
  );
});

test("other text is not recognized as a number", () => {
  for (const text of [
    "",
    "BV26",
    "XX26-0000-0000",
    "00000000-0000-4000-8000-000000000000",
    "BV26-UUUU-UUUU",
    "BV26-0000-0000-0000",
  ])
    expect(readApplicationNumber(text), text).toBeUndefined();
});
