import type { Answers, Field, Problem, StepDefinition } from "~/applications/steps/engine/definition";
import { entriesOf, isVisible } from "~/applications/steps/engine/relevance";

/** Up to so many questions stand on a phone's screen at once (N-PART-1). */
export const mostAtOnce = 12;

/** Computed yes/no answers, which are not shown at all. */
export const isUnseen = (field: Field) => field.kind === "yesno" && field.compute !== undefined;

/** Whether a question stands on the page: an entry beside a No stands there once it is refused (N-LIST-3). */
export const isShown = (field: Field, answers: Answers, problems: readonly Problem[]) =>
  isVisible(field, answers) || (field.kind === "list" && problems.some(({ name }) => name === field.name));

/** How many questions a field asks: a list those of each entry. */
function questionsIn(field: Field, answers: Answers): number {
  if (isUnseen(field)) return 0;
  if (field.kind === "list") return entriesOf(field, answers).length * field.fields.length;
  return field.kind === "statuses" ? field.groups.length : 1;
}

/**
 * The sections of a step that a phone shows one at a time, by their places in it: those that ask something under these
 * answers. Empty for a step that it shows whole: one with a single section, or with at most `most` questions
 * (N-PART-1).
 */
export function partsOf(step: StepDefinition, answers: Answers, problems: readonly Problem[], most: number): number[] {
  const parts: number[] = [];
  let count = 0;
  for (const [place, section] of step.sections.entries()) {
    const shown = section.fields.filter((field) => !isUnseen(field) && isShown(field, answers, problems));
    if (shown.length > 0) parts.push(place);
    for (const field of shown) count += questionsIn(field, answers);
  }
  return parts.length > 1 && count > most ? parts : [];
}

/** The section of an input, by its name or its id (`otherNames[0].type`, `otherNames-0-type`); -1 for none. */
export function sectionOf(step: StepDefinition, input: string): number {
  const [name] = /^\w+/.exec(input) ?? [];
  return step.sections.findIndex((section) => section.fields.some((field) => field.name === name));
}

/** What the address of a step says of it: its section, counted from 1, and the input that is changed. */
type Asked = { section: string | null; change: string | null; problems: readonly Problem[] };

/**
 * The place of the section that is open: that of the first problem which the page came with, that of the address, or
 * that of the answer that is changed from the review; otherwise the first. One that asks nothing any more gives way to
 * the one before it.
 */
export function openPart(step: StepDefinition, parts: readonly number[], { section, change, problems }: Asked): number {
  const [first] = problems;
  const input = first?.name ?? change;
  const asked = !first && section ? Number(section) - 1 : sectionOf(step, input ?? "");
  return parts.filter((place) => place <= asked).at(-1) ?? parts[0] ?? 0;
}
