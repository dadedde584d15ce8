import { typedFigures } from "~/core/text-input";
import { normalized } from "~/normalized";

/** What the number of a stored phone may consist of (W-SHARED-5). */
const plainNumber = /^[\d\s+()-]+$/;
/** An extension as people write it, and as a link does (RFC 3966): `ext. 12`, `x12`, `#12`, `;ext=12`. */
const extensionAtEnd = /[,;]? ?(?:ext(?:ension|n)?[:=]?|x|#) ?(\d{1,7})$/i;

/** The number, and the extension that is dialled after it, empty where there is none. */
export type Phone = { number: string; extension: string };

/**
 * Reads a typed phone: dots, slashes and strange blanks as blanks, all kinds of hyphens as one (N-NUM-5), digits as 0
 * to 9 (F-TEXT-4), and an extension apart (F-APPL-18). Undefined for a text that is no phone.
 */
export function readPhone(typed: string): Phone | undefined {
  const plain = normalized(typedFigures(typed), "NFKC")
    .replaceAll(/[./\s\u00b7]+/g, " ")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .trim();
  const found = extensionAtEnd.exec(plain);
  const number = found ? plain.slice(0, found.index).trimEnd() : plain;
  return plainNumber.test(number) ? { number, extension: found?.[1] ?? "" } : undefined;
}

/** A phone as it is stored: `+1 242 555 0142 ext. 12`. */
export const phoneText = ({ number, extension }: Phone): string => (extension ? `${number} ext. ${extension}` : number);

/** A typed phone as it is stored. A text that is no phone stays as it was typed. */
export function canonicalPhone(typed: string): string {
  const read = readPhone(typed);
  return read ? phoneText(read) : typed;
}

/** W-SHARED-4, W-SHARED-5; with an extension in its stored form. */
export const isPhone = (text: string): boolean => /^[\d\s+()-]{10,}(?: ext\. \d{1,7})?$/.test(text);

/** The sentence of W-S3-6, with an example (N-NUM-5). */
export const notPhone = "Please enter a valid phone number, such as +1 242 555 0142";
