import { isLongerThan, maxDraftLength, tooLong } from "~/core/character-count";
import { invalidCharactersMessage, isValidLine, isValidText, stripInvalidCharacters } from "~/core/text-input";
import { confirmedIn, withConfirmed } from "~/form-engine/confirmed-part";
import { isNormalizedField } from "~/form-engine/typed/canonical";
import { type DatePart, dateParts, datePartsIn, lacksDay } from "~/form-engine/typed/dates";
import { notNumber } from "~/form-engine/typed/numbers";
import { type RawInput, rawInputIn, rawInputOf, withoutRawInput, withRawInput } from "~/form-engine/typed/raw-input";
import type { Problem } from "./definition";
import {
  type Answers,
  type EntryField,
  type Field,
  fieldsOf,
  type SingleField,
  type StepDefinition,
  textLimit,
} from "./definition";
import { entriesOf, isVisible, labelOf, statusesOf } from "./relevance";

const withoutText = new Set<Field["kind"]>(["yesno", "tick", "list", "statuses", "file"]);
const isTextKind = (kind: Field["kind"]): kind is keyof typeof textLimit => !withoutText.has(kind);

/** Undefined if it is no text. */
export const maxLengthOf = (field: Field | EntryField): number | undefined =>
  ("maxLength" in field ? field.maxLength : undefined) ?? (isTextKind(field.kind) ? textLimit[field.kind] : undefined);

/** Drafts keep these texts whole up to `maxDraftLength`: a longer one only blocks `Next Step`. */
const fullLengthKinds = new Set<Field["kind"]>(["text", "textarea", "email", "phone", "country"]);

export function isOverLimit(field: Field | EntryField, value: unknown): boolean {
  const limit = maxLengthOf(field);
  return limit !== undefined && typeof value === "string" && isLongerThan(value, limit);
}

/** Why an answer is refused, and the input to correct if a field has several. */
export type StorageProblem = string | { message: string; part: DatePart } | undefined;

export function problemsAt(name: string, problem: StorageProblem, before = ""): Problem[] {
  if (problem === undefined) return [];
  if (typeof problem === "string") return [{ name, message: before + problem }];
  // The first input of a date has the field's id.
  const at = problem.part === "day" ? {} : { at: `${name}.${problem.part}` };
  return [{ name, message: before + problem.message, ...at }];
}

/** While the day is hidden, a message about the whole date is shown at its year (F-DATE-1). */
export const atVisibleInput = (field: Field | EntryField, answers: Answers, problem: StorageProblem): StorageProblem =>
  typeof problem === "string" && field.kind === "date" && field.noDay && lacksDay(field.name, answers)
    ? { message: problem, part: "year" }
    : problem;

/** `visible`: the question is shown. Unstorable answers to hidden questions are dropped, but don't block the step. */
export type UnstorableAnswer = Problem & { visible: boolean };

export const shownProblems = (unstorable: readonly UnstorableAnswer[]): Problem[] =>
  unstorable.filter(({ visible }) => visible).map(({ visible: _, ...problem }) => problem);

/** Not even in a draft: too long, invalid characters, or lists with too many entries. */
export function unstorableAnswers(step: StepDefinition, answers: Answers): UnstorableAnswer[] {
  return fieldsOf(step).flatMap((field) => {
    const visible = isVisible(field, answers);
    return unstorableIn(field, answers).map((problem): UnstorableAnswer => ({ ...problem, visible }));
  });
}

function unstorableIn(field: Field, answers: Answers): Problem[] {
  if (field.kind === "file") return [];
  if (field.kind === "statuses") {
    const checked = statusesOf(field, answers);
    const optionValues = new Set(field.options.map(({ value }) => value));
    return field.groups
      .filter(({ name }) => checked[name]?.some((value) => !optionValues.has(value)))
      .map((group) => ({ name: `${field.name}.${group.name}`, message: notOffered(group.label) }));
  }
  if (field.kind !== "list") {
    return problemsAt(field.name, unstorableReason(field, answers));
  }
  const entries = entriesOf(field, answers);
  if (entries.length > field.maxEntries) return [{ name: field.name, message: tooMany(field) }];
  return entries.flatMap((entry, index) =>
    field.fields.flatMap((part) =>
      problemsAt(
        `${field.name}[${index}].${part.name}`,
        unstorableReason(part, entry),
        `${field.entry} #${index + 1}: `,
      ),
    ),
  );
}

export const tooMany = (field: { label: string; maxEntries: number }) =>
  `${field.label}: you can add up to ${field.maxEntries}`;
