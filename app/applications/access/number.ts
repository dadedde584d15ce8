import { withPlainDigits } from "~/core/text-input";
import { nassauDay } from "~/core/time";
import { normalized } from "~/normalized";

/** Crockford's base32: no I, L, O or U, so that a number can be read aloud and copied by hand. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Doubles in the field of 32 elements (x⁵ + x² + 1), so that each position has a different weight. */
const double = (value: number) => (value < 16 ? value << 1 : (value << 1) ^ 0b100101);

/** Detects every single wrong character, and every swap of two neighbours. */
const checkDigit = (body: string) =>
  digits.charAt([...body].reduce((sum, digit) => double(sum ^ digits.indexOf(digit)), 0));

/** A new number such as `BV26-K7QM-4TXP`: the year in Nassau, seven random digits, a check digit (D21). */
export function newApplicationNumber(
  year = Number(nassauDay().slice(0, 4)),
  random = crypto.getRandomValues(new Uint8Array(7)),
): string {
  const body = [...random].map((byte) => digits.charAt(byte % 32)).join("");
  const all = body + checkDigit(body);
  return `BV${String(year).slice(-2)}-${all.slice(0, 4)}-${all.slice(4)}`;
}

/** Parses a number as people write it: any case, any separators, O for 0, I or L for 1. Undefined if it can't be. */
export function readApplicationNumber(text: string): string | undefined {
  const plain = normalized(withPlainDigits(text), "NFKC")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  const match = /^BV(\d\d)([0-9A-HJKMNP-TV-Z]{7})([0-9A-HJKMNP-TV-Z])$/.exec(plain);
  if (!match?.[2] || checkDigit(match[2]) !== match[3]) return undefined;
  const all = match[2] + match[3];
  return `BV${match[1]}-${all.slice(0, 4)}-${all.slice(4)}`;
}
