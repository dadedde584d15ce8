import { stepByCode } from "~/applications/steps/registry";
import { stateless } from "~/core/countries/stateless";
import { shownEmail } from "~/core/email/shown-email";
import { canonicalPhone } from "~/core/phones/phones";
import type { SignedAnswer, SignedEntry, SignedStep } from "~/db/schema/applications";
import { canonicalAnswer } from "~/form-engine/typed/canonical";
import { datePartsOf, dayOf, formatDate, isPartOfDate } from "~/form-engine/typed/dates";
import { formatNumber, numberOf } from "~/form-engine/typed/numbers";
import { answerAsText } from "../../form-engine/answer-text";
import {
  type Answers,
  type EntryField,
  type Field,
  type FileField,
  fieldsOf,
  type ListField,
  type SingleField,
  type StatusesField,
  type StepDefinition,
  textOf,
} from "../../form-engine/definition";
import {
  answerOf,
  entriesOf,
  isPresent,
  isRequired,
  labelOf,
  relevantAnswers,
  statusesOf,
  visibleFields,
} from "../../form-engine/relevance";
import { answersIn } from "./answers-in";
import { isLater } from "./needed-files";

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
    const answers = answersIn(metadata, definition);
    const relevant = relevantAnswers(definition, answers);
    return {
      number: definition.number,
      code: definition.code,
      title,
      answers: visibleFields(definition, answers)
        .filter((field) => isSaid(field, relevant))
        .map((field) => reviewField(field, answers, countryName)),
    };
  });
}

/** A tick that is not set says nothing, and one that a file follows later stands for that file (N-LACK-1 to -3). */
function isSaid(field: Field, relevant: Answers): boolean {
  if (field.kind === "file") return !isLater(field, relevant);
  return field.kind !== "tick" || isRequired(field, relevant) || relevant[field.name] === true;
}

/** One question as it is worded under these answers, with its answer. */
export function reviewField(field: Field, answers: Answers, countryName: CountryName): SignedAnswer {
  const said = field.kind === "tick" && answers[field.name] === true ? field.says : undefined;
  return {
    name: field.name,
    label: said?.label ?? labelOf(field, answers),
    answer: said?.answer ?? reviewAnswer(field, answers, countryName),
    ...(field.kind === "list" ? { entry: entryOf(field) } : {}),
    ...(field.sensitive || (field.kind === "list" && field.fields.some((part) => part.sensitive))
      ? { sensitive: true }
      : {}),
  };
}

function reviewAnswer(field: Field, answers: Answers, countryName: CountryName): SignedAnswer["answer"] {
  if (field.kind === "statuses") return statusesInWords(field, answers) || null;
  if (field.kind !== "list") return formatAnswer(field, answers, countryName) || null;
  const entries = entriesOf(field, answers);
  if (entries.length === 0) return null;
  return entries.map((entry) => field.fields.map((part) => formatAnswer(part, entry, countryName)));
}

/** What an entry of a list is called, and the questions that it answers (N-REVIEW-3). */
const entryOf = (field: ListField): SignedEntry => ({
  title: field.entry,
  parts: field.fields.map(({ name, label }) => ({ name, label })),
});

/** An entry of a list as a page has it: `Other name 1`, and its answers by their questions. */
export type ShownEntry = { title: string; answers: { name: string; label: string; answer: string | null }[] };
/** An answer as a page has it: a text, the entries of a list, or null where nothing was answered. */
export type ShownAnswer = Omit<SignedAnswer, "answer" | "entry"> & { answer: string | null | ShownEntry[] };
export type ShownStep = Omit<SignedStep, "answers"> & { answers: ShownAnswer[] };

/** The steps of a review as they are shown. */
export const shownSteps = (steps: readonly SignedStep[]): ShownStep[] =>
  steps.map((step) => ({ ...step, answers: step.answers.map((answer) => shownAnswer(answer, stepByCode(step.code))) }));

/**
 * A signed record as it is shown. In one that was signed before every security question had to be answered (N-SEC-4),
 * one left open was certified to mean No.
 */
export const shownAsSigned = (steps: readonly SignedStep[]): ShownStep[] =>
  shownSteps(steps).map((step) =>
    step.code !== "security_questionnaire"
      ? step
      : { ...step, answers: step.answers.map((one) => ({ ...one, answer: one.answer ?? "No (left open)" })) },
  );

/**
 * One answer of a review or a signed record. The entries of a record that was signed without labels get those of
 * `step` as it is asked now, if they have as many answers; otherwise each is a line of its answers.
 */
export function shownAnswer({ answer, entry, ...question }: SignedAnswer, step?: StepDefinition): ShownAnswer {
  if (!Array.isArray(answer)) return { ...question, answer };
  const field = step && fieldsOf(step).find(({ name }) => name === question.name);
  const known = entry ?? (field?.kind === "list" ? entryOf(field) : undefined);
  if (!known || answer.some((parts) => parts.length !== known.parts.length))
    return { ...question, answer: answerAsText(answer) };
  return {
    ...question,
    answer: answer.map((parts, index) => ({
      title: `${known.title} ${index + 1}`,
      answers: known.parts.map((part, place) => ({ ...part, answer: parts[place] ?? null })),
    })),
  };
}

/** `Mother: Resident, Home owner`, a line for each group that was answered. */
const statusesInWords = (field: StatusesField, answers: Answers) => {
  const ticked = statusesOf(field, answers);
  const label = (value: string) => field.options.find((option) => option.value === value)?.label ?? value;
  return field.groups
    .flatMap((group) => (ticked[group.name] ? `${group.label}: ${ticked[group.name]?.map(label).join(", ")}` : []))
    .join("\n");
};

export function formatAnswer(
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
      return value === stateless.code ? stateless.name : countryName(textOf(value));
    case "date": {
      const date = isPartOfDate(value) ? value : dayOf(value);
      return date ? formatDate(date) : Object.values(datePartsOf(value)).filter(Boolean).join(" ");
    }
    case "number": {
      const number = numberOf(field, value);
      return number === undefined ? textOf(value) : formatNumber(number, field.unit);
    }
    case "email":
      return shownEmail(textOf(canonicalAnswer(field, value)));
    case "phone":
      return canonicalPhone(textOf(value));
    default:
      return textOf(canonicalAnswer(field, value));
  }
}
