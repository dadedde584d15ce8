import fc from "fast-check";
import { answersIn } from "../../../app/applications/steps/answers-in";
import type { Visa } from "../../../app/applications/steps/contradictions/visa";
import { maxDraftLength } from "../../../app/core/character-count";
import {
  type Answers,
  type EntryField,
  type Field,
  fieldsOf,
  type StepDefinition,
  textLimit,
} from "../../../app/form-engine/definition";
import { dayOf } from "../../../app/form-engine/typed/dates";
import { inYears } from "./applicant";
import type { Draw } from "./drawn-answers";
import { countOf, noCountries, pastedText, spelledCountry, spelledDate, spelledNumber, spelledPart } from "./spellings";

/** The expected state of an application, computed from the commands. */
export type Expected = {
  steps: readonly StepDefinition[];
  /** Stay and entries of the selected service. */
  visa: Visa;
  metadata: Record<string, Answers>;
  revisions: Record<string, number>;
  current: number;
  furthest: number;
  percent: number;
  status: "draft" | "submitted";
  /** Steps that were complete once; their rows remain. */
  rows: Set<string>;
};

const present = (value: unknown) =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
const holds = (when: unknown, answers: Answers) =>
  typeof when === "function" ? when(answers) === true : when === true;
export const shown = (step: StepDefinition, answers: Answers) =>
  fieldsOf(step).filter((field) => field.visible === undefined || holds(field.visible, answers));
const worked = (field: Field) => (field.kind === "number" || field.kind === "yesno") && field.compute !== undefined;

/** The relevant answers, as they are signed and stored in rows. */
export function counted(step: StepDefinition, answers: Answers): Answers {
  const chosen: Answers = {};
  for (const field of shown(step, answers)) {
    const answer = answers[field.name];
    const value =
      (field.kind === "number" || field.kind === "yesno") && field.compute
        ? field.compute(answers)
        : field.kind === "choice" && !present(answer)
          ? field.initial
          : answer;
    if (!present(value)) continue;
    chosen[field.name] =
      field.kind === "list"
        ? (value as Answers[]).map(({ _typed, ...entry }) => asSigned(field.fields, entry))
        : asDay(field, value);
    if (field.kind === "file") chosen[field.filename] = answers[field.filename];
  }
  return chosen;
}

/** An encrypted date is stored as typed until it is signed (`typed/dates.ts`). */
const asDay = (field: Field | EntryField, value: unknown): unknown =>
  field.kind === "date" && field.encrypted ? (dayOf(value) ?? value) : value;
const asSigned = (fields: readonly EntryField[], entry: Answers): Answers => {
  const dates = fields.filter(({ name }) => entry[name] !== undefined);
  return { ...entry, ...Object.fromEntries(dates.map((field) => [field.name, asDay(field, entry[field.name])])) };
};

// Wrong answers that a person could type; valid ones never equal them.
const early = "1999-01-01";
const late = "2190-01-01";
const wrongEmail = "nobody at home";
const wrongPhone = "12 34";
const wrongNumber = "a lot";
const halfDate = "14//1990";
const isTextField = (field: Field | EntryField) => field.kind === "text" || field.kind === "textarea";
const limitOf = (field: Field | EntryField) =>
  field.kind === "text" || field.kind === "textarea" ? (field.maxLength ?? textLimit[field.kind]) : 0;
const today = { min: new Date().toISOString().slice(0, 10) };

/** The value that a field is known to refuse; `spoilable` has more. */
function spoilt(field: Field | EntryField): string | undefined {
  if (isTextField(field)) return "w".repeat(limitOf(field) + 1);
  if (field.kind === "email") return wrongEmail;
  if (field.kind === "phone") return wrongPhone;
  if (field.kind === "country") return noCountries[0];
  if (field.kind === "number" && !field.compute) return wrongNumber;
  if (field.kind === "date" && field.max) return late;
  if (field.kind === "date" && field.min?.({}, today.min)) return early;
  return field.kind === "date" ? halfDate : undefined;
}

/** Whether a field has raw input without a value, such as half a date. */
const isIncomplete = ({ name }: Field | EntryField, { _typed }: Answers) =>
  Object.keys((_typed ?? {}) as Answers).some((input) => input === name || input.startsWith(`${name}.`));

/** Whether this answer makes the step incomplete. */
function isWrong(field: Field | EntryField, answers: Answers): boolean {
  const value = answers[field.name];
  if (field.kind === "tick") return holds(field.required, answers) && value !== true;
  if (!present(value) && isIncomplete(field, answers)) return true;
  if (!present(value)) return holds(field.required, answers) && !worked(field as Field);
  // A number may come from another step with a wider range.
  if (field.kind === "number" && (Number(value) < field.min || Number(value) > field.max)) return true;
  if (field.kind === "country") return !/^[A-Z]{2}$/.test(String(value));
  return value === spoilt(field) || isOver(field, answers);
}

