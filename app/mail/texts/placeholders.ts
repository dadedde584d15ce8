/** A placeholder, such as `{application number}`, with the space before it. */
const placeholderPattern = / ?\{([^{}\n]{1,80})\}/g;

/** Values by the placeholder's name; empty where this mail has no value. */
export type Placeholders = Record<string, string>;

/** Ignores case and extra spaces. */
export const nameIn = (placeholder: string) => placeholder.trim().replace(/\s+/g, " ").toLowerCase();

/** An empty or missing value also removes the space before it; braces in a value stay text. */
export const fillPlaceholders = (text: string, placeholders: Placeholders): string =>
  text.replace(placeholderPattern, (whole, placeholder: string) => {
    const value = placeholders[nameIn(placeholder)] ?? "";
    return value === "" || !whole.startsWith(" ") ? value : ` ${value}`;
  });

export const unknownPlaceholders = (text: string, names: readonly string[]): string[] =>
  [...text.matchAll(placeholderPattern)].flatMap(([, placeholder = ""]) =>
    names.includes(nameIn(placeholder)) ? [] : [placeholder.trim()],
  );

export const withoutPlaceholders = (text: string, names: readonly string[]): string =>
  names.length === 0
    ? text
    : text.replace(placeholderPattern, (whole, placeholder: string) =>
        names.includes(nameIn(placeholder)) ? "" : whole,
      );
