import type { Answers, EntryField, Field } from "~/form-engine/definition";
import { entriesOf } from "~/form-engine/relevance";
import { datePartsIn } from "./dates";
import { rawInputOf } from "./raw-input";

/**
 * A field's answer as it was typed, such as `14 may`; empty where nothing was typed in another way than it is stored.
 * For a page that shows two versions of a step: half a date and two spellings of one are told apart (N-DATE-9).
 */
export function typedText(field: Field | EntryField, answers: Answers): string {
  const typed = Object.values(rawInputOf(field.name, answers));
  if (typed.length === 0) return "";
  return (field.kind === "date" ? Object.values(datePartsIn(field.name, answers)) : typed).filter(Boolean).join(" ");
}

/** The answers with the entries of a list as they were typed. */
export function withTypedEntries(field: Field, answers: Answers): Answers {
  if (field.kind !== "list" || answers[field.name] === undefined) return answers;
  const entries = entriesOf(field, answers).map((entry) => {
    const typed = field.fields.map((part): [string, string] => [part.name, typedText(part, entry)]);
    return { ...entry, ...Object.fromEntries(typed.filter(([, text]) => text !== "")) };
  });
  return { ...answers, [field.name]: entries };
}
