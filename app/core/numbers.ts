import { withPlainDigits } from "./text-input";

/** What of a number's field says how it is read. */
export type Numeric = { unit?: string; max: number; step: number };

/** The number that is meant, and the text that it is stored as; or why there is none. */
export type NumberReading = { number: number; text: string } | { wrong: "number" | "two ways" | "currency" };

export const isMoney = ({ unit }: Numeric) => unit === "USD";

const dollars = /^(?:us ?\$|\$|usd|us dollars?|dollars?) ?| ?(?:us ?\$|\$|usd|us dollars?|dollars?)$/gi;
/** Another currency: a sign, a sign with letters (`J$`), a code, or a word that people here may write. */
const currencies = [
  /[^\P{Sc}$]/u,
  /[a-z]{1,3} ?\$/i,
  /\b[A-Z]{3}\b/,
  /\b(?:euros?|pounds?|pesos?|gourdes?|francs?)\b/i,
];
const isOtherCurrency = (text: string) => /\d/.test(text) && currencies.some((one) => one.test(text));

/**
 * Reads a number as people write it (N-NUM-1, N-NUM-2): a comma or a point before the decimals, blanks, points, commas
 * or apostrophes between thousands, a US dollar's sign or the unit beside it. `3,500` of money is 3500, as in US
 * English, and `3.500` reads in two ways (N-NUM-3); a separator is never dropped. Undefined for no text.
 */
export function readNumber(field: Numeric, typed: unknown): NumberReading | undefined {
  if (typeof typed === "number") return Number.isFinite(typed) ? { number: typed, text: String(typed) } : undefined;
  if (typeof typed !== "string" || typed.trim() === "") return undefined;
  const plain = withPlainDigits(typed).trim().replaceAll(/\s+/g, " ").replaceAll("’", "'").replaceAll("−", "-");
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

/** Whole digits and decimals, without what stands between thousands. */
function decimalOf(field: Numeric, text: string): Decimal | "number" | "two ways" {
  const [, spaced, after = ""] = /^(\d{1,3}(?:[ ']\d{3})+)(?:[.,](\d+))?$/.exec(text) ?? [];
  // Three digits after blanks and a point, such as `1 234.567`: the point may stand between thousands, too.
  if (spaced) return after.length === 3 ? "two ways" : { whole: spaced.replaceAll(/\D/g, ""), part: after };
  if (!/^\d*(?:[.,]\d+)*$/.test(text) || text === "") return "number";
  const separators = [...text.replaceAll(/\d/g, "")];
  const last = separators.at(-1);
  if (last === undefined) return { whole: text, part: "" };
  const [before = "", part = ""] = cutAt(text, text.lastIndexOf(last));
  if (separators.length === 1) return oneSeparator(field, before, last, part);
  const grouping = separators[0];
  const isGrouped = new RegExp(`^\\d{1,3}(?:\\${grouping}\\d{3})+$`);
  if (separators.every((one) => one === last))
    return isGrouped.test(text) ? { whole: digitsOf(text), part: "" } : "number";
  return isGrouped.test(before) ? { whole: digitsOf(before), part } : "number";
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");
const cutAt = (text: string, place: number) => [text.slice(0, place), text.slice(place + 1)];

/** `2,5` and `2.5` are decimals. What could be a thousand as well is one only where that is how it is written here. */
function oneSeparator(field: Numeric, before: string, separator: string, part: string): Decimal | "two ways" {
  const mayGroup = part.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (!mayGroup) return { whole: before, part };
  if (isMoney(field)) return separator === "," ? { whole: before + part, part: "" } : "two ways";
  return Number(before + part) <= field.max ? "two ways" : { whole: before, part };
}

/** With as many decimals as money has, or as few as the number needs. Never rounded. */
function canonical({ whole, part }: Decimal, least: number): string {
  const decimals = part.replace(/(?<!0)0+$/, "").padEnd(least, "0");
  const units = whole.replace(/^0+(?=\d)/, "") || "0";
  return decimals ? `${units}.${decimals}` : units;
}

/** Why an amount of money can't be read, where it is a number at all (N-NUM-3, N-NUM-4). */
export function wrongAmount(label: string, typed: string, wrong: "number" | "two ways" | "currency") {
  if (wrong === "two ways") return `${label}: we can’t tell which amount “${typed}” is. Write it like 3500 or 3,500.00`;
  return wrong === "currency" ? `${label}: please give the amount in US dollars, such as 3500.00` : undefined;
}
