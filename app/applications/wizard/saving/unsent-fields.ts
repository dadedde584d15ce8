import { namesIn } from "~/core/countries/country-options";
import type { CountryOption } from "~/core/countries/country-search";
import { confirmedIn } from "~/form-engine/confirmed-part";
import { withCountryCodes } from "~/form-engine/countries/typed-countries";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { fieldsOf } from "~/form-engine/definition";
import { readStepForm } from "~/form-engine/read-form";
import { rawInputIn } from "~/form-engine/typed/raw-input";

export type Fields = [name: string, value: string][];

export type Unsent = {
  revision: number;
  fields: Fields;
  /** When the first of them was typed, in milliseconds. */
  since: number;
  /** Sent without a response: it may have been stored. */
  lost: Fields[];
  /** When the person left the step offline, in milliseconds; it is then sent as by `Next Step`. */
  left?: number;
  /** Answers that are never copied to the device: their stored values apply. */
  omitted?: string[];
};

const envelope = new Set(["step", "revision", "attempt", "seen", "intent", "application", "change"]);
export function fieldsIn(form: HTMLFormElement): Fields {
  return [...new FormData(form)].flatMap(
    ([name, value]): Fields => (typeof value === "string" && !envelope.has(name) ? [[name, value]] : []),
  );
}

/** People type before the script runs, and browsers refill restored forms: neither fires an event. */
export const isAsRendered = (form: HTMLFormElement): boolean =>
  [...form.elements].every((input) => {
    if (input instanceof HTMLSelectElement) {
      const rendered = [...input.options].findIndex((option) => option.defaultSelected);
      return input.selectedIndex === Math.max(rendered, input.multiple ? -1 : 0);
    }
    if (input instanceof HTMLTextAreaElement) return input.value === input.defaultValue;
    if (!(input instanceof HTMLInputElement) || input.type === "file") return true;
    return input.value === input.defaultValue && input.checked === input.defaultChecked;
  });

/** Removes the fields of some answers; one answer may have several, such as `otherNames[0].type`. */
export const withoutAnswers = (fields: Fields, names: readonly string[] = []): Fields =>
  fields.filter(([name]) => !names.includes(name.split(/[.[]/)[0] ?? name));

export const sameFields = (a: Fields, b: Fields) => JSON.stringify(a) === JSON.stringify(b);

const isFields = (value: unknown): value is Fields =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"));

export function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== "object" || value === null) return false;
  const { revision, fields, since, lost, omitted = [] } = value as Partial<Record<keyof Unsent, unknown>>;
  const counted = Number.isInteger(revision) && typeof since === "number";
  return counted && isFields(fields) && Array.isArray(lost) && lost.every(isFields) && Array.isArray(omitted);
}

export function answersOfUnsent(
  definition: StepDefinition,
  { fields, omitted = [] }: Unsent,
  { answers: stored, countries }: { answers: Answers; countries: readonly CountryOption[] },
): Answers {
  const answers = answersOf(definition, fields, countries);
  for (const name of omitted) answers[name] = stored[name];
  return answers;
}

export function answersOf(definition: StepDefinition, fields: Fields, countries: readonly CountryOption[]): Answers {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return withCountryCodes(definition, readStepForm(definition, form), namesIn(countries));
}

/** Whether answers and confirmations are equal, apart from files, which forms do not carry. */
export function sameAnswers(definition: StepDefinition, a: Answers, b: Answers): boolean {
  return inOrder(confirmedIn(a)) === inOrder(confirmedIn(b)) && sameButConfirmed(definition, a, b);
}

/** Ignores confirmations too, as the person is asked for them again. */
function sameButConfirmed(definition: StepDefinition, a: Answers, b: Answers): boolean {
  if (inOrder(rawInputIn(a)) !== inOrder(rawInputIn(b))) return false;
  return fieldsOf(definition).every(({ kind, name }) => kind === "file" || inOrder(a[name]) === inOrder(b[name]));
}

/** Only checkboxes differ, or `stored` is a save of ours whose response was `lost`. */
export const isNoConflict = (
  definition: StepDefinition,
  unsent: Answers,
  lost: readonly Answers[],
  stored: Answers,
): boolean =>
  sameButConfirmed(definition, unsent, stored) ||
  lost.some((lostAnswers) => sameAnswers(definition, lostAnswers, stored));

/** JSON with sorted keys, because `jsonb` does not preserve their order. */
export const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
