import { readNumber, wrongAmount } from "~/core/numbers";
import { typedFigures } from "~/core/text-input";

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** `$1,299`, `$1,299.50`: cents only where there are any. Takes the text that the database gives. */
export function usd(amount: string): string {
  return dollars.format(Number(amount));
}

const dollarsAndCents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
/** With its cents, also where these are none: `$299.00`. */
export const usdAndCents = (amount: string): string => dollarsAndCents.format(Number(amount));

/** Money as the wizard's questions about it are read; a limit is the business of the one who asks. */
const inDollars = { unit: "USD", max: Number.MAX_VALUE, step: 0.01 };

/** What a text says of an amount: whole cents, that nothing was typed, or why it can't be read. */
export type AmountReading = { cents: Cents } | { wrong: "empty" | "number" | "two ways" | "currency" };

/** Reads an amount as people write it, `1,299.00`, `349,50`, `150 USD`, by the wizard's own reader (N-NUM-1). */
export function readAmount(typed: string): AmountReading {
  // A number that the database can hold is shorter, and one of a megabyte of digits costs seconds to read.
  if (typed.length > 100) return { wrong: "number" };
  const text = typedFigures(typed).replace(/(\d)[.,]$/, "$1");
  const read = readNumber(inDollars, text);
  if (!read) return { wrong: "empty" };
  if ("wrong" in read) return read;
  const [, minus = "", whole = "", part = ""] = /^(-?)(\d+)\.(\d+)$/.exec(read.text) ?? [];
  // Parts of a cent: `1,2990` is as likely a thousand with a digit too many.
  return part.length === 2 ? { cents: BigInt(`${minus}${whole}${part}`) } : { wrong: "two ways" };
}

/** A fee as it is typed, in dollars: `1,299.00` is 1299, and what is not a number counts as 0 (A-SVC-16). */
export function feeOf(text: string): number {
  const read = readAmount(text);
  return "cents" in read ? Number(read.cents) / 100 : 0;
}

/** Why a typed amount is asked about at its field: it reads in two ways, or is of another currency. */
export function amountProblem(label: string, typed: string): string | undefined {
  const read = readAmount(typed);
  return "wrong" in read && read.wrong !== "empty" ? wrongAmount(label, typed.trim(), read.wrong) : undefined;
}

/** The most that the database holds in one fee. */
export const highestFee = 99_999_999.99;

/** An amount in whole cents: sums of such are exact. */
export type Cents = bigint;

/** What the database gives, such as `1299.50`, in cents. */
export function centsOf(stored: string): Cents {
  const [whole = "", part = ""] = stored.split(".");
  return BigInt(`${whole}${part.padEnd(2, "0")}`);
}

/** The same for the database. */
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

/** The most that the database holds in one amount. */
export const highestCents: Cents = 9_999_999_999n;

/** An amount above 0 as it is typed, read as fees are; undefined for any other. */
export function typedCents(text: string): Cents | undefined {
  const read = readAmount(text);
  return "cents" in read && read.cents > 0n && read.cents <= highestCents ? read.cents : undefined;
}
