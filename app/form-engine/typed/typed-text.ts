import type { Answers, EntryField, Field } from "~/form-engine/definition";
import { entriesOf } from "~/form-engine/relevance";
import { datePartsIn } from "./dates";
import { rawInputOf } from "./raw-input";

/** Such as `14 may`; empty if it equals the stored form. Distinguishes two versions of a step. */
export function typedText(field: Field | EntryField, answers: Answers): string {
  const rawTexts = Object.values(rawInputOf(field.name, answers));
  if (rawTexts.length === 0) return "";
  return (field.kind === "date" ? Object.values(datePartsIn(field.name, answers)) : rawTexts).filter(Boolean).join(" ");
}

/** With the raw input of a list's entries. */
export function withTypedEntries(field: Field, answers: Answers): Answers {
  if (field.kind !== "list" || answers[field.name] === undefined) return answers;
  const entries = entriesOf(field, answers).map((entry) => {
    const texts = field.fields.map((part): [string, string] => [part.name, typedText(part, entry)]);
    return { ...entry, ...Object.fromEntries(texts.filter(([, text]) => text !== "")) };
  });
  return { ...answers, [field.name]: entries };
}
