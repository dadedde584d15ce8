/**
 * More combining marks in a row than any language writes. `normalize` sorts them at a cost that grows with the square
 * of their number, so such a text is refused and never normalized (F-SAFE-1). The half-width marks of Japanese are
 * among them, because NFKC and NFKD make them combine.
 */
const tooManyMarks = /[\p{M}\uFF9E\uFF9F]{31}/u;

export const hasTooManyMarks = (text: string): boolean => tooManyMarks.test(text);

/** The only `normalize` for texts from outside: one with too many marks in a row stays as it is. */
export const normalized = (text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD" = "NFC"): string =>
  hasTooManyMarks(text) ? text : text.normalize(form);
