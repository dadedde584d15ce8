import { metadataKey } from "~/applications/steps/registry";
import { boxesOf, dayOf } from "~/applications/steps/typed/dates";
import { numberInWords, numberOf } from "~/applications/steps/typed/numbers";
import { canonicalPhone } from "~/applications/steps/typed/phones";
import { notAnswered } from "~/applications/submission/not-answered";
import type { SignedAnswer, SignedStep } from "~/db/schema/applications";
import { calendarLongDate } from "~/ground/time";
import {
  type Answers,
  type EntryField,
  type Field,
  type FileField,
  type SingleField,
  type StatusesField,
  type StepDefinition,
  textOf,
} from "./definition";
import { answerOf, entriesOf, isPresent, labelOf, statusesOf, visibleFields } from "./relevance";

type CountryName = (code: string) => string;

/**
 * Every relevant question of the steps as it is worded, with its answer (W-S8-6): this is stored with the signature.
 */
export function reviewSteps(
  steps: readonly { definition: StepDefinition; title: string }[],
  metadata: Record<string, Answers>,
  countryName: CountryName,
): SignedStep[] {
  return steps.map(({ definition, title }) => {
    const answers = metadata[metadataKey(definition)] ?? {};
    return {
      number: definition.number,
      code: definition.code,
      title,
      answers: visibleFields(definition, answers).map((field) => reviewField(field, answers, countryName)),
    };
  });
}

/** One question as it is worded under these answers, with its answer. */
export function reviewField(field: Field, answers: Answers, countryName: CountryName): SignedAnswer {
  return {
    name: field.name,
    label: labelOf(field, answers),
    answer: reviewAnswer(field, answers, countryName),
    ...(field.sensitive || (field.kind === "list" && field.fields.some((part) => part.sensitive))
      ? { sensitive: true }
      : {}),
  };
}

function reviewAnswer(field: Field, answers: Answers, countryName: CountryName): SignedAnswer["answer"] {
  if (field.kind === "statuses") return statusesInWords(field, answers) || null;
  if (field.kind !== "list") return inWords(field, answers, countryName) || null;
  const entries = entriesOf(field, answers);
  if (entries.length === 0) return null;
  return entries.map((entry) => field.fields.map((part) => inWords(part, entry, countryName)));
}

/** An answer as a page has it: one text, or null where nothing was answered. */
export type ShownAnswer = Omit<SignedAnswer, "answer"> & { answer: string | null };
export type ShownStep = Omit<SignedStep, "answers"> & { answers: ShownAnswer[] };

/** The steps of a review as they are shown. */
export const shownSteps = (steps: readonly SignedStep[]): ShownStep[] =>
  steps.map((step) => ({ ...step, answers: step.answers.map(shownAnswer) }));

/** A signed record as it is shown: a security question left open was certified to mean No (D14). */
export const shownAsSigned = (steps: readonly SignedStep[]): ShownStep[] =>
  shownSteps(steps).map((step) =>
    step.code !== "security_questionnaire"
      ? step
      : { ...step, answers: step.answers.map((one) => ({ ...one, answer: one.answer ?? "No (left open)" })) },
  );

export const shownAnswer = ({ answer, ...question }: SignedAnswer): ShownAnswer => ({
  ...question,
  answer: Array.isArray(answer)
    ? answer.map((entry) => entry.map((part) => part ?? notAnswered).join(" · ")).join("\n")
    : answer,
});

/** `Mother: Resident, Home owner`, a line for each group that was answered. */
const statusesInWords = (field: StatusesField, answers: Answers) => {
  const ticked = statusesOf(field, answers);
  const label = (value: string) => field.options.find((option) => option.value === value)?.label ?? value;
  return field.groups
    .flatMap((group) => (ticked[group.name] ? `${group.label}: ${ticked[group.name]?.map(label).join(", ")}` : []))
    .join("\n");
};

function inWords(
  field: SingleField | FileField | EntryField,
  answers: Answers,
  countryName: CountryName,
): string | null {
  const value = answerOf(field, answers);
  if (!isPresent(value)) return null;
  switch (field.kind) {
    case "yesno":
    case "tick":
      return value === true ? "Yes" : "No";
    case "choice":
      return field.options.find((option) => option.value === value)?.label ?? textOf(value);
    case "file":
      return String(answers[field.filename] ?? "A file");
    case "country":
      return countryName(textOf(value));
    case "date": {
      const day = dayOf(value);
      return day ? calendarLongDate(day) : Object.values(boxesOf(value)).filter(Boolean).join(" ");
    }
    case "number": {
      const number = numberOf(field, value);
      return number === undefined ? textOf(value) : numberInWords(number, field.unit);
    }
    case "phone":
      return canonicalPhone(textOf(value));
    default:
      return textOf(value);
  }
}
