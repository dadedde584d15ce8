import { applicantInfo } from "~/applications/steps/applicant-info";
import { contactInfo } from "~/applications/steps/contact-info";
import { passportInfo } from "~/applications/steps/passport-info";
import { metadataKey } from "~/applications/steps/registry";
import { tripDetails } from "~/applications/steps/trip-details";
import type { Metadata } from "~/db/schema/applications";
import { type Answers, type Field, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { rawInputIn, rawInputOf, withRawInput } from "~/form-engine/typed/raw-input";

/** Questions that an inquiry's facts answer, in screen order, some with another label. */
const carried: readonly [step: StepDefinition, name: string, label?: string][] = [
  [applicantInfo, "firstName"],
  [applicantInfo, "lastName"],
  [applicantInfo, "email"],
  [contactInfo, "primaryPhone", "Phone"],
  [passportInfo, "nationalityCountry", "Nationality"],
  [contactInfo, "country", "Country of residence"],
  [passportInfo, "expirationDate", "Passport expiry date"],
  [tripDetails, "intendedArrivalDate", "Travel date"],
  [tripDetails, "purposeOfTrip"],
];

/** Makes a question optional: the applicant answers it, and gets the checks of dates. */
function open(field: Field, label: string | undefined): Field {
  const { required: _required, visible: _visible, note: _note, hint: _hint, ...rest } = field;
  const worded = label ? { ...rest, label } : rest;
  if (worded.name === "lastName" && worded.kind === "text") return { ...worded, width: "half" };
  if (worded.kind === "email") return { ...worded, required: true, width: "half" };
  if (worded.kind === "phone") return { ...worded, width: "half" };
  if (worded.kind !== "date") return worded;
  const { min: _min, max: _max, isAfterMin: _after, ...date } = worded;
  return date;
}

export const carriedFacts: StepDefinition = {
  code: "carried_facts",
  number: 0,
  component: "CarriedFacts",
  title: "What will be copied",
  description: "",
  sections: [
    {
      fields: carried.flatMap(([step, name, label]) =>
        fieldsOf(step)
          .filter((field) => field.name === name)
          .map((field) => open(field, label)),
      ),
    },
  ],
  read: (stored) => stored,
};

export function answersByStep(facts: Answers): Metadata {
  const steps = new Map<StepDefinition, Answers>();
  for (const [step, name] of carried) {
    const rawInput = rawInputOf(name, facts);
    if (facts[name] === undefined && Object.keys(rawInput).length === 0) continue;
    const before = steps.get(step) ?? {};
    const answers = facts[name] === undefined ? before : { ...before, [name]: facts[name] };
    steps.set(step, withRawInput(answers, { ...rawInputIn(before), ...rawInput }));
  }
  return Object.fromEntries([...steps].map(([step, answers]) => [metadataKey(step), answers]));
}

/** The last word is taken for the last name; staff correct it first. */
export function nameParts(fullName: string): { first: string; last: string } {
  const words = fullName.trim().split(/\s+/);
  const last = words.pop() ?? "";
  return { first: words.join(" "), last };
}
