import fc from "fast-check";
import { normalizeLine, normalizeText, withPlainDigits } from "../../../app/core/text-input";
import {
  type Answers,
  type EntryField,
  type Field,
  fieldsOf,
  knownKey,
  type StepDefinition,
  textLimit,
} from "../../../app/form-engine/definition";
import { isRequired, visibleFields } from "../../../app/form-engine/relevance";
import { datePartsOf, isPartOfDate } from "../../../app/form-engine/typed/dates";
import { dateBounds, type Today } from "../../../app/form-engine/validate";

/** Draws values from a seed, so that failures can be reproduced. */
export type Draw = <Value>(from: fc.Arbitrary<Value>) => Value;
export function drawFrom(seed: number): Draw {
  let drawn = seed;
  return (from) => {
    for (const value of fc.sample(from, { seed: drawn++, numRuns: 1 })) return value;
    throw new Error("nothing was drawn");
  };
}
export const draws = fc.integer().map(drawFrom);

/** A text in its stored form: letters of official records in upper case, digits as 0 to 9. */
export const toStoredForm = (field: Field | EntryField, text: string): string =>
  field.kind === "text" && field.look === "record" ? withPlainDigits(text).toUpperCase().normalize("NFC") : text;

/** A random valid answer to a field. */
function good(
  field: Field | EntryField,
  answers: Answers,
  g: Draw,
  today: Today,
  countries: ReadonlySet<string>,
): unknown {
  const text = (max: number, clean: (raw: string) => string) =>
    g(
      fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
        .map((text) => clean([...clean(`A${text}`.replaceAll(/[\n\r\v\f]/g, " "))].slice(0, max).join(""))),
    );
  if ("signature" in field) return "Ana Rolle";
  switch (field.kind) {
    case "text":
    case "textarea":
      // A single line has no line separators, which drawn text may contain.
      return text(field.maxLength ?? textLimit[field.kind], (raw) =>
        toStoredForm(field, field.kind === "text" ? normalizeLine(raw) : normalizeText(raw)),
      );
    case "email":
      return g(fc.emailAddress());
    case "phone":
      return g(fc.stringMatching(/^\+\d{3} \(\d{3}\) \d{3}-\d{2,4}$/));
    case "yesno":
      return g(fc.boolean());
    case "tick":
      return true;
    case "country":
      return g(fc.constantFrom(...countries));
    case "choice":
      return g(fc.constantFrom(...field.options.map((option) => option.value)));
    case "number":
      return g(fc.integer({ min: Math.max(field.min, 0), max: Math.min(field.max, 90_000) })).toFixed(
        field.unit === "USD" ? 2 : 0,
      );
    case "date": {
      const { min = "1930-01-01", max = "2090-12-31" } = dateBounds(field, answers, today);
      const [from = 0, to = 0] = [Date.parse(min), Date.parse(max)].map((time) => time / 86_400_000);
      const day = g(fc.integer({ min: field.isAfterMin ? from + 1 : from, max: to }));
      const iso = new Date(day * 86_400_000).toISOString().slice(0, 10);
      // `1965` or `1965-03` where the day may be unknown.
      return field.noDay ? iso.slice(0, g(fc.constantFrom(10, 10, 7, 4))) : iso;
    }
    case "list": {
      const entry = () => {
        const made: Answers = {};
        for (const part of field.fields) made[part.name] = good(part, made, g, today, countries);
        return made;
      };
      return Array.from({ length: g(fc.integer({ min: 1, max: 3 })) }, entry);
    }
  }
}

const hidden = "hidden and wrong @";

/**
 * Answers that complete a step: required fields are valid, others arbitrary. `known`: answers of other steps that its
 * conditions read.
 */
export function goodAnswers(
  step: StepDefinition,
  g: Draw,
  today: Today,
  countries: ReadonlySet<string>,
  known?: Answers,
): Answers {
  const answers: Answers = known ? { [knownKey]: known } : {};
  const fields = fieldsOf(step).filter((field) => !(field.kind === "number" && field.compute));
  const deciding = fields.filter(({ kind }) => ["yesno", "tick", "choice"].includes(kind));
  const otherFields = fields.filter((field) => !deciding.includes(field));
  for (const field of [...deciding, ...otherFields]) {
    const gate = field.kind === "list" ? field.gate : undefined;
    const needed = gate ? answers[gate] === true : isRequired(field, answers);
    if (needed || (!gate && g(fc.boolean()))) answers[field.name] = good(field, answers, g, today, countries);
  }
  const visible = new Set(visibleFields(step, answers).map((field) => field.name));
  const rawInputs: Record<string, string> = {};
  for (const field of otherFields) {
    const { name, kind } = field;
    if (visible.has(name) || !g(fc.boolean())) continue;
    delete answers[name];
    if (kind === "date" || kind === "number") rawInputs[kind === "date" ? `${name}.day` : name] = hidden;
    else answers[name] = toStoredForm(field, hidden);
  }
  return Object.keys(rawInputs).length > 0 ? { ...answers, _typed: rawInputs } : answers;
}

function addDate(form: FormData, name: string, value: unknown) {
  for (const [part, text] of Object.entries(datePartsOf(value))) form.set(`${name}.${part}`, text);
  if (isPartOfDate(value)) form.set(`${name}.noDay`, "yes");
}

/** The form of these answers, as a browser sends it. */
export function toForm(step: StepDefinition, answers: Answers): FormData {
  const form = new FormData();
  const add = (field: Field | EntryField, name: string, value: unknown) => {
    if (value === undefined) return;
    if (field.kind === "tick") form.set(name, "on");
    else if (field.kind === "yesno") form.set(name, value === true ? "yes" : "no");
    else if (field.kind !== "date") form.set(name, String(value));
    else if (!form.has(`${name}.year`)) addDate(form, name, value);
  };
  for (const [name, rawValue] of Object.entries((answers._typed ?? {}) as Answers)) form.set(name, String(rawValue));
  for (const field of fieldsOf(step)) {
    const value = answers[field.name];
    if (field.kind !== "list") add(field, field.name, value);
    else if (Array.isArray(value))
      for (const [index, entry] of value.entries())
        for (const part of field.fields) add(part, `${field.name}[${index}].${part.name}`, entry[part.name]);
  }
  return form;
}
