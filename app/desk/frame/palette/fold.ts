import { folded } from "~/db/folded";

/** As searches are compared, with one space for many. */
export const fold = (text: string): string => folded(text).replace(/\s+/g, " ").trim();

/** Whether a text has every word, or the beginning or a part of it, that was typed. */
export function holdsWords(text: string, typed: string): boolean {
  const plain = fold(text);
  return fold(typed)
    .split(" ")
    .every((word) => plain.includes(word));
}
