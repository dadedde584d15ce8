import { type Answers, type Field, knownKey, type Problem, type StepDefinition } from "~/form-engine/definition";
import { isVisible } from "~/form-engine/relevance";

/** Up to so many questions stand on a phone's screen at once (N-PART-1). */
const mostAtOnce = 12;

/** Computed yes/no answers, which are not shown at all. */
export const isUnseen = (field: Field) => field.kind === "yesno" && field.compute !== undefined;

/** Whether a question stands on the page: an entry beside a No stands there once it is refused (N-LIST-3). */
export const isShown = (field: Field, answers: Answers, problems: readonly Problem[]) =>
  isVisible(field, answers) || (field.kind === "list" && problems.some(({ name }) => name === field.name));

/** The questions that a field can ask: of a list those of its first entry. */
function questionsIn(field: Field): number {
  if (isUnseen(field)) return 0;
  if (field.kind === "list") return field.fields.length;
  return field.kind === "statuses" ? field.groups.length : 1;
}

/**
 * The sections of a step that begin a screen of a phone, by their places in it. A section that asks nothing before
 * another one is answered stands below that one, on the same screen, so that no answer changes their number
 * (F-APPL-12): only what other steps were told counts of `answers`. Empty for a step that is shown whole: one with a
 * single screen, or one that can ask at most `mostAtOnce` questions (N-PART-1).
 */
export function partsOf(step: StepDefinition, answers: Answers): number[] {
  const open: Answers = { [knownKey]: answers[knownKey] ?? {} };
  const asks = step.sections.map(({ fields }) => fields.some((field) => !isUnseen(field) && isVisible(field, open)));
  const parts = [...asks.keys()].filter((place) => asks[place]);
  const [first = 0] = parts;
  const fields = step.sections.slice(first).flatMap((section) => section.fields);
  const count = fields.reduce((sum, field) => sum + questionsIn(field), 0);
  return parts.length > 1 && count > mostAtOnce ? parts : [];
}

/** The part that a section belongs to, by the place of its first section; undefined for none. */
export const partWith = (parts: readonly number[], section: number): number | undefined =>
  parts.filter((place) => place <= section).at(-1);

/** The section of an input, by its name or its id (`otherNames[0].type`, `otherNames-0-type`); -1 for none. */
export function sectionOf(step: StepDefinition, input: string): number {
  const [name] = /^\w+/.exec(input) ?? [];
  return step.sections.findIndex((section) => section.fields.some((field) => field.name === name));
}

/** What the address of a step says of it: its section, counted from 1, and the input that is changed. */
type Asked = { section: string | null; change: string | null; problems: readonly Problem[] };

/**
 * The place of the section that is open: that of the first problem which the page came with, that of the address, or
 * that of the answer that is changed from the review; otherwise the first. One that stands below another one is opened
 * with it.
 */
export function openPart(step: StepDefinition, parts: readonly number[], { section, change, problems }: Asked): number {
  const [first] = problems;
  const input = first?.name ?? change;
  const asked = !first && section ? Number(section) - 1 : sectionOf(step, input ?? "");
  return partWith(parts, asked) ?? parts[0] ?? 0;
}
