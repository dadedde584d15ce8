import { isMoney, type Numeric, readNumber, wrongAmount } from "~/core/numbers";
import { textOf } from "~/form-engine/definition";

/** For conditions and tables. */
export const numberOf = (field: Numeric, answer: unknown): number | undefined => {
  const read = readNumber(field, answer);
  return read && "number" in read ? read.number : undefined;
};

const money = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });

/** `3,500.00 USD`, `2.5 years`: below the input, in the review and in the signed record. */
export function formatNumber(number: number, unit: string | undefined): string {
  const text = unit === "USD" ? money.format(number) : number.toLocaleString("en-US");
  if (!unit) return text;
  return `${text} ${number === 1 ? unit.replace(/s$/, "") : unit}`;
}

/** With an example. */
export function numberError(field: Numeric, label: string, rawValue: unknown): string | undefined {
  const read = readNumber(field, rawValue);
  if (read && "number" in read) return undefined;
  if (read?.wrong === "two ways" && !isMoney(field))
    return `${label}: we can’t tell which number “${textOf(rawValue)}” is. Write it like 3500 or 3.5`;
  return (read && wrongAmount(label, textOf(rawValue), read.wrong)) ?? notNumber(field, label);
}

export const notNumber = (field: Numeric, label: string): string =>
  `${label} must be a number, such as ${isMoney(field) ? "3500.00" : field.step < 1 ? "2.5" : "14"}`;
