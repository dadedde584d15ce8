import { expect, test } from "vitest";
import { readNumber } from "~/core/numbers";
import { formatNumber, numberError, numberOf } from "./numbers";

const years = { unit: "years", max: 80, step: 0.5 };
const money = { unit: "USD", max: 99_999_999.99, step: 0.01 };
const count = { max: 10_000, step: 1 };

test.each([
  ["2,5", "2.5"],
  ["2.5", "2.5"],
  ["2.50", "2.5"],
  ["2", "2"],
  ["02", "2"],
  [",5", "0.5"],
  ["2,500", "2.5"],
  ["2.5 years", "2.5"],
  ["1 Year", "1"],
  ["-1", "-1"],
  ["−1", "-1"],
  ["0", "0"],
])("[N-NUM-1] %j years are read as %s", (rawValue, text) => {
  expect(readNumber(years, rawValue)).toEqual({ number: Number(text), text });
});

test.each([
  ["$3,500.00", "3500.00"],
  ["3500", "3500.00"],
  ["3 500", "3500.00"],
  ["3\u202f500", "3500.00"],
  ["3,500", "3500.00"],
  ["3.500,00", "3500.00"],
  ["USD 3500", "3500.00"],
  ["3500 US$", "3500.00"],
  ["us dollars 3’500.50", "3500.50"],
  ["1,299,000.5", "1299000.50"],
  ["1.299.000", "1299000.00"],
  ["3,5", "3.50"],
  ["0.005", "0.005"],
  ["12345,678", "12345.678"],
  ["99999999999999999999", "99999999999999999999.00"],
  ["-$5", "-5.00"],
])("[N-NUM-2] the amount %j is read as %s, and reads the same once stored", (rawValue, text) => {
  expect(readNumber(money, rawValue)).toEqual({ number: Number(text), text });
  expect(readNumber(money, text)).toMatchObject({ text });
});

test.each<[string, string]>([
  ["3.500", "Income: we can’t tell which amount “3.500” is. Write it like 3500 or 3,500.00"],
  ["1 234.567", "Income: we can’t tell which amount “1 234.567” is. Write it like 3500 or 3,500.00"],
  ...["€3500", "3500 €", "J$3500", "CA$ 3500", "3500 EUR", "3500 gourdes", "£3,500.00"].map(
    (text): [string, string] => [text, "Income: please give the amount in US dollars, such as 3500.00"],
  ),
  ...["much", "$", "1,2,3", "1,29,000", "3,500.", "1e3", "0x10", "--5", "5 or 6", "EUR"].map(
    (text): [string, string] => [text, "Income must be a number, such as 3500.00"],
  ),
])("[N-NUM-3, N-NUM-4] the amount %j gets the message: %s", (rawValue, expected) => {
  expect(numberError(money, "Income", rawValue)).toBe(expected);
  expect(numberOf(money, rawValue)).toBeUndefined();
});

test("[N-NUM-3, N-NUM-4] other invalid numbers get a message, and a valid one none", () => {
  expect(numberError(years, "Years", "many")).toBe("Years must be a number, such as 2.5");
  expect(numberError(count, "Days", "many")).toBe("Days must be a number, such as 14");
  expect(numberError(count, "Days", "1,000")).toBe(
    "Days: we can’t tell which number “1,000” is. Write it like 3500 or 3.5",
  );
  expect(numberError(years, "Years", "2,5")).toBeUndefined();
});

test.each([
  [{ ...years, value: 2.5 }, "2.5 years"],
  [{ ...years, value: 1 }, "1 year"],
  [{ ...money, value: 3500 }, "3,500.00 USD"],
  [{ ...money, value: 1 }, "1.00 USD"],
  [{ unit: undefined, value: 1234.5 }, "1,234.5"],
])("[N-NUM-1, N-NUM-2] %j is formatted with its unit", ({ value, unit }, text) => {
  expect(formatNumber(value, unit)).toBe(text);
});
