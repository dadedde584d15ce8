import { confirmedIn, confirmingInput } from "~/form-engine/confirmed-part";
import { isNormalizedField } from "~/form-engine/typed/canonical";
import { dateParts, datePartsIn, lacksDay, noDay } from "~/form-engine/typed/dates";
import { rawInputOf } from "~/form-engine/typed/raw-input";
import { type Answers, type EntryField, type Field, fieldsOf, type StepDefinition, textOf } from "./definition";
import { entriesOf, statusesOf } from "./relevance";

export type Input = [name: string, value: string];

/** The inverse of `readStepForm`: numbers a list's entries, even empty ones. Includes confirmations, not files. */
export const formOf = (step: StepDefinition, answers: Answers): Input[] => [
  ...inputsOf(fieldsOf(step), answers, ""),
  ...Object.entries(confirmedIn(answers)).map(([key, mark]): Input => [confirmingInput(key), mark]),
];

const inputsOf = (fields: readonly Field[], answers: Answers, prefix: string): Input[] =>
  fields.flatMap((field) => inputsFor(field, answers, prefix));

function inputsFor(field: Field, answers: Answers, prefix: string): Input[] {
  const name = prefix + field.name;
  if (field.kind === "list")
    return entriesOf(field, answers).flatMap((entry, place) => entryInputs(field, entry, place));
  if (field.kind === "statuses")
    return Object.entries(statusesOf(field, answers)).flatMap(([group, values]) =>
      values.map((value): Input => [`${name}.${group}`, value]),
    );
  const value = answers[field.name];
  if (field.kind === "date") {
    const boxes = datePartsIn(field.name, answers);
    const filled = dateParts.filter((part) => boxes[part] !== "");
    const ticked: Input[] = field.noDay && lacksDay(field.name, answers) ? [[`${name}.${noDay}`, "yes"]] : [];
    return [...filled.map((part): Input => [`${name}.${part}`, boxes[part]]), ...ticked];
  }
  const typed = isNormalizedField(field) ? rawInputOf(field.name, answers)[field.name] : undefined;
  if (typed !== undefined) return [[name, typed]];
  if (value === undefined || field.kind === "file") return [];
  return [[name, typeof value === "boolean" ? (value ? "yes" : "no") : textOf(value)]];
}

function entryInputs({ name, fields }: { name: string; fields: readonly EntryField[] }, entry: Answers, place: number) {
  const inputs = inputsOf(fields, entry, `${name}[${place}].`);
  return inputs.length > 0 ? inputs : [[`${name}[${place}].`, ""] satisfies Input];
}
