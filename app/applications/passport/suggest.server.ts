import { applicantInfo } from "~/applications/steps/applicant-info";
import { passportInfo } from "~/applications/steps/passport-info";
import { metadataKey } from "~/applications/steps/registry";
import { formatAnswer } from "~/applications/steps/review";
import { countryName } from "~/core/countries.server";
import type { Metadata } from "~/db/schema/applications";
import { type Answers, type Field, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { isPresent, isVisible, labelOf } from "~/form-engine/relevance";
import { unstorableReason } from "~/form-engine/storable";
import { rawInputOf } from "~/form-engine/typed/raw-input";
import type { PassportReading } from "./readings.server";
import type { PassportSuggestion, SuggestedValue } from "./suggestion";
import { type PassportValues, passportValueNames } from "./values";

/** The answer that each value can be used for. */
const answerOf: Record<keyof PassportValues, { step: StepDefinition; name: string }> = {
  lastName: { step: applicantInfo, name: "lastName" },
  firstName: { step: applicantInfo, name: "firstName" },
  sex: { step: applicantInfo, name: "gender" },
  dateOfBirth: { step: applicantInfo, name: "dateOfBirth" },
  passportNumber: { step: passportInfo, name: "passportNumber" },
  nationality: { step: passportInfo, name: "nationalityCountry" },
  issuingCountry: { step: passportInfo, name: "issuingCountry" },
  expirationDate: { step: passportInfo, name: "expirationDate" },
};
/** In the order of the box, which is the order of the steps. */
const inOrder = passportValueNames.toSorted(
  (a, b) => Object.keys(answerOf).indexOf(a) - Object.keys(answerOf).indexOf(b),
);

/** The codes of the steps whose questions the page answers. */
export const answersFromPassport: readonly string[] = [applicantInfo.code, passportInfo.code];

/** The line without a check digit may be misread, so its name is the applicant's to choose. */
const neverChecked: readonly (keyof PassportValues)[] = ["lastName", "firstName"];

type Usable = { value: string; field: Exclude<Field, { kind: "list" | "statuses" }>; isAnswered: boolean };

function usable(values: PassportValues, name: keyof PassportValues, all: Metadata): Usable | undefined {
  const { step, name: answer } = answerOf[name];
  const value = values[name];
  const field = fieldsOf(step).find((candidate) => candidate.name === answer);
  if (!value || !field || field.kind === "list" || field.kind === "statuses") return undefined;
  const answers = all[metadataKey(step)] ?? {};
  const filled = { ...answers, [answer]: value };
  if (!isVisible(field, answers) || (field.kind !== "file" && unstorableReason(field, filled))) return undefined;
  return {
    value,
    field,
    isAnswered: isPresent(answers[answer]) || Object.keys(rawInputOf(answer, answers)).length > 0,
  };
}

/** What the box on the pages shows; null once it was used or declined, or if every question is answered. */
export function suggestionFrom(reading: PassportReading | undefined, all: Metadata): PassportSuggestion | null {
  if (!reading || reading.isAnswered) return null;
  const values = inOrder.flatMap((name): SuggestedValue[] => {
    const found = usable(reading.values, name, all);
    if (!found) return [];
    const { value, field, isAnswered } = found;
    const text = formatAnswer(field, { [field.name]: value }, countryName) ?? value;
    const isChecked = !isAnswered && !neverChecked.includes(name);
    return [{ name, label: labelOf(field, all[metadataKey(answerOf[name].step)] ?? {}), text, isAnswered, isChecked }];
  });
  return values.some(({ isAnswered }) => !isAnswered) ? { document: reading.documentId, values } : null;
}

/** The unanswered questions of a step that the chosen values answer. */
export function answersFrom(
  { values }: PassportReading,
  chosen: readonly string[],
  definition: StepDefinition,
  all: Metadata,
): Answers {
  return Object.fromEntries(
    passportValueNames.flatMap((name) => {
      const found = answerOf[name].step === definition && chosen.includes(name) ? usable(values, name, all) : undefined;
      return found && !found.isAnswered ? [[found.field.name, found.value] as const] : [];
    }),
  );
}
