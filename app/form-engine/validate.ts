import { tooLong } from "~/core/character-count";
import { type CountryNames, namesIn } from "~/core/countries/country-options";
import { countryProblem } from "~/core/countries/country-problem";
import type { CountryOption } from "~/core/countries/country-search";
import { isEmail, notEmail } from "~/core/email/email-address";
import { isPhone, notPhone } from "~/core/phones/phones";
import { unreadableAnswer } from "~/core/unreadable";
import { canBeSigned, type PersonName } from "~/form-engine/names";
import { isNormalizedField } from "~/form-engine/typed/canonical";
import { dateError, dateIn, datePartsIn, firstDayOf, lacksDay, lastDayOf, noDay } from "~/form-engine/typed/dates";
import { numberError, numberOf } from "~/form-engine/typed/numbers";
import { rawInputOf } from "~/form-engine/typed/raw-input";
import {
  type Answers,
  type DateField,
  type EntryField,
  type Field,
  type FileField,
  fieldsOf,
  type Problem,
  type SingleField,
  type StepDefinition,
  textOf,
} from "./definition";
import { gateProblem } from "./list-gate";
import { answerOf, entriesOf, isPresent, isRequired, isVisible, labelOf, statusesOf } from "./relevance";
import {
  atVisibleInput,
  isOverLimit,
  lengthOf,
  maxLengthOf,
  notOffered,
  notOfItsKind,
  problemsAt,
  type StorageProblem,
  tooMany,
  unstorableReason,
} from "./storable";

/** In display order. `countries`: names by ISO alpha-2 code; `applicant`: who signs. Also runs in the browser. */
export function validateStep(
  step: StepDefinition,
  answers: Answers,
  today: Today,
  countries: CountryNames,
  applicant?: () => PersonName,
): Problem[] {
  const context = { today, countries, applicant };
  return fieldsOf(step).flatMap((field): Problem[] => {
    const gate = field.kind === "list" ? gateProblem(field, answers) : undefined;
    if (gate) return [gate];
    if (!isVisible(field, answers)) return [];
    if (field.kind === "list") {
      const entries = entriesOf(field, answers);
      if (entries.length > field.maxEntries) return [{ name: field.name, message: tooMany(field) }];
      return entries.flatMap((entry, index) =>
        field.fields.flatMap((part) => {
          const fault = problemOf(part, entry, context);
          return problemsAt(`${field.name}[${index}].${part.name}`, fault, `${field.entry} #${index + 1}: `);
        }),
      );
    }
    if (field.kind === "statuses") {
      const offered = new Set(field.options.map((option) => option.value));
      const ticked = statusesOf(field, answers);
      return field.groups
        .filter((group) => ticked[group.name]?.some((value) => !offered.has(value)))
        .map((group) => ({ name: `${field.name}.${group.name}`, message: notOffered(group.label) }));
    }
    return problemsAt(field.name, problemOf(field, answers, context));
  });
}

/** Problems of the last try that remain: a corrected field is no longer marked, and none before the first try. */
export function remainingProblems(
  problems: readonly Problem[],
  step: StepDefinition,
  answers: Answers,
  shown: { today: Today; countries: readonly CountryOption[]; applicant?: () => PersonName },
): Problem[] {
  if (problems.length === 0) return [];
  const names = new Set(problems.map(({ name }) => name));
  const { today, countries, applicant } = shown;
  return validateStep(step, answers, today, namesIn(countries), applicant).filter(({ name }) => names.has(name));
}

const earliestDay = "1850-01-01";
const latestDay = "2200-12-31";
type Context = { today: Today; countries: CountryNames; applicant: (() => PersonName) | undefined };

const problemOf = (field: SingleField | FileField | EntryField, answers: Answers, context: Context): StorageProblem =>
  atVisibleInput(field, answers, faultOf(field, answers, context));