const entriesIn = (field: Field, answers: Answers) =>
  Array.isArray(answers[field.name]) ? (answers[field.name] as Answers[]) : [];
const isBlank = (entry: Answers) => !Object.values(entry).some(present);

/** Yes with an empty list, or No with a filled one. */
function isAtOdds(field: Field, answers: Answers): boolean {
  if (field.kind !== "list" || !field.gate) return false;
  const entries = entriesIn(field, answers);
  if (answers[field.gate] === true) return entries.length < 2 && entries.every(isBlank);
  return answers[field.gate] === false && !entries.every(isBlank);
}

/** Names of missing or wrong answers in a step, in screen order. */
export const wrongIn = (step: StepDefinition, answers: Answers): string[] => {
  const shownFields = new Set<Field>(shown(step, answers));
  return fieldsOf(step).flatMap((field) => {
    if (isAtOdds(field, answers)) return [field.name];
    if (!shownFields.has(field)) return [];
    if (field.kind !== "list") return isWrong(field, answers) ? [field.name] : [];
    const entries = entriesIn(field, answers);
    return entries.flatMap((entry, index) =>
      field.fields.filter((part) => isWrong(part, entry)).map((part) => `${field.name}[${index}].${part.name}`),
    );
  });
};

/** Whether a text exceeds its limit: stored in the draft, but in no row. */
export const isOver = (field: Field | EntryField, answers: Answers): boolean =>
  isTextField(field) && countOf(String(answers[field.name] ?? "")) > limitOf(field);
const isTooLong = (field: Field | EntryField, answers: Answers) =>
  isTextField(field) && String(answers[field.name] ?? "").length > maxDraftLength;

/** The stored part of a step's answers: a text that no draft stores is replaced by the former value (V-ATK-8). */
export const storable = (step: StepDefinition, answers: Answers, before: Answers = {}): Answers =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]): [string, unknown][] => {
      const field = fieldsOf(step).find((candidate) => candidate.name === name);
      if (field?.kind === "list" && Array.isArray(value)) {
        const short = (entry: Answers) => field.fields.filter((part) => part.name in entry && !isTooLong(part, entry));
        const entries = (value as Answers[]).map((entry) =>
          Object.fromEntries([
            ...short(entry).map((part) => [part.name, entry[part.name]]),
            ...("_typed" in entry ? [["_typed", entry._typed]] : []),
          ]),
        );
        return [[name, entries]];
      }
      if (!field || !isTooLong(field, answers)) return [[name, value]];
      return before[name] === undefined ? [] : [[name, before[name]]];
    }),
  );

/** Names of relevant answers that no button stores. */
export const unstorableIn = (step: StepDefinition, answers: Answers): string[] => {
  const stored = storable(step, answers);
  return wrongIn(step, answers).filter((name) => {
    const [, list = "", index = "", part = ""] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
    const of = (from: Answers) => (list ? (from[list] as Answers[])[Number(index)]?.[part] : from[name]);
    return of(answers) !== undefined && of(stored) === undefined;
  });
};

/** The incomplete steps, as a submission must list them. */
export const incompleteSteps = ({ steps, metadata }: Expected) =>
  steps
    .map((step) => ({ code: step.code, names: wrongIn(step, answersIn(metadata, step)) }))
    .filter(({ names }) => names.length > 0);

const day = (g: Draw, from: string, to: string) =>
  g(fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }))
    .toISOString()
    .slice(0, 10);

/** One less than the maximum, because half a step may be added; money has thousands separators. */
const limit = ({ max, unit }: { max: number; unit?: string }, g: Draw) =>
  unit === "USD" ? g(fc.constantFrom(365, 90_000)) : Math.min(max - 1, 364);

