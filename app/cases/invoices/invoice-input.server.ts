import { z } from "zod";
import { checkText, noCards } from "~/cases/fees/check-text";
import { isLongerThan } from "~/core/character-count";
import { containsCardNumber } from "~/core/prices/card-numbers";
import { invalidCharactersMessage, isValidText, normalizeFigures, normalizeText } from "~/core/text-input";
import { daysAfter, isDay, nassauDay } from "~/core/time";

const field = z.string().default("");
export const invoiceInput = z.object({
  applicationId: z.uuid(),
  /** Idempotency key of the form that is shown. */
  attempt: z.uuid(),
  /** Entries of the ledger: the charges that it is over, and earlier payments that count on it. */
  charges: z.array(z.uuid()).default([]),
  payments: z.array(z.uuid()).default([]),
  invoicedTo: field,
  dueOn: z.string().default("").transform(normalizeFigures),
  note: field,
  /** A pay link for the whole amount to pay, and its last day; without one, empty. */
  linkUrl: field,
  linkLastDay: field,
});

export type InvoiceProblems = Partial<
  Record<"charges" | "payments" | "invoicedTo" | "dueOn" | "note" | "linkUrl" | "linkLastDay", string>
>;
type Fields = Pick<z.output<typeof invoiceInput>, "charges" | "invoicedTo" | "dueOn" | "note">;

/** The latest due day that can be chosen. */
export const lastDueDay = (today: string): string => daysAfter(today, 365);

/** Validates the typed fields, or returns the problems by field. */
export function checkInvoice(fields: Fields) {
  const today = nassauDay();
  const { note, noteProblem } = checkNote(fields.note);
  const { lines: invoicedTo, problem } = checkInvoicedTo(fields.invoicedTo);
  const problems: InvoiceProblems = {};
  if (fields.charges.length === 0) problems.charges = "Choose at least one charge.";
  if (problem) problems.invoicedTo = problem;
  if (!isDay(fields.dueOn) || fields.dueOn < today || fields.dueOn > lastDueDay(today))
    problems.dueOn = "Choose today or a later day, at most a year ahead.";
  if (noteProblem) problems.note = noteProblem;
  return { problems, checked: { invoicedTo, dueOn: fields.dueOn, note } };
}

function checkNote(rawNote: string) {
  const { text: note, problem: noteProblem } = checkText(rawNote, "The note");
  return { note, noteProblem };
}

function checkInvoicedTo(rawText: string): { lines: string[]; problem?: string } {
  const text = normalizeText(rawText);
  if (!isValidText(text)) return { lines: [], problem: invalidCharactersMessage("The name and address") };
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  if (lines.length === 0 || lines.length > 6 || isLongerThan(lines.join("\n"), 300))
    return { lines, problem: "Enter a name and address of 1 to 300 characters in at most 6 lines." };
  return containsCardNumber(text) ? { lines, problem: noCards } : { lines };
}
