import { readNumber, wrongAmount } from "~/core/numbers";
import { normalizeFigures } from "~/core/text-input";

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** `$1,299`, `$1,299.50`: with cents only where there are any. `amount` is the database's text. */
export function usd(amount: string): string {
  return dollars.format(Number(amount));
}

const dollarsAndCents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
/** Always with cents: `$299.00`. */
export const usdAndCents = (amount: string): string => dollarsAndCents.format(Number(amount));

/** Parsed as the wizard's money questions are; callers check their own limits. */
const inDollars = { unit: "USD", max: Number.MAX_VALUE, step: 0.01 };

export type AmountReading = { cents: Cents } | { wrong: "empty" | "number" | "two ways" | "currency" };

/** Reads an amount as people write it: `1,299.00`, `349,50`, `150 USD`. */
export function readAmount(rawInput: string): AmountReading {
  // The database's numbers are shorter, and parsing a megabyte of digits takes seconds.
  if (rawInput.length > 100) return { wrong: "number" };
  const text = normalizeFigures(rawInput).replace(/(\d)[.,]$/, "$1");
  const read = readNumber(inDollars, text);
  if (!read) return { wrong: "empty" };
  if ("wrong" in read) return read;
  const [, minus = "", whole = "", part = ""] = /^(-?)(\d+)\.(\d+)$/.exec(read.text) ?? [];
  // Fractions of a cent: `1,2990` is as likely a thousand with a digit too many.
  return part.length === 2 ? { cents: BigInt(`${minus}${whole}${part}`) } : { wrong: "two ways" };
}

/** Reads a typed fee in dollars: `1,299.00` is 1299; text that is not a number counts as 0 (A-SVC-16). */
export function feeOf(text: string): number {
  const read = readAmount(text);
  return "cents" in read ? Number(read.cents) / 100 : 0;
}

/** Returns the message for an amount that is ambiguous or in another currency. */
export function amountProblem(label: string, rawInput: string): string | undefined {
  const read = readAmount(rawInput);
  return "wrong" in read && read.wrong !== "empty" ? wrongAmount(label, rawInput.trim(), read.wrong) : undefined;
}

/** The limit of a fee's column. */
export const highestFee = 99_999_999.99;

/** Whole cents, so that sums are exact. */
export type Cents = bigint;

/** Reads the database's text, such as `1299.50`. */
export function centsOf(stored: string): Cents {
  const [whole = "", part = ""] = stored.split(".");
  return BigInt(`${whole}${part.padEnd(2, "0")}`);
}

export const storedCents = (cents: Cents): string =>
  `${cents < 0n ? "-" : ""}${String(abs(cents))
    .padStart(3, "0")
    .replace(/(\d\d)$/, ".$1")}`;

const abs = (cents: Cents) => (cents < 0n ? -cents : cents);

/** `$1,299.00`, `−$1,299.00`: always with cents, as in accounts. */
export function exactUsd(cents: Cents): string {
  const [whole = "", part = ""] = storedCents(abs(cents)).split(".");
  return `${cents < 0n ? "−" : ""}$${BigInt(whole).toLocaleString("en-US")}.${part}`;
}

/** The limit of an amount's column. */
export const highestCents: Cents = 9_999_999_999n;

/** Reads an amount above 0; undefined for any other. */
export function parseCents(text: string): Cents | undefined {
  const read = readAmount(text);
  return "cents" in read && read.cents > 0n && read.cents <= highestCents ? read.cents : undefined;
}
