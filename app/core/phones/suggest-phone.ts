import { callingCode, keepsZero } from "./calling-codes";
import { phoneText, readPhone } from "./phones";

/**
 * Suggests a phone with a country code for one without: `555-0142` in the Bahamas is `+1 242 555 0142`. The first of
 * `countries` whose numbering plan fits is used. Undefined for a number that has a code, or that fits none.
 */
export function suggestPhone(rawInput: string, countries: readonly string[]): string | undefined {
  const read = readPhone(rawInput);
  const plain = (read?.number ?? "")
    .replaceAll(/[()-]+/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
  // `00` and `011` are international prefixes, so a country code follows.
  if (!read || !/^[1-9\d][\d ]*$/.test(plain) || /^(?:00|011)/.test(plain)) return undefined;
  // Seven digits are a local number, never one of another country.
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

/** North American plan: ten digits, or seven where the country has one area code. No part begins with 0 or 1. */
function american(digits: string, area: string): string | undefined {
  const number = digits.length === 7 && area ? area + digits : digits.replace(/^1(?=\d{10}$)/, "");
  const [, ...groups] = /^([2-9]\d{2})([2-9]\d{2})(\d{4})$/.exec(number) ?? [];
  return groups.length > 0 ? `+1 ${groups.join(" ")}` : undefined;
}

/** Keeps the grouping as typed and drops a 0 that is only dialed within the country. */
function elsewhere(plain: string, country: string, code: string): string {
  const digits = plain.replaceAll(" ", "");
  const hasCode =
    digits.startsWith(code) && digits.length - code.length >= 7 && (code.length === 3 || digits.length > 10);
  if (hasCode) return `+${code} ${skipped(plain, code.length)}`;
  const isDomestic = code === "7" ? /^8\d{10}$/.test(digits) : plain.startsWith("0") && !keepsZero.has(country);
  return `+${code} ${isDomestic ? skipped(plain, 1) : plain}`;
}

const skipped = (text: string, digits: number) => text.replace(new RegExp(`^(?:\\d ?){${digits}}`), "");
