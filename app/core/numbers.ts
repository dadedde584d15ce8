import { withPlainDigits } from "./text-input";

export type Numeric = { unit?: string; max: number; step: number };

/** The number and the text that is stored for it, or why it can't be read. */
export type NumberReading = { number: number; text: string } | { wrong: "number" | "two ways" | "currency" };

export const isMoney = ({ unit }: Numeric) => unit === "USD";

const dollars = /^(?:us ?\$|\$|usd|us dollars?|dollars?) ?| ?(?:us ?\$|\$|usd|us dollars?|dollars?)$/gi;
/** Another currency: a symbol, letters with a symbol (`J$`), a code, or a word that people here may write. */
const currencies = [
  /[^\P{Sc}$]/u,
  /[a-z]{1,3} ?\$/i,
  /\b[A-Z]{3}\b/,
  /\b(?:euros?|pounds?|pesos?|gourdes?|francs?)\b/i,
];
const isOtherCurrency = (text: string) => /\d/.test(text) && currencies.some((pattern) => pattern.test(text));

/**
 * Reads a number as people write it: comma or point before the decimals; blanks, points, commas or apostrophes between
 * thousands; a dollar sign or the unit next to it. In money `3,500` is 3500, as in US English, and `3.500` is
 * ambiguous; a separator is never dropped. Undefined for no text.
 */
export function readNumber(field: Numeric, rawValue: unknown): NumberReading | undefined {
  if (typeof rawValue === "number")
    return Number.isFinite(rawValue) ? { number: rawValue, text: String(rawValue) } : undefined;
  if (typeof rawValue !== "string" || rawValue.trim() === "") return undefined;
  const plain = withPlainDigits(rawValue).trim().replaceAll(/\s+/g, " ").replaceAll("’", "'").replaceAll("−", "-");
  const minus = plain.startsWith("-") || /^\$ ?-/.test(plain) ? "-" : "";
  const digits = withoutUnit(field, minus ? plain.replace(/- ?/, "") : plain);
  if (isMoney(field) && isOtherCurrency(digits)) return { wrong: "currency" };
  const read = decimalOf(field, digits);
  if (typeof read !== "object") return { wrong: read };
  const text = minus + canonical(read, isMoney(field) ? 2 : 0);
  return { number: Number(text), text };
}

function withoutUnit(field: Numeric, text: string): string {
  if (isMoney(field)) return text.replace(dollars, "");
  const { unit } = field;
  return unit ? text.replace(new RegExp(` ?${unit.replace(/s$/, "s?")}$`, "i"), "") : text;
}

type Decimal = { whole: string; part: string };

/** Returns the digits before and after the decimal separator, without separators of thousands. */
function decimalOf(field: Numeric, text: string): Decimal | "number" | "two ways" {
  const [, spaced, after = ""] = /^(\d{1,3}(?:[ ']\d{3})+)(?:[.,](\d+))?$/.exec(text) ?? [];
  // Three digits after blanks and a point, such as `1 234.567`: the point may separate thousands, too.
  if (spaced) return after.length === 3 ? "two ways" : { whole: spaced.replaceAll(/\D/g, ""), part: after };
  if (!/^\d*(?:[.,]\d+)*$/.test(text) || text === "") return "number";
  const separators = [...text.replaceAll(/\d/g, "")];
  const last = separators.at(-1);
  if (last === undefined) return { whole: text, part: "" };
  const [before = "", part = ""] = splitAt(text, text.lastIndexOf(last));
  if (separators.length === 1) return oneSeparator(field, before, last, part);
  const grouping = separators[0];
  const isGrouped = new RegExp(`^\\d{1,3}(?:\\${grouping}\\d{3})+$`);
  if (separators.every((separator) => separator === last))
    return isGrouped.test(text) ? { whole: digitsOf(text), part: "" } : "number";
  return isGrouped.test(before) ? { whole: digitsOf(before), part } : "number";
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");
const splitAt = (text: string, index: number) => [text.slice(0, index), text.slice(index + 1)];

/** `2,5` and `2.5` are decimals. An ambiguous separator is read as thousands only where US English does. */
function oneSeparator(field: Numeric, before: string, separator: string, part: string): Decimal | "two ways" {
  const mayGroup = part.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (!mayGroup) return { whole: before, part };
  if (isMoney(field)) return separator === "," ? { whole: before + part, part: "" } : "two ways";
  return Number(before + part) <= field.max ? "two ways" : { whole: before, part };
}

/** Pads the decimals to those of money, or trims them to what the number needs. Never rounds. */
function canonical({ whole, part }: Decimal, least: number): string {
  const decimals = part.replace(/(?<!0)0+$/, "").padEnd(least, "0");
  const units = whole.replace(/^0+(?=\d)/, "") || "0";
  return decimals ? `${units}.${decimals}` : units;
}

/** Explains why an amount of money can't be read, if it is a number at all. */
export function wrongAmount(label: string, rawInput: string, wrong: "number" | "two ways" | "currency") {
  if (wrong === "two ways")
    return `${label}: we can’t tell which amount “${rawInput}” is. Write it like 3500 or 3,500.00`;
  return wrong === "currency" ? `${label}: please give the amount in US dollars, such as 3500.00` : undefined;
}
