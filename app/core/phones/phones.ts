import { normalizeFigures } from "~/core/text-input";
import { normalized } from "~/normalized";

const plainNumber = /^[\d\s+()-]+$/;
/** An extension as people or links (RFC 3966) write it: `ext. 12`, `x12`, `#12`, `;ext=12`. */
const extensionAtEnd = /[,;]? ?(?:ext(?:ension|n)?[:=]?|x|#) ?(\d{1,7})$/i;

export type Phone = { number: string; extension: string };

/**
 * Reads a typed phone: dots, slashes and unusual blanks become blanks, hyphens of all kinds one, digits of all scripts
 * 0 to 9; the extension is separate. Undefined if it is not a phone.
 */
export function readPhone(rawInput: string): Phone | undefined {
  const plain = normalized(normalizeFigures(rawInput), "NFKC")
    .replaceAll(/[./\s\u00b7]+/g, " ")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .trim();
  const found = extensionAtEnd.exec(plain);
  const number = found ? plain.slice(0, found.index).trimEnd() : plain;
  return plainNumber.test(number) ? { number, extension: found?.[1] ?? "" } : undefined;
}

/** The stored form: `+1 242 555 0142 ext. 12`. */
export const phoneText = ({ number, extension }: Phone): string => (extension ? `${number} ext. ${extension}` : number);

/** Returns the stored form of a typed phone. Text that is not a phone stays as it is. */
export function canonicalPhone(rawInput: string): string {
  const read = readPhone(rawInput);
  return read ? phoneText(read) : rawInput;
}

/** Whether a text in its stored form is a phone: the specification asks for ten characters. */
export const isPhone = (text: string): boolean => /^[\d\s+()-]{10,}(?: ext\. \d{1,7})?$/.test(text);

export const notPhone = "Please enter a valid phone number, such as +1 242 555 0142";
