import { type Answers, type Field, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { isPresent } from "~/form-engine/relevance";

/** Name of the input that lists the hidden questions, whose answers the form leaves out. */
export const hiddenInput = "hidden";

const isSensitive = (field: Field): boolean =>
  field.sensitive === true || (field.kind === "list" && field.fields.some((part) => part.sensitive));

/** The answered sensitive questions of a step, hidden from staff until they reveal them. */
export const hiddenIn = (step: StepDefinition, answers: Answers): Field[] =>
  fieldsOf(step).filter((field) => isSensitive(field) && isPresent(answers[field.name]));

/** Filters the names down to sensitive questions of the step: a form can leave out no others. */
export function withheldNames(step: StepDefinition, rawNames: unknown): Set<string> {
  const names = typeof rawNames === "string" ? rawNames.split(" ") : [];
  const sensitive = new Set(fieldsOf(step).flatMap((field) => (isSensitive(field) ? [field.name] : [])));
  return new Set(names.filter((name) => sensitive.has(name)));
}

/**
 * The step without these questions, and without the email, which is changed next to the application because all mail
 * goes there.
 */
export function without(step: StepDefinition, names: ReadonlySet<string>): StepDefinition {
  const isShown = (field: Field) => !names.has(field.name) && !isAddress(step, field.name);
  const sections = step.sections.map((section) => ({ ...section, fields: section.fields.filter(isShown) }));
  return { ...step, sections: sections.filter(({ fields }) => fields.length > 0) };
}

export const isAddress = (step: StepDefinition, name: string): boolean =>
  step.code === "applicant_info" && name === "email";
