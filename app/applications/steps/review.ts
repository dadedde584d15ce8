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

/** Every relevant question with its label and answer, as stored with the signature. */
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
        .filter((field) => isReviewed(field, relevant))
        .map((field) => reviewField(field, answers, countryName)),
    };
  });
}

/** An unchecked checkbox is not listed, and one that a file follows later replaces that file. */
function isReviewed(field: Field, relevant: Answers): boolean {
  if (field.kind === "file") return !isLater(field, relevant);
  return field.kind !== "tick" || isRequired(field, relevant) || relevant[field.name] === true;
}

export function reviewField(field: Field, answers: Answers, countryName: CountryName): SignedAnswer {
  const wording = field.kind === "tick" && answers[field.name] === true ? field.says : undefined;
  return {
    name: field.name,
    label: wording?.label ?? labelOf(field, answers),
    answer: wording?.answer ?? reviewAnswer(field, answers, countryName),
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

const entryOf = (field: ListField): SignedEntry => ({
  title: field.entry,
  parts: field.fields.map(({ name, label }) => ({ name, label })),
});

/** A list entry on a page: `Other name 1`, and its answers. */
export type ShownEntry = { title: string; answers: { name: string; label: string; answer: string | null }[] };
/** A text, the entries of a list, or null if not answered. */
export type ShownAnswer = Omit<SignedAnswer, "answer" | "entry"> & { answer: string | null | ShownEntry[] };
export type ShownStep = Omit<SignedStep, "answers"> & { answers: ShownAnswer[] };

export const shownSteps = (steps: readonly SignedStep[]): ShownStep[] =>
  steps.map((step) => ({ ...step, answers: step.answers.map((answer) => shownAnswer(answer, stepByCode(step.code))) }));

/** In records from before every security question was required, an unanswered one means No (N-SEC-4). */
export const shownAsSigned = (steps: readonly SignedStep[]): ShownStep[] =>
  shownSteps(steps).map((step) =>
    step.code !== "security_questionnaire"
      ? step
      : { ...step, answers: step.answers.map((answer) => ({ ...answer, answer: answer.answer ?? "No (left open)" })) },
  );

/** List entries signed without labels get those of `step` if their number fits; else each is a line of its answers. */
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
      answers: known.parts.map((part, partIndex) => ({ ...part, answer: parts[partIndex] ?? null })),
    })),
  };
}

/** `Mother: Resident, Home owner`, a line for each answered group. */
const statusesInWords = (field: StatusesField, answers: Answers) => {
  const checked = statusesOf(field, answers);
  const label = (value: string) => field.options.find((option) => option.value === value)?.label ?? value;
  return field.groups
    .flatMap((group) => (checked[group.name] ? `${group.label}: ${checked[group.name]?.map(label).join(", ")}` : []))
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
