import { expect, test } from "vitest";
import { amountProblem, centsOf, exactUsd, feeOf, highestFee, parseCents, storedCents, usd } from "./money";

test.each([
  ["1299.00", "$1,299"],
  ["1299.50", "$1,299.50"],
  ["0.00", "$0"],
  ["0.05", "$0.05"],
  ["99999999.99", "$99,999,999.99"],
])("the price %s is formatted as %s, with cents only if there are any", (stored, text) => {
  expect(usd(stored)).toBe(text);
});

test.each([
  ["1,299.00", 1299],
  ["12,345", 12_345],
  ["1,299,000", 1_299_000],
  ["1299", 1299],
  ["0", 0],
  [" 12.34 ", 12.34],
  ["12.", 12],
  [".5", 0.5],
  ["$160", 160],
  ["$ 1,299.00", 1299],
  ["-5", -5],
  ["-$5", -5],
  ["1,29", 1.29],
  ["349,50", 349.5],
  ["1.299,00", 1299],
  ["$150", 150],
  ["150 USD", 150],
  ["5$", 5],
  ["1 299", 1299],
  ["1’299.00", 1299],
  ["1.299.000", 1_299_000],
  ["- 5", -5],
])("[F-FEE-1, A-SVC-15, A-SVC-16] the input %j is the fee %d", (input, fee) => {
  expect(feeOf(input)).toBe(fee);
});

test.each(["", "free", "12,34.5", "1.2.3", "1e3", "$$5", "x12"])(
  "[A-SVC-16] the input %j is not a number and counts as 0",
  (input) => {
    expect(feeOf(input)).toBe(0);
  },
);

test("[A-SVC-16] an endless row of digits is not a number", () => {
  expect(feeOf("9".repeat(400))).toBe(0);
});

test("[W-STORE-32] the highest fee is the maximum of numeric(10,2)", () => {
  expect(highestFee.toFixed(2)).toBe("99999999.99");
});

test.each([
  ["1299.00", 129_900n, "$1,299.00"],
  ["0.05", 5n, "$0.05"],
  ["300", 30_000n, "$300.00"],
  ["99999999.99", 9_999_999_999n, "$99,999,999.99"],
])("the stored amount %s is %d cents and is formatted as %s", (stored, cents, text) => {
  expect(centsOf(stored)).toBe(cents);
  expect(centsOf(storedCents(cents))).toBe(cents);
  expect(exactUsd(cents)).toBe(text);
  expect(exactUsd(-cents)).toBe(`−${text}`);
});

test.each([
  ["1,299.00", 129_900n],
  ["$ 185", 18_500n],
  ["12.", 1200n],
  [".5", 50n],
  ["99,999,999.99", 9_999_999_999n],
  ...["", ".", "0", "0.00", "-5", "free", "1.005", "1,2990", "1.299", "1e3", "100000000.00", "9".repeat(400)].map(
    (input): [string, undefined] => [input, undefined],
  ),
])("[C-FEE-2] the input %j is the amount %d", (input, cents) => {
  expect(parseCents(input)).toBe(cents);
});

test.each([
  ["1.299", "Fee: we can’t tell which amount “1.299” is. Write it like 3500 or 3,500.00"],
  ["12.346", "Fee: we can’t tell which amount “12.346” is. Write it like 3500 or 3,500.00"],
  [" 1,2990 ", "Fee: we can’t tell which amount “1,2990” is. Write it like 3500 or 3,500.00"],
  ["€150", "Fee: please give the amount in US dollars, such as 3500.00"],
  ["150 EUR", "Fee: please give the amount in US dollars, such as 3500.00"],
  ...["", "349,50", "1,299", "free", "-5"].map((input): [string, undefined] => [input, undefined]),
])("[F-FEE-1] the input %j, which is ambiguous or in a foreign format, is asked about: %s", (input, text) => {
  expect(amountProblem("Fee", input)).toBe(text);
});
