import { normalizeLine, normalizeText } from "~/core/text-input";
import { readConfirmed, withConfirmed } from "~/form-engine/confirmed-part";
import { canonicalAnswer, isNormalizedField, parseInput } from "~/form-engine/typed/canonical";
import { type RawInput, withRawInput } from "~/form-engine/typed/raw-input";
import {
  type Answers,
  type EntryField,
  type Field,
  fieldsOf,
  type ListField,
  type SingleField,
  type StatusesField,
  type StepDefinition,
} from "./definition";
import { withOpenGates } from "./list-gate";
import { answerOf } from "./relevance";

/** The common interface of `FormData` and `URLSearchParams`. */
export type SubmittedFields = {
  get: (name: string) => FormDataEntryValue | null;
  getAll: (name: string) => FormDataEntryValue[];
  keys: () => Iterable<string>;
};

/**
 * Reads a step's raw answers: valid or not, relevant or not; unanswered ones are left out. Includes unstorable ones,
 * which `unstorableAnswers` names, and confirmations (`confirmed-part.ts`), but no files.
 */
export function readStepForm(step: StepDefinition, form: SubmittedFields): Answers {
  const answers = readFields(fieldsOf(step), "", form);
  for (const field of fieldsOf(step)) {
    const worked = field.kind === "yesno" && field.compute ? answerOf(field, answers) : undefined;
    if (worked !== undefined) answers[field.name] = worked;
  }
  return withConfirmed(withOpenGates(step, answers), readConfirmed(form));
}

/** `prefix`: of the inputs' names, for list entries. */
function readFields(fields: readonly Field[], prefix: string, form: SubmittedFields): Answers {
  const answers: Answers = {};
  const rawInput: RawInput = {};
  for (const field of fields) {
    if (field.kind === "file") continue;
    const name = prefix + field.name;
    if (isNormalizedField(field) && !isComputed(field)) {
      const reading = parseInput(field, (input) => textIn(form, prefix + input));
      if (reading.value !== undefined) answers[field.name] = reading.value;
      Object.assign(rawInput, reading.typed);
      continue;
    }
    const value =
      field.kind === "list"
        ? readList(field, form)
        : field.kind === "statuses"
          ? readStatuses(field, form)
          : readValue(field, name, form);
    if (value !== undefined) answers[field.name] = value;
  }
  return withRawInput(answers, rawInput);
}

const isComputed = (field: Field) => (field.kind === "number" || field.kind === "yesno") && field.compute !== undefined;

function textIn(form: SubmittedFields, name: string): string | undefined {
  const raw = form.get(name);
  return typeof raw === "string" ? normalizeLine(raw) : undefined;
}

function readStatuses(field: StatusesField, form: SubmittedFields): Record<string, string[]> | undefined {
  const groups = field.groups.flatMap(({ name }): [string, string[]][] => {
    const checked = new Set(form.getAll(`${field.name}.${name}`).filter((value) => typeof value === "string"));
    // Without JavaScript both can be checked: the others win.
    if (checked.size > 1) checked.delete(field.alone);
    return checked.size > 0 ? [[name, [...checked].map(normalizeLine)]] : [];
  });
  return groups.length > 0 ? Object.fromEntries(groups) : undefined;
}

function readValue(field: SingleField | EntryField, name: string, form: SubmittedFields): unknown {
  if (isComputed(field)) return undefined;
  const raw = form.get(name);
  if (typeof raw !== "string") return undefined;
  const text = field.kind === "textarea" ? normalizeText(raw) : normalizeLine(raw);
  // Only the values that its checkbox sends count as a certification.
  if (field.kind === "tick") return text === "yes" || text === "on" ? true : undefined;
  if (field.kind === "yesno") return text === "yes" ? true : text === "no" ? false : undefined;
  return text === "" ? undefined : canonicalAnswer(field, text);
}

/** Entry numbers may have gaps after a removal. An empty entry counts, because it was added. */
function readList(field: ListField, form: SubmittedFields): Answers[] | undefined {
  const numbers = new Set<number>();
  for (const key of form.keys()) {
    const match = key.startsWith(`${field.name}[`) && /^\[(\d{1,3})\]\./.exec(key.slice(field.name.length));
    if (match) numbers.add(Number(match[1]));
  }
  if (numbers.size === 0) return undefined;
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => readFields(field.fields, `${field.name}[${number}].`, form));
}
