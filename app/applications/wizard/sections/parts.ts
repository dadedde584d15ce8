import { type Answers, type Field, knownKey, type Problem, type StepDefinition } from "~/form-engine/definition";
import { isVisible } from "~/form-engine/relevance";

/** The most questions that a phone shows on one screen. */
const mostAtOnce = 12;

/** Computed yes/no answers are never shown. */
export const isUnseen = (field: Field) => field.kind === "yesno" && field.compute !== undefined;

/** An entry next to a No is shown once it is refused. */
export const isShown = (field: Field, answers: Answers, problems: readonly Problem[]) =>
  isVisible(field, answers) || (field.kind === "list" && problems.some(({ name }) => name === field.name));

/** A list counts with the questions of its first entry. */
function questionsIn(field: Field): number {
  if (isUnseen(field)) return 0;
  if (field.kind === "list") return field.fields.length;
  return field.kind === "statuses" ? field.groups.length : 1;
}

/**
 * The sections that start a screen on a phone. One that depends on an answer of another shares its screen, so that no
 * answer changes their number: of `answers` only those of other steps count. Empty for a step shown whole.
 */
export function partsOf(step: StepDefinition, answers: Answers): number[] {
  const open: Answers = { [knownKey]: answers[knownKey] ?? {} };
  const hasQuestions = step.sections.map(({ fields }) =>
    fields.some((field) => !isUnseen(field) && isVisible(field, open)),
  );
  const parts = [...hasQuestions.keys()].filter((index) => hasQuestions[index]);
  const [first = 0] = parts;
  const fields = step.sections.slice(first).flatMap((section) => section.fields);
  const count = fields.reduce((sum, field) => sum + questionsIn(field), 0);
  return parts.length > 1 && count > mostAtOnce ? parts : [];
}

/** The first section of the screen that a section is on; undefined for none. */
export const partWith = (parts: readonly number[], section: number): number | undefined =>
  parts.filter((part) => part <= section).at(-1);

/** The section of an input, by its name or its id (`otherNames[0].type`, `otherNames-0-type`); -1 for none. */
export function sectionOf(step: StepDefinition, input: string): number {
  const [name] = /^\w+/.exec(input) ?? [];
  return step.sections.findIndex((section) => section.fields.some((field) => field.name === name));
}

type OpenPartInput = { section: string | null; change: string | null; problems: readonly Problem[] };

/** In this order: the page's first problem, the address, the changed input. */
export function openPart(
  step: StepDefinition,
  parts: readonly number[],
  { section, change, problems }: OpenPartInput,
): number {
  const [first] = problems;
  const input = first?.name ?? change;
  const target = !first && section ? Number(section) - 1 : sectionOf(step, input ?? "");
  return partWith(parts, target) ?? parts[0] ?? 0;
}
