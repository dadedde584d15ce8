import { stepByCode } from "~/applications/steps/registry";
import { inOrder } from "~/applications/wizard/saving/unsent-fields";
import { type Changes, correctedAnswers } from "~/cases/request-items/corrected";
import type { CountryNames } from "~/core/countries/country-options";
import type { AskedQuestion } from "~/db/schema/case";
import {
  type Answers,
  type Field,
  fieldsOf,
  type ListField,
  type Problem,
  type StepDefinition,
} from "~/form-engine/definition";
import type { PersonName } from "~/form-engine/names";
import { isRequired, isVisible, labelOf, relevantAnswers } from "~/form-engine/relevance";
import { rawInputKey, rawInputOf, withRawInput } from "~/form-engine/typed/raw-input";
import { type Today, validateStep } from "~/form-engine/validate";
import { formOf } from "~/form-engine/write-form";

export type Correction = {
  /** Its requested questions have the labels that were signed. */
  step: StepDefinition;
  answers: Answers;
  asked: readonly string[];
};

export type Checked = { today: Today; countries: CountryNames; applicant?: () => PersonName };

const leftAsItWas = "This is the answer that we have. Change it, or tell us in a message that it is right.";
const followsNow = "Your answer leads to this question. Answer it or leave it blank, then send again.";

/** Returns undefined if the step no longer exists. */
export function correctionOf(
  { stepCode, questions }: { stepCode: string | null; questions: readonly AskedQuestion[] },
  answers: Answers,
): Correction | undefined {
  const step = stepByCode(stepCode ?? "");
  return step && { step: wordedAsSigned(step, answers, questions), answers, asked: questions.map(({ name }) => name) };
}

/** The step with the signed labels, unless another answer changes a label. */
function wordedAsSigned(step: StepDefinition, answers: Answers, questions: readonly AskedQuestion[]): StepDefinition {
  const texts = new Map(questions.map(({ name, label }) => [name, label]));
  const worded = (field: Field): Field => {
    const signed = texts.get(field.name);
    // A checkbox with another text in the record keeps its own label.
    if (signed === undefined || (field.kind === "tick" && field.says)) return field;
    const now = labelOf(field, answers);
    const labelWhen = (current: Answers) => (labelOf(field, current) === now ? signed : labelOf(field, current));
    // A corrected email changes the answer, not our recipient, so the hint is wrong here.
    return { ...(field.kind === "email" ? withoutHint(field) : field), label: signed, labelWhen };
  };
  return { ...step, sections: step.sections.map((section) => ({ ...section, fields: section.fields.map(worded) })) };
}

const withoutHint = <Hinted extends Field>({ hint: _, ...field }: Hinted) => field;

/** Files are requested as documents, and computed answers follow from others. */
export const isCorrectable = (field: Field): boolean =>
  field.kind !== "file" && !((field.kind === "number" || field.kind === "yesno") && field.compute);

export const fieldOfProblem = ({ name }: Problem): string => /^\w+/.exec(name)?.[0] ?? name;

/** The answers in force with the input applied. */
export type Corrected = {
  answers: Answers;
  /** Questions in the form under these answers, in order. */
  shown: Field[];
};

/**
 * Applies the input to the step's answers, null for an empty answer: only for requested questions and for those that
 * follow from them, because they are now asked, have another label or are no longer valid. Ignores all other input.
 */
export function corrected(
  { step, answers: before, asked }: Correction,
  input: Changes,
  { checked, also = [] }: { checked: Checked; also?: readonly string[] },
): Corrected {
  const known = fieldsOf(step).filter(isCorrectable);
  const lists = known.filter((field) => field.kind === "list");
  const gates = lists.flatMap(({ name, gate }) => (gate && asked.includes(name) ? [gate] : []));
  const open = new Set([...asked, ...gates]);
  const candidates = new Set([...Object.keys(input), ...also]);
  for (;;) {
    const answers = withInput(before, input, open, lists);
    const wrong = problemNames(step, answers, before, checked);
    const more = known.filter(
      (field) =>
        !open.has(field.name) &&
        isVisible(field, answers) &&
        (!isVisible(field, before) ||
          labelOf(field, answers) !== labelOf(field, before) ||
          (candidates.has(field.name) && wrong.has(field.name))),
    );
    if (more.length === 0)
      return { answers, shown: known.filter((field) => open.has(field.name) && isVisible(field, answers)) };
    for (const { name } of more) open.add(name);
  }
}

function withInput(before: Answers, input: Changes, open: ReadonlySet<string>, lists: readonly ListField[]): Answers {
  const entries = Object.entries(input).filter(([name]) => name !== rawInputKey && open.has(name));
  const rawInput = [...open].flatMap((name) => Object.entries(rawInputOf(name, input)));
  const answers = withRawInput(correctedAnswers(before, Object.fromEntries(entries)), Object.fromEntries(rawInput));
  // A No also removes the list entries: their question is no longer in the form.
  for (const { name, gate } of lists) if (gate && answers[gate] === false) delete answers[name];
  return answers;
}

function problemNames(
  step: StepDefinition,
  answers: Answers,
  before: Answers,
  { today, countries, applicant }: Checked,
): Set<string> {
  const at = (candidate: Answers) => validateStep(step, candidate, today, countries, applicant).map(fieldOfProblem);
  const known = new Set(at(before));
  return new Set(at(answers).filter((name) => !known.has(name)));
}

export const isUntouched = (correction: Correction, { answers }: Corrected): boolean =>
  JSON.stringify(formOf(correction.step, answers)) === JSON.stringify(formOf(correction.step, correction.answers));

/** Returns why a correction can't be sent yet, in the form's order; empty if it can. */
export function correctionProblems(correction: Correction, input: Changes, checked: Checked): Problem[] {
  const { step, asked, answers: before } = correction;
  const { answers, shown } = corrected(correction, input, { checked });
  const newlyWrong = problemNames(step, answers, before, checked);
  const positions = new Map(fieldsOf(step).map((field, position) => [field.name, { field, position }]));
  const isOurs = (name: string) => {
    const field = positions.get(name)?.field;
    return field && isCorrectable(field) && (shown.includes(field) || newlyWrong.has(name));
  };
  const wrong = validateStep(step, answers, checked.today, checked.countries, checked.applicant).filter((problem) =>
    isOurs(fieldOfProblem(problem)),
  );
  const changes = changesOf(correction, answers);
  const found = new Set(wrong.map(fieldOfProblem));
  const left = shown
    .filter(({ name }) => asked.includes(name) && !(name in changes) && !found.has(name))
    .map(({ name }): Problem => ({ name, message: leftAsItWas }));
  const unseen = shown
    .filter((field) => !(field.name in input) && !asked.includes(field.name) && !found.has(field.name))
    .filter((field) => !isVisible(field, before) && !isRequired(field, answers))
    .map(({ name }): Problem => ({ name, message: followsNow }));
  const positionOf = (problem: Problem) => positions.get(fieldOfProblem(problem))?.position ?? 0;
  return [...wrong, ...left, ...unseen].sort((a, b) => positionOf(a) - positionOf(b));
}

/** Changed stored answers in canonical form; null for questions that are no longer asked. */
export function changesOf({ step, answers: before }: Correction, answers: Answers): Changes {
  const [was, is] = [relevantAnswers(step, before), relevantAnswers(step, answers)];
  const names = fieldsOf(step).flatMap((field) => [field.name, ...(field.kind === "file" ? [field.filename] : [])]);
  const changed = names.filter((name) => inOrder(was[name]) !== inOrder(is[name]));
  return Object.fromEntries(changed.map((name) => [name, is[name] ?? null]));
}
