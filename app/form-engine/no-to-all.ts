import type { Answers, Section, StepDefinition } from "./definition";

/** In display order. */
export const questionsOf = (section: Section): string[] =>
  section.fields.flatMap(({ kind, name }) => (kind === "yesno" ? [name] : []));

/** Unanswered questions: those that `No to all of these` answers. */
export const openQuestions = (section: Section, answers: Answers): string[] =>
  questionsOf(section).filter((name) => typeof answers[name] !== "boolean");

/** A group and its questions for a URL or a button's value: `2-5` is the first and third of group 2. */
export function noToAllToken(step: StepDefinition, index: number, names: readonly string[]): string {
  const section = step.sections[index];
  const bits = section
    ? questionsOf(section).reduce((sum, name, index) => sum + (names.includes(name) ? 2 ** index : 0), 0)
    : 0;
  return `${index}-${bits}`;
}

/** Undefined if malformed. */
export function parseNoToAllToken(step: StepDefinition, token: string): { index: number; names: string[] } | undefined {
  const [, sectionIndex = "", bits = ""] = /^(\d{1,2})-(\d{1,9})$/.exec(token) ?? [];
  const section = sectionIndex ? step.sections[Number(sectionIndex)] : undefined;
  if (!section?.noToAll) return undefined;
  const names = questionsOf(section).filter((_, index) => Math.floor(Number(bits) / 2 ** index) % 2 === 1);
  return { index: Number(sectionIndex), names };
}

export const answeredNo = (answers: Answers, names: readonly string[]): Answers => ({
  ...answers,
  ...Object.fromEntries(names.map((name) => [name, false])),
});

/** Removes these No answers. */
export const openAgain = (answers: Answers, names: readonly string[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([name, value]) => value !== false || !names.includes(name)));
