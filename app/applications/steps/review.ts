import type { SignedAnswer, SignedStep } from "~/db/schema/applications";
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
import { metadataKey } from "./registry";
import { answerOf, entriesOf, isPresent, labelOf, statusesOf, visibleFields } from "./relevance";
import { isDay, toNumber } from "./validate";

export const notAnswered = "Not answered";
type CountryName = (code: string) => string;

/** Every relevant question of the steps as it is worded, with its answer in words (W-S8-6). */
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

/** One question as it is worded under these answers, with its answer in words. */
export function reviewField(field: Field, answers: Answers, countryName: CountryName): SignedAnswer {
  const entries = field.kind === "list" ? entriesOf(field, answers) : [];
  const answer =
    field.kind === "list"
      ? entries.map((entry) => field.fields.map((part) => inWords(part, entry, countryName)).join(" · ")).join("\n")
      : field.kind === "statuses"
        ? statusesInWords(field, answers)
        : inWords(field, answers, countryName);
  return {
    name: field.name,
    label: labelOf(field, answers),
    answer: answer || notAnswered,
    ...(field.sensitive || (field.kind === "list" && field.fields.some((part) => part.sensitive))
      ? { sensitive: true }
      : {}),
  };
}

/** `Mother: Resident, Home owner`, a line for each group that was answered. */
const statusesInWords = (field: StatusesField<string>, answers: Answers) => {
  const ticked = statusesOf(field, answers);
  const label = (value: string) => field.options.find((option) => option.value === value)?.label ?? value;
  return field.groups
    .flatMap((group) => (ticked[group.name] ? `${group.label}: ${ticked[group.name]?.map(label).join(", ")}` : []))
    .join("\n");
};

function inWords(
  field: SingleField | FileField<string> | EntryField,
  answers: Answers,
  countryName: CountryName,
): string {
  const value = answerOf(field as Field, answers);
  if (!isPresent(value)) return notAnswered;
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
    case "date":
      return isDay(value) ? longDate(value) : textOf(value);
    case "number":
      return numberInWords(toNumber(value), field.unit) ?? textOf(value);
    default:
      return textOf(value);
  }
}

/** A day in long US English, such as October 11, 2025. */
const longDate = (day: string): string => longFormat.format(new Date(`${day}T00:00:00Z`));
// Made once: making one costs as much as drawing twenty answers.
const longFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

const money = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });
function numberInWords(number: number | undefined, unit: string | undefined) {
  if (number === undefined) return undefined;
  const text = unit === "USD" ? money.format(number) : number.toLocaleString("en-US");
  return unit ? `${text} ${unit}` : text;
}
