/** A fact in the words of a mail, by its name in braces: `{application number}`; with the blank before it. */
const chip = / ?\{([^{}\n]{1,80})\}/g;

/** What a kind of mail knows, by the names of its chips; empty for what this mail does not have. */
export type Placeholders = Record<string, string>;

/** The name of a chip as it was typed. */
export const nameIn = (typed: string) => typed.trim().replace(/\s+/g, " ").toLowerCase();

/** The words with their facts. One that is empty or gone goes with the blank before it; braces in a fact stay text. */
export const fillPlaceholders = (words: string, chips: Placeholders): string =>
  words.replace(chip, (whole, typed: string) => {
    const fact = chips[nameIn(typed)] ?? "";
    return fact === "" || !whole.startsWith(" ") ? fact : ` ${fact}`;
  });

/** The names in braces that none of the chips has, as they were typed. */
export const unknownPlaceholders = (words: string, names: readonly string[]): string[] =>
  [...words.matchAll(chip)].flatMap(([, typed = ""]) => (names.includes(nameIn(typed)) ? [] : [typed.trim()]));

/** The words without the chips of these names. */
export const withoutPlaceholders = (words: string, names: readonly string[]): string =>
  names.length === 0
    ? words
    : words.replace(chip, (whole, typed: string) => (names.includes(nameIn(typed)) ? "" : whole));
