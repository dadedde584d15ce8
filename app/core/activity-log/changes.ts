import { stripInvalidCharacters } from "~/core/text-input";

/** `hidden` for what the log must not store: applicants' answers and contact details, messages, notes (K-LOG-2). */
export type Change = { field: string; from: string; to: string } | { field: string; hidden: true };

const longest = 200;
const context = 30;

/** Returns no entry if the value is the same. Long texts are cut to the part that differs. */
export function changed(field: string, from: string | null | undefined, to: string | null | undefined): Change[] {
  const [before, after] = [from ?? "", to ?? ""];
  if (before === after) return [];
  const start = before.length > longest || after.length > longest ? differsAt(before, after) - context : 0;
  return [{ field, from: part(before, start), to: part(after, start) }];
}

export const changedUnseen = (field: string): Change => ({ field, hidden: true });

function differsAt(a: string, b: string): number {
  let position = 0;
  while (position < a.length && a[position] === b[position]) position += 1;
  return position;
}

function part(text: string, start: number): string {
  const from = Math.max(0, start);
  // The cut may split a surrogate pair, and the text is raw input.
  const excerpt = stripInvalidCharacters(text.slice(from, from + longest));
  return `${from > 0 && excerpt ? "…" : ""}${excerpt}${from + longest < text.length ? "…" : ""}`;
}
