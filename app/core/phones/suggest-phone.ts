import { callingCode, keepsZero } from "./calling-codes";
import { phoneText, readPhone } from "./phones";

/**
 * A phone with the code of a country, to offer for one that was typed without (N-NUM-6, F-APPL-18): `555-0142` in the
 * Bahamas is `+1 242 555 0142`. `countries` are those that it may be of; the first whose plan it fits counts. Undefined
 * for a number that has a code, and where there is nothing to offer.
 */
export function suggestPhone(typed: string, countries: readonly string[]): string | undefined {
  const read = readPhone(typed);
  const plain = (read?.number ?? "")
    .replaceAll(/[()-]+/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
  // `00` and `011` begin a number from abroad, so the code follows.
  if (!read || !/^[1-9\d][\d ]*$/.test(plain) || /^(?:00|011)/.test(plain)) return undefined;
  // Seven digits are a local number, and no other country's.
  const known = countries.filter(Boolean);
  const possible = plain.replaceAll(" ", "").length > 7 ? known : known.slice(0, 1);
  for (const country of possible) {
    const number = withCode(plain, country);
    if (number) return phoneText({ ...read, number });
  }
  return undefined;
}

function withCode(plain: string, country: string): string | undefined {
  const known = callingCode(country);
  if (!known) return undefined;
  const number =
    known.code === "1" ? american(plain.replaceAll(" ", ""), known.area) : elsewhere(plain, country, known.code);
  const digits = number?.replaceAll(/\D/g, "").length ?? 0;
  return digits >= 9 && digits <= 15 ? number : undefined;
}

/** Of the North American plan: ten digits, or seven where the country has one area. No part begins with 0 or 1. */
function american(digits: string, area: string): string | undefined {
  const number = digits.length === 7 && area ? area + digits : digits.replace(/^1(?=\d{10}$)/, "");
  const [, ...groups] = /^([2-9]\d{2})([2-9]\d{2})(\d{4})$/.exec(number) ?? [];
  return groups.length > 0 ? `+1 ${groups.join(" ")}` : undefined;
}

/** The groups stay as they were typed; a 0 that is dialled within the country alone goes. */
function elsewhere(plain: string, country: string, code: string): string {
  const digits = plain.replaceAll(" ", "");
  const hasCode =
    digits.startsWith(code) && digits.length - code.length >= 7 && (code.length === 3 || digits.length > 10);
  if (hasCode) return `+${code} ${skipped(plain, code.length)}`;
  const isDomestic = code === "7" ? /^8\d{10}$/.test(digits) : plain.startsWith("0") && !keepsZero.has(country);
  return `+${code} ${isDomestic ? skipped(plain, 1) : plain}`;
}

/** The text without its first digits, and the blank after them. */
const skipped = (text: string, digits: number) => text.replace(new RegExp(`^(?:\\d ?){${digits}}`), "");