export const notOffered = (label: string) => `${label}: choose from the options`;

export const notOfItsKind = {
  date: (label: string) => `${label} must be a real date, such as May 14, 1990`,
  choice: (label: string) => `${label}: choose one of the options`,
  country: (label: string) => `${label}: choose a country of the list`,
} as const;

/** Undefined if it can be stored, or is missing. */
export function unstorableReason(field: SingleField | EntryField, answers: Answers): StorageProblem {
  const limit = maxLengthOf(field);
  if (limit === undefined) return undefined;
  const label = labelOf(field, answers);
  if (field.kind !== "date") return textProblem(field, label, limit, lengthOf(field, answers));
  const parts = datePartsIn(field.name, answers);
  for (const part of dateParts) {
    const message = textProblem(field, label, limit, parts[part]);
    if (message) return { message, part };
  }
  return undefined;
}

/** The raw input of a normalized field. */
export const lengthOf = (field: Field | EntryField, answers: Answers): unknown =>
  (isNormalizedField(field) ? rawInputOf(field.name, answers)[field.name] : undefined) ?? answers[field.name];

function textProblem(
  field: SingleField | EntryField,
  label: string,
  limit: number,
  value: unknown,
): string | undefined {
  if (typeof value !== "string") return undefined;
  const isTooLong = fullLengthKinds.has(field.kind) ? value.length > maxDraftLength : isLongerThan(value, limit);
  const plain = field.kind === "textarea" ? isValidText(value) : isValidLine(value);
  if (!isTooLong && plain) return undefined;
  if (field.kind === "number") return notNumber(field, label);
  if (field.kind in notOfItsKind) return notOfItsKind[field.kind as keyof typeof notOfItsKind](label);
  return plain ? tooLong(label, limit, value) : invalidCharactersMessage(label);
}

/** Removes texts over their limits, which a draft keeps and no table does. */
export function withinLimits(step: StepDefinition, answers: Answers): Answers {
  const fitting: Answers = {};
  for (const [name, value] of Object.entries(answers)) {
    const field = fieldsOf(step).find((candidate) => candidate.name === name);
    if (field?.kind === "list")
      fitting[name] = entriesOf(field, answers).map((entry) =>
        without(entry, (part) =>
          field.fields.some((candidate) => candidate.name === part && isOverLimit(candidate, entry[part])),
        ),
      );
    else if (!field || !isOverLimit(field, value)) fitting[name] = value;
  }
  return fitting;
}

/** Replaces an unstorable answer by its previous value; in a list entry it is left out. */
export function storableAnswers(
  step: StepDefinition,
  answers: Answers,
  unstorable: readonly Problem[],
  before: Answers,
): Answers {
  const names = new Set(unstorable.map(({ name }) => name));
  const storable: Answers = {};
  const rawInput: RawInput = {};
  for (const field of fieldsOf(step)) {
    const { name } = field;
    const groups = field.kind === "statuses" ? field.groups.map((group) => `${name}.${group.name}`) : [];
    const refused = names.has(name) || groups.some((group) => names.has(group));
    const value = refused
      ? before[name]
      : field.kind === "list" && answers[name] !== undefined
        ? entriesOf(field, answers).map((entry, index) =>
            without(entry, (part) => names.has(`${name}[${index}].${part}`)),
          )
        : answers[name];
    if (value !== undefined) storable[name] = value;
    if (isNormalizedField(field)) Object.assign(rawInput, rawInputOf(name, refused ? before : answers));
    if (field.kind === "file" && answers[field.filename] !== undefined)
      storable[field.filename] = answers[field.filename];
  }
  return withConfirmed(withRawInput(storable, rawInput), confirmedIn(answers));
}

function without(entry: Answers, isUnstorable: (name: string) => boolean): Answers {
  const rawInput = Object.entries(rawInputIn(entry)).filter(([name]) => !isUnstorable(name.replace(/\..*/, "")));
  const fit = Object.entries(withoutRawInput(entry)).filter(([name]) => !isUnstorable(name));
  return withRawInput(Object.fromEntries(fit), Object.fromEntries(rawInput));
}

/** Removes characters that can't be shown. */
export const shownAnswers = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, shown(value)]));

function shown(value: unknown): unknown {
  if (typeof value === "string") return stripInvalidCharacters(value);
  if (Array.isArray(value)) return value.map(shown);
  return typeof value === "object" && value !== null ? shownAnswers({ ...value }) : value;
}
