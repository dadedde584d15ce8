import { canonicalAnswer, canonicalEntry } from "~/form-engine/typed/canonical";
import { withoutRawInput } from "~/form-engine/typed/raw-input";
import {
  type Answers,
  type Field,
  fieldsOf,
  type ListField,
  type StatusesField,
  type StepDefinition,
} from "./definition";

/** Non-blank text, booleans and numbers (false and 0 too), non-empty lists, objects with a value that is present. */
export function isPresent(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.values(value).some(isPresent);
  return typeof value === "boolean";
}

export const isVisible = (field: Field, answers: Answers) => field.visible?.(answers) ?? true;
export const isRequired = (field: Pick<Field, "required">, answers: Answers) =>
  typeof field.required === "function" ? field.required(answers) : (field.required ?? false);

export const labelOf = (field: Pick<Field, "label" | "labelWhen">, answers: Answers): string =>
  field.labelWhen?.(answers) ?? field.label;

export const visibleFields = (step: StepDefinition, answers: Answers): Field[] =>
  fieldsOf(step).filter((field) => isVisible(field, answers));

/** Entered, computed, or preselected. */
export function answerOf(field: Field, answers: Answers): unknown {
  if ((field.kind === "number" || field.kind === "yesno") && field.compute) return field.compute(answers);
  const answer = answers[field.name];
  if (field.kind === "choice" && !isPresent(answer)) return field.initial ?? answer;
  return answer;
}

export const entriesOf = (field: Pick<ListField, "name">, answers: Answers): Answers[] => {
  const list = answers[field.name];
  return Array.isArray(list)
    ? list.filter((entry): entry is Answers => typeof entry === "object" && entry !== null)
    : [];
};

/** Groups without a checked box are left out. */
export function statusesOf(field: Pick<StatusesField, "name" | "groups">, answers: Answers): Record<string, string[]> {
  const answer = answers[field.name];
  const byGroup = new Map(typeof answer === "object" && answer !== null ? Object.entries(answer) : []);
  return Object.fromEntries(
    field.groups.flatMap(({ name }): [string, string[]][] => {
      const list: unknown = byGroup.get(name);
      const values = Array.isArray(list) ? list.filter((value) => typeof value === "string") : [];
      return values.length > 0 ? [[name, values]] : [];
    }),
  );
}

/** A step's stored files: forms don't carry them, because only the server writes them. */
export function fileAnswers(step: StepDefinition, answers: Answers): Answers {
  const files: Answers = {};
  for (const field of fieldsOf(step)) {
    if (field.kind !== "file" || !isPresent(answers[field.name])) continue;
    files[field.name] = answers[field.name];
    files[field.filename] = answers[field.filename];
  }
  return files;
}

/** Visible answers in canonical form: only these are validated, reviewed, stored in tables and submitted. */
export function relevantAnswers(step: StepDefinition, answers: Answers): Answers {
  const relevant: Answers = {};
  for (const field of visibleFields(step, answers)) {
    const value =
      field.kind === "list"
        ? entriesOf(field, answers).map((entry) => canonicalEntry(field.fields, withoutRawInput(entry)))
        : field.kind === "statuses"
          ? statusesOf(field, answers)
          : canonicalAnswer(field, answerOf(field, answers));
    if (!isPresent(value)) continue;
    relevant[field.name] = value;
    if (field.kind === "file") relevant[field.filename] = answers[field.filename];
  }
  return relevant;
}
