import { stepByCode } from "~/applications/steps/registry";
import { withPressed } from "~/applications/wizard/answering/pressed-button";
import { type Changes, changesIn } from "~/cases/request-items/corrected";
import type { CountryNames } from "~/core/countries/country-options";
import { withCountryCodes } from "~/form-engine/countries/typed-countries";
import { fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { readStepForm, type SubmittedFields } from "~/form-engine/read-form";
import { shownAnswers } from "~/form-engine/storable";
import { rawInputOf, withRawInput } from "~/form-engine/typed/raw-input";
import { isCorrectable } from "./correction";

/** Prefix of an item's input names: one page can have several items. */
export const inputPrefix = (item: string): string => `c-${item}.`;
/** Input with the step's code and the names of the questions in the item's form, separated by spaces. */
export const fieldsInput = (item: string): string => `fields-${item}`;

function formOfItem(form: FormData, item: string): SubmittedFields {
  const prefix = inputPrefix(item);
  return {
    get: (name) => form.get(prefix + name),
    getAll: (name) => form.getAll(prefix + name),
    keys: () => [...form.keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
  };
}

/** Finds the button of a question that was clicked without script: its item and the wizard's name of the button. */
export function pressedIn(form: FormData): { item: string; button: string; input: string } | undefined {
  const [, verb, item, target = ""] =
    /^(add|remove|phone):c-([\da-f-]{36})\.(.+)$/.exec(String(form.get("intent"))) ?? [];
  if (!item) return undefined;
  return { item, button: `${verb}:${target}`, input: `c-${item}-${target.split(":")[0]}` };
}

/** Reads the input of the questions in an item's form; null for an empty one. */
export function readCorrection(step: StepDefinition, form: FormData, item: string, countries: CountryNames): Changes {
  const rawNames = form.get(fieldsInput(item));
  const named = new Set(typeof rawNames === "string" ? rawNames.split(" ") : []);
  const shown = fieldsOf(step).filter((field) => named.has(field.name) && isCorrectable(field));
  const inputs = withCountryCodes(step, readStepForm(step, formOfItem(form, item)), countries);
  const clicked = pressedIn(form);
  const read = clicked?.item === item ? withPressed(step, inputs, clicked.button) : inputs;
  const rawInput = shown.flatMap(({ name }) => Object.entries(rawInputOf(name, read)));
  const changes = Object.fromEntries(shown.map(({ name }) => [name, read[name] ?? null]));
  return withRawInput(changes, Object.fromEntries(rawInput));
}

/** Reads the same for the step that the form names, without characters that can't be shown. */
export function typedCorrection(form: FormData, item: string, countries: CountryNames): Changes {
  const step = stepByCode(String(form.get(fieldsInput(item)) ?? "").split(" ")[0] ?? "");
  return step ? shownAnswers(readCorrection(step, form, item, countries)) : {};
}

/** Parses a drafted correction; empty if there is none or it can't be read. */
export const draftedIn = (text: string): Changes => (text.startsWith("{") ? changesIn(text) : {});