function faultOf(field: SingleField | FileField | EntryField, answers: Answers, context: Context): StorageProblem {
  const label = labelOf(field, answers);
  // The form sends a preselected value, so a form without it has no answer.
  const value = field.kind === "choice" ? answers[field.name] : answerOf(field, answers);
  if (value === unreadableAnswer) return `${unreadableAnswer} Please enter it again.`;
  const required = isRequired(field, answers);
  const missing = field.missing ?? (field.kind === "email" ? "Email address is required" : `${label} is required`);
  if (field.kind === "tick") return required && value !== true ? missing : undefined;
  // The checkbox alone is no date.
  const isTyped =
    isNormalizedField(field) &&
    Object.keys(rawInputOf(field.name, answers)).some((input) => input !== `${field.name}.${noDay}`);
  if (!isPresent(value) && !isTyped) return required ? missing : undefined;
  switch (field.kind) {
    case "file":
      return undefined;
    case "yesno":
      return typeof value === "boolean" ? undefined : `${label}: choose Yes or No`;
    case "choice":
      return field.options.some((option) => option.value === value) ? undefined : notOfItsKind.choice(label);
    case "country":
      return countryProblem(field.offers, label, textOf(value), context.countries);
    case "number":
      return unstorableReason(field, answers) ?? numberProblem(field, label, value ?? lengthOf(field, answers));
    case "date":
      return dateProblem(field, label, answers, context.today);
    default:
      return textProblem(field, label, value, answers, context.applicant);
  }
}

function textProblem(
  field: Extract<Field, { kind: "text" | "textarea" | "email" | "phone" }>,
  label: string,
  value: unknown,
  answers: Answers,
  applicant: Context["applicant"],
) {
  if (typeof value !== "string") return `${label} must be text`;
  const unfit = unstorableReason(field, answers);
  if (unfit) return unfit;
  const written = textOf(lengthOf(field, answers));
  if (isOverLimit(field, written)) return tooLong(label, maxLengthOf(field) ?? 0, written);
  if (field.kind === "email" && !isEmail(value)) return notEmail;
  if (field.kind === "phone" && !isPhone(value)) return notPhone;
  if ("signature" in field && !canBeSigned(value, applicant)) return "Please type your full name as your signature";
  return undefined;
}

function numberProblem(field: Extract<Field, { kind: "number" }>, label: string, value: unknown) {
  const number = numberOf(field, value);
  if (number === undefined) return numberError(field, label, value);
  if (number < field.min || number > field.max) return `${label} must be between ${field.min} and ${field.max}`;
  const steps = number / field.step;
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? `${label} must be a multiple of ${field.step}` : undefined;
}

function dateProblem(field: DateField, label: string, answers: Answers, today: Today): StorageProblem {
  const unfit = unstorableReason(field, answers);
  if (unfit) return unfit;
  const boxes = datePartsIn(field.name, answers);
  const isTicked = field.noDay !== undefined && lacksDay(field.name, answers);
  const value = dateIn(boxes, isTicked);
  const without = field.noDay && { isTicked, label: field.noDay.label };
  if (!value) return dateError(label, boxes, without) ?? notOfItsKind.date(label);
  return boundsProblem(field, label, { first: firstDayOf(value), last: lastDayOf(value) }, answers, today);
}

/** `first` and `last`: the range of a partial date. Refused only if all of it is out of bounds. */
function boundsProblem(
  field: DateField,
  label: string,
  { first, last }: { first: string; last: string },
  answers: Answers,
  today: Today,
): string | undefined {
  // A mistyped year, such as 0206: this message helps more than the field's own bounds.
  if (last < earliestDay || first > latestDay) return `${label}: please check the year`;
  const { min = earliestDay, max = latestDay } = dateBounds(field, answers, today);
  if ((field.isAfterMin ? last > min : last >= min) && first <= max) return undefined;
  return field.outside ?? `${label} must be between ${min} and ${max}`;
}

/** Reads `1,299.00` as 1299. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || !/^-?\d{1,3}(,\d{3})*(\.\d+)?$|^-?\d+(\.\d+)?$/.test(value.trim())) return undefined;
  return Number(value.replaceAll(",", ""));
}

/** Today (YYYY-MM-DD) in UTC−12 and UTC+14. */
export type Today = { earliest: string; latest: string };

export const todayAround = (now = new Date()): Today => ({
  earliest: new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10),
  latest: new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10),
});

/** A bound that depends on today uses the time zone that allows more. */
export const dateBounds = (field: DateField, answers: Answers, today: Today) => ({
  min: field.min?.(answers, today.earliest),
  max: field.max?.(answers, today.latest),
});
