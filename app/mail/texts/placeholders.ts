/** A placeholder, such as `{application number}`, with the blank before it. */
const chip = / ?\{([^{}\n]{1,80})\}/g;

/** Values by placeholder; empty for what this mail lacks. */
export type Placeholders = Record<string, string>;

export const nameIn = (typed: string) => typed.trim().replace(/\s+/g, " ").toLowerCase();

/** An empty or missing value also removes the blank before it; braces in a value stay text. */
export const fillPlaceholders = (words: string, chips: Placeholders): string =>
  words.replace(chip, (whole, typed: string) => {
    const fact = chips[nameIn(typed)] ?? "";
    return fact === "" || !whole.startsWith(" ") ? fact : ` ${fact}`;
  });

export const unknownPlaceholders = (words: string, names: readonly string[]): string[] =>
  [...words.matchAll(chip)].flatMap(([, typed = ""]) => (names.includes(nameIn(typed)) ? [] : [typed.trim()]));

export const withoutPlaceholders = (words: string, names: readonly string[]): string =>
  names.length === 0
    ? words
    : words.replace(chip, (whole, typed: string) => (names.includes(nameIn(typed)) ? "" : whole));
