import { stripInvalidCharacters } from "~/core/text-input";

/**
 * A value that an action changed: with what it was and is, or, of what the record must not hold, only that it did
 * (K-LOG-2): applicants' answers and contact details, messages, notes.
 */
export type Change = { field: string; from: string; to: string } | { field: string; hidden: true };

const longest = 200;
const context = 30;

/** The line of a changed value; none where it is the same. Of long texts the part that differs. */
export function changed(field: string, from: string | null | undefined, to: string | null | undefined): Change[] {
  const [before, after] = [from ?? "", to ?? ""];
  if (before === after) return [];
  const start = before.length > longest || after.length > longest ? differsAt(before, after) - context : 0;
  return [{ field, from: part(before, start), to: part(after, start) }];
}

/** The line of a value that the record says nothing of but that it changed. */
export const changedUnseen = (field: string): Change => ({ field, hidden: true });

function differsAt(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function part(text: string, start: number): string {
  const from = Math.max(0, start);
  // As it was typed, and cut: what is stored of it has neither control characters nor halves of others.
  const cut = stripInvalidCharacters(text.slice(from, from + longest));
  return `${from > 0 && cut ? "…" : ""}${cut}${from + longest < text.length ? "…" : ""}`;
}
