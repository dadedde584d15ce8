import { type Answers, type Field, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { isPresent } from "~/form-engine/relevance";

/** The input that names the questions whose answers the form does not hold, because they are hidden. */
export const hiddenInput = "hidden";

const isSensitive = (field: Field): boolean =>
  field.sensitive === true || (field.kind === "list" && field.fields.some((part) => part.sensitive));

/** The sensitive questions of a step that were answered: hidden from staff until they ask to see them. */
export const hiddenIn = (step: StepDefinition, answers: Answers): Field[] =>
  fieldsOf(step).filter((field) => isSensitive(field) && isPresent(answers[field.name]));

/** Those of the names that a form may hold back: sensitive questions of its step. */
export function withheldNames(step: StepDefinition, given: unknown): Set<string> {
  const names = typeof given === "string" ? given.split(" ") : [];
  const sensitive = new Set(fieldsOf(step).flatMap((field) => (isSensitive(field) ? [field.name] : [])));
  return new Set(names.filter((name) => sensitive.has(name)));
}

/**
 * The step without these questions. The email of step 1 is never one of the form: it is changed beside the application,
 * where our mails go.
 */
export function without(step: StepDefinition, names: ReadonlySet<string>): StepDefinition {
  const isShown = (field: Field) => !names.has(field.name) && !isAddress(step, field.name);
  const sections = step.sections.map((section) => ({ ...section, fields: section.fields.filter(isShown) }));
  return { ...step, sections: sections.filter(({ fields }) => fields.length > 0) };
}

export const isAddress = (step: StepDefinition, name: string): boolean =>
  step.code === "applicant_info" && name === "email";
