import type { Answers, StepDefinition } from "~/applications/steps/engine/definition";
import { fieldsOf } from "~/applications/steps/engine/definition";
import { readStepForm } from "~/applications/steps/engine/read-form";
import { typedIn } from "~/applications/steps/typed/typed-part";

/** What a step's form holds, as it is sent. Files are not in it. */
export type Fields = [name: string, value: string][];

/**
 * Answers of one step that the server has not acknowledged. They stand in `sessionStorage`: there they survive a
 * reload, a discarded or crashed tab, and no other tab sees them.
 */
export type Unsent = {
  /** The revision that they started from. */
  revision: number;
  fields: Fields;
  /** When the first of them was typed, in milliseconds. */
  since: number;
  /** What was sent without an answer coming back: it may have been stored all the same. */
  lost: Fields[];
};

const envelope = new Set(["step", "revision", "attempt", "intent", "application"]);
const prefix = (application: string) => `unsent ${application} `;

export function fieldsIn(form: HTMLFormElement): Fields {
  return [...new FormData(form)].flatMap(
    ([name, value]): Fields => (typeof value === "string" && !envelope.has(name) ? [[name, value]] : []),
  );
}

/**
 * Whether a form still has the values it was rendered with. People type before the page's script runs, and browsers
 * refill forms when they restore a tab: neither fires an event.
 */
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

export const sameFields = (one: Fields, other: Fields) => JSON.stringify(one) === JSON.stringify(other);

export function storeUnsent(application: string, step: string, unsent: Unsent): void {
  try {
    sessionStorage.setItem(prefix(application) + step, JSON.stringify(unsent));
  } catch {
    // Storage is full or forbidden; the answers are still in the form.
  }
}

export function readUnsent(application: string, step: string): Unsent | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix(application) + step) ?? "null");
    return isUnsent(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** The steps that have unsent answers. */
export function unsentSteps(application: string): string[] {
  try {
    const start = prefix(application);
    return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));
  } catch {
    return [];
  }
}

export function forgetUnsent(application: string, steps = unsentSteps(application)): void {
  try {
    for (const step of steps) sessionStorage.removeItem(prefix(application) + step);
  } catch {
    // Storage is forbidden, so nothing was stored either.
  }
}

const isFields = (value: unknown): value is Fields =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"));

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== "object" || value === null) return false;
  const { revision, fields, since, lost } = value as Partial<Record<keyof Unsent, unknown>>;
  const counted = Number.isInteger(revision) && typeof since === "number";
  return counted && isFields(fields) && Array.isArray(lost) && lost.every(isFields);
}

/** The answers that fields stand for. */
export function answersOf(definition: StepDefinition, fields: Fields): Answers {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return readStepForm(definition, form);
}

/** Whether two sets of answers are equal and were typed alike, apart from files, which forms do not carry. */
export function sameAnswers(definition: StepDefinition, one: Answers, other: Answers): boolean {
  if (inOrder(typedIn(one)) !== inOrder(typedIn(other))) return false;
  return fieldsOf(definition).every(({ kind, name }) => kind === "file" || inOrder(one[name]) === inOrder(other[name]));
}

/** JSON with sorted keys, because `jsonb` does not preserve their order. */
export const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
