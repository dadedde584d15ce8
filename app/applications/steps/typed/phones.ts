import { typedFigures } from "~/ground/typed-text";

/** What a stored phone may consist of (W-SHARED-5). */
const phone = /^[\d\s+()-]+$/;

/**
 * A phone as it is stored: dots and strange blanks as blanks, all kinds of hyphens as one (N-NUM-5),
 * digits as 0 to 9 (F-TEXT-4). A text that is no phone then either stays as it was typed.
 */
export function canonicalPhone(typed: string): string {
  const plain = typedFigures(typed)
    .replaceAll(/[.\s\u00b7]+/g, " ")
    .replaceAll(/\p{Pd}/gu, "-")
    .trim();
  return phone.test(plain) ? plain : typed;
}

/** W-SHARED-4, W-SHARED-5 */
export const isPhone = (text: string): boolean => text.length >= 10 && phone.test(text);

/** The sentence of W-S3-6, with an example (N-NUM-5). */
export const notPhone = "Please enter a valid phone number, such as +1 242 555 0142";
