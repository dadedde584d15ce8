/** Without case and accents, with one space for many: as words are compared. */
export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** Whether a text has every word, or the beginning or a part of it, that was typed. */
export function holdsWords(text: string, typed: string): boolean {
  const folded = fold(text);
  return fold(typed)
    .split(" ")
    .every((word) => folded.includes(word));
}
