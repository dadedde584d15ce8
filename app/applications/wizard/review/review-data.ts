import { answersIn } from "~/applications/steps/answers-in";
import { type AskedQuestions, openQuestions } from "~/applications/steps/asked-again";
import { type NeededFile, neededFiles } from "~/applications/steps/needed-files";
import { reviewSteps, type ShownStep, shownSteps } from "~/applications/steps/review";
import type { StepProblems } from "~/applications/stored-answers/completeness.server";
import type { Metadata } from "~/db/schema/applications";
import type { StepDefinition } from "~/form-engine/definition";
import { isRequired, labelOf, visibleFields } from "~/form-engine/relevance";

/** `folded`: the names of optional questions without an answer. */
export type ReviewedStep = ShownStep & { folded: string[] };

type NamedStep = { definition: StepDefinition; title: string };

/** A step's questions that a renewal asks again, without an answer. */
export type StepAskedAgain = { code: string; title: string; questions: { name: string; label: string }[] };

type Review = { review: ReviewedStep[]; missing: StepProblems[]; needed: NeededFile[]; anew: StepAskedAgain[] };

export function reviewOf(
  steps: readonly NamedStep[],
  metadata: Metadata,
  missing: StepProblems[],
  countryName: (code: string) => string,
  asked: AskedQuestions = {},
): Review {
  const review = shownSteps(reviewSteps(steps, metadata, countryName)).map((shown, index) => {
    const wrong = missing.find(({ code }) => code === shown.code)?.problems.map(({ name }) => name) ?? [];
    return { ...shown, folded: foldedIn(steps[index], metadata, shown, wrong) };
  });
  return { review, missing, needed: neededFiles(steps, metadata), anew: anewIn(steps, metadata, asked) };
}

const anewIn = (steps: readonly NamedStep[], metadata: Metadata, asked: AskedQuestions): StepAskedAgain[] =>
  steps.flatMap(({ definition, title }) => {
    const answers = answersIn(metadata, definition);
    const open = openQuestions(asked, definition, answers);
    const questions = open.map((field) => ({ name: field.name, label: labelOf(field, answers) }));
    return questions.length > 0 ? [{ code: definition.code, title, questions }] : [];
  });

/** A required open question, or one that blocks the step for another reason, is listed with the answers. */
function foldedIn(
  step: NamedStep | undefined,
  metadata: Metadata,
  shown: ShownStep,
  wrong: readonly string[],
): string[] {
  if (!step) return [];
  const answers = answersIn(metadata, step.definition);
  const fields = visibleFields(step.definition, answers);
  const needed = new Set([...wrong, ...fields.filter((field) => isRequired(field, answers)).map(({ name }) => name)]);
  return shown.answers.filter(({ name, answer }) => answer === null && !needed.has(name)).map(({ name }) => name);
}
