import { metadataKey } from "~/applications/steps/registry";
import { reviewSteps } from "~/applications/steps/review";
import { noLongerAsked } from "~/cases/requests/amendments/amendment-words";
import { type Correction, changesOf } from "~/cases/requests/amendments/correcting/correction";
import type { SignedAnswer } from "~/db/schema/applications";
import { answerAsText } from "~/form-engine/answer-text";
import { type Answers, type Field, fieldsOf } from "~/form-engine/definition";
import { notAnswered } from "~/form-engine/not-answered";
import { rawInputOf } from "~/form-engine/typed/raw-input";

type CountryName = (code: string) => string;

/** Label and formatted answer before and after; null if not asked. */
export type AmendedQuestion = { name: string; was: SignedAnswer | null; is: SignedAnswer | null };

export function amendedQuestions(
  correction: Correction,
  answers: Answers,
  countryName: CountryName,
): AmendedQuestion[] {
  const { step, answers: before } = correction;
  const wordsOf = (stepAnswers: Answers) => {
    const [review] = reviewSteps(
      [{ definition: step, title: step.title }],
      { [metadataKey(step)]: stepAnswers },
      countryName,
    );
    return new Map(review?.answers.map((answer) => [answer.name, answer]));
  };
  const [was, is] = [wordsOf(before), wordsOf(answers)];
  return fieldsOf(step).flatMap((field): AmendedQuestion[] => {
    const { name } = field;
    const [wasAnswer, isAnswer] = [was.get(name) ?? null, is.get(name) ?? null];
    if (isSame(wasAnswer, isAnswer)) return [];
    // Its file is requested as a document once the correction is accepted.
    if (field.kind === "file" && isAnswer) return [];
    return [{ name, was: wasAnswer, is: isAnswer }];
  });
}

const isSame = (a: SignedAnswer | null, b: SignedAnswer | null) =>
  JSON.stringify([a?.label, a?.answer]) === JSON.stringify([b?.label, b?.answer]);

const isHidden = (field: Field): boolean =>
  Boolean(field.sensitive || field.encrypted) ||
  (field.kind === "list" && field.fields.some((part) => part.sensitive || part.encrypted));
const hiddenInMessages =
  "changed, but not included: messages can’t contain sensitive answers. If we still need it, we’ll ask you again";

/**
 * Lists the changed questions with their new answers for a case message. Messages are mailed and stored unencrypted, so
 * a sensitive answer is named without its value.
 */
export function describeCorrection(correction: Correction, answers: Answers, countryName: CountryName): string {
  if (Object.keys(changesOf(correction, answers)).length === 0) return "";
  const hidden = new Set(fieldsOf(correction.step).flatMap((field) => (isHidden(field) ? [field.name] : [])));
  return amendedQuestions(correction, answers, countryName)
    .map(({ name, was, is }) => {
      if (is && hidden.has(name)) return `${is.label}: ${hiddenInMessages}`;
      // Invalid input is shown as it was typed.
      const rawText = Object.values(rawInputOf(name, answers)).join(" ");
      const answer = is ? (answerAsText(is.answer) ?? (rawText || notAnswered)) : noLongerAsked;
      return `${(is ?? was)?.label}: ${answer}`;
    })
    .join("\n");
}