/** A valid form value of an input. Dates that bound each other are consistent whichever are chosen. */
function goodValue(
  field: Exclude<Field, { kind: "list" | "statuses" | "file" }> | EntryField,
  inList: boolean,
  g: Draw,
): string {
  switch (field.kind) {
    case "tick":
      return "yes";
    case "yesno":
      return g(fc.constantFrom("yes", "no"));
    case "choice":
      return g(fc.constantFrom(...field.options)).value;
    case "country":
      return spelledCountry(g);
    case "email":
      return g(fc.constantFrom("ana@mail.example", "o'neill+visa@sub.mail.example", "info@bücher.example"));
    case "phone":
      return g(fc.constantFrom("+1 242 555 0142", "(242) 555-0143", "242.555.0142", "+509 37 00 12 34"));
    case "number":
      return spelledNumber(field, g(fc.integer({ min: Math.max(field.min, 0), max: limit(field, g) })), g);
    case "date":
      if (field.noDay && g(fc.nat(2)) === 0) return g(fc.constantFrom("1965-XX-XX", "1965-03-XX", "1988-11-XX"));
      if (field.max) return day(g, "1960-01-01", "2009-12-31");
      if (field.min?.({}, today.min)) return day(g, inYears(1, "06-01"), inYears(3, "12-31"));
      return inList ? day(g, "2012-01-01", "2020-12-31") : day(g, inYears(5, "01-01"), inYears(7, "12-31"));
    default: {
      if ("signature" in field) return g(fc.constantFrom("Ana Rolle", "陳大文", "o'neill"));
      if (g(fc.nat(3)) === 0) return pastedText(g(fc.integer({ min: 1, max: limitOf(field) })), g);
      const text = g(
        fc.constantFrom("A", "O'Brien", "Ñuñez-陳 大文", "محمد علي", "<b>&amp;</b>", "👩🏽‍✈️ Rolle", "1,5", "null"),
      );
      return [...text].slice(0, limitOf(field)).join("").trim() || "A";
    }
  }
}

/** Answers one question in a form correctly, with entries and checkboxes. */
export function answerWell(form: URLSearchParams, field: Field, g: Draw, wanted?: string): void {
  if (field.kind === "file" || worked(field)) return;
  for (const key of [...form.keys()])
    if (key === field.name || key.startsWith(`${field.name}[`) || key.startsWith(`${field.name}.`)) form.delete(key);
  if (field.kind === "list") {
    const count = g(fc.integer({ min: 1, max: Math.min(3, field.maxEntries) }));
    for (let index = 0; index < count; index++)
      for (const part of field.fields)
        appendInput(form, `${field.name}[${index}].${part.name}`, goodValue(part, true, g), g);
    return;
  }
  if (field.kind === "statuses") {
    const otherValues = field.options.map(({ value }) => value).filter((value) => value !== field.alone);
    for (const group of field.groups)
      for (const value of g(fc.oneof(fc.constant([field.alone]), fc.subarray(otherValues))))
        form.append(`${field.name}.${group.name}`, value);
    return;
  }
  appendInput(form, field.name, wanted ?? goodValue(field, false, g), g);
}

/** Types a value: a date into its inputs, in some spelling; half a date as `14//1990`, without day `1965-03-XX`. */
function appendInput(form: URLSearchParams, name: string, value: string, g: Draw): void {
  form.delete(`${name}.noDay`);
  if (/^\d{4}-(?:\d\d|XX)-XX$/.test(value)) {
    for (const [input, text] of Object.entries(spelledPart(name, value, g))) form.set(input, text);
    return;
  }
  const [, day = "", month = "", year = ""] = /^(\d*)\/(\d*)\/(\d*)$/.exec(value) ?? [];
  const half = { [`${name}.day`]: day, [`${name}.month`]: month, [`${name}.year`]: year };
  const isDate = /^\d{4}-\d\d-\d\d$/.test(value);
  const inputs = isDate ? spelledDate(name, value, g) : year ? half : { [name]: value };
  for (const [input, text] of Object.entries(inputs)) form.set(input, text);
}

/** Types something wrong into a field. */
export const spoil = (form: URLSearchParams, { name, value }: { name: string; value: string }, g: Draw) =>
  appendInput(form, name, value, g);

export const inputsOf = (form: URLSearchParams, { name, kind }: Field): string[] =>
  [...form.keys()].filter((key) => key === name || (kind === "date" && key.startsWith(`${name}.`)));

/** The answers of a step that typing can make wrong. */
export const spoilable = (step: StepDefinition, answers: Answers, g: Draw) =>
  shown(step, answers).flatMap((field) => {
    const value = spoilt(field);
    return value === undefined ? [] : [{ name: field.name, value: g(fc.constantFrom(value, ...moreWrong(field, g))) }];
  });

/** Further values that the field refuses: pasted, misspelt, or ambiguous. */
function moreWrong(field: Field, g: Draw): string[] {
  if (isTextField(field))
    return [limitOf(field) + 1, 2 * limitOf(field), maxDraftLength + 1].map((length) => pastedText(length, g));
  if (field.kind === "country") return noCountries;
  if (field.kind === "date") return [halfDate, "31/2/1990", "14/13/1990", "14/5/90", "//1990"];
  if (field.kind === "number" && field.unit === "USD") return ["3.500", "€3500"];
  return [];
}

export const deciding = (step: StepDefinition) =>
  fieldsOf(step).filter((field) => ["yesno", "tick", "choice"].includes(field.kind) && !worked(field));
