import type { Answers, Section, StepDefinition } from "./definition";

/** The yes/no questions of a group, by name, in the order of the screen. */
export const questionsOf = (section: Section): string[] =>
  section.fields.flatMap(({ kind, name }) => (kind === "yesno" ? [name] : []));

/** The questions of a group that `No to all of these` answers: those that nobody answered yet (N-SEC-2, N-SEC-3). */
export const openQuestions = (section: Section, answers: Answers): string[] =>
  questionsOf(section).filter((name) => typeof answers[name] !== "boolean");

/** The group and the questions in it, in an address or a button's value: `2-5` are the first and third of group 2. */
export function noToAllToken(step: StepDefinition, index: number, names: readonly string[]): string {
  const section = step.sections[index];
  const bits = section
    ? questionsOf(section).reduce((sum, name, at) => sum + (names.includes(name) ? 2 ** at : 0), 0)
    : 0;
  return `${index}-${bits}`;
}

/** What `noToAllToken` wrote; undefined for anything else. */
export function parseNoToAllToken(step: StepDefinition, mark: string): { index: number; names: string[] } | undefined {
  const [, place = "", bits = ""] = /^(\d{1,2})-(\d{1,9})$/.exec(mark) ?? [];
  const section = place ? step.sections[Number(place)] : undefined;
  if (!section?.noToAll) return undefined;
  const names = questionsOf(section).filter((_, at) => Math.floor(Number(bits) / 2 ** at) % 2 === 1);
  return { index: Number(place), names };
}

/** `answers` with these questions answered No. */
export const answeredNo = (answers: Answers, names: readonly string[]): Answers => ({
  ...answers,
  ...Object.fromEntries(names.map((name) => [name, false])),
});

/** `answers` with these questions open again, unless one was answered Yes since. */
export const openAgain = (answers: Answers, names: readonly string[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([name, value]) => value !== false || !names.includes(name)));
