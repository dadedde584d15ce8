import { accommodation } from "~/applications/steps/accommodation";
import { applicantInfo } from "~/applications/steps/applicant-info";
import { criminalHistory } from "~/applications/steps/criminal-history";
import { familyBackground } from "~/applications/steps/family-background";
import { passportInfo } from "~/applications/steps/passport-info";
import { knownSteps } from "~/applications/steps/registry";
import { reviewCertification } from "~/applications/steps/review-certification";
import { securityQuestionnaire } from "~/applications/steps/security-questionnaire";
import { tripDetails } from "~/applications/steps/trip-details";
import { sentenceAbout } from "~/content/rules/not-needed";
import { later, wholeYears } from "~/core/calendar";
import { calendarLongDate, isDay } from "~/core/time";
import { type Answers, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { firstDayOf, lastDayOf } from "~/form-engine/typed/dates";
import type { Today } from "~/form-engine/validate";
import { fullName, isNameOf, isSignedBy, type PersonName } from "../../../form-engine/names";
import { asksForNames, oddNamesOf } from "./odd-names";
import { longTerm } from "./passport-terms";
import { daysBetween, longStay, type Visa } from "./visa";

type Read<Value = unknown> = { step: StepDefinition; name: string; answer: (stored: Answers) => Value };

/**
 * Valid answers that contradict each other or nature. `reads`: the answers involved, the one to check first in front;
 * none is encrypted. `ask` returns a sentence, or nothing without a contradiction; its values are those of `reads`,
 * undefined if missing, irrelevant or invalid. With `isAboutVisa` it is asked again once the visa allows something
 * else.
 */
export type Contradiction = {
  key: string;
  reads: readonly Read[];
  ask: (values: readonly unknown[], today: Today, visa: Visa) => string | undefined;
  isAboutVisa: boolean;
};

const of = <A extends object, const Name extends keyof A & string>(
  step: StepDefinition<A>,
  name: Name,
): Read<A[Name]> => ({ step, name, answer: (stored) => step.read(stored)[name] });

type ValuesOf<Reads> = { [Place in keyof Reads]: Reads[Place] extends Read<infer Value> ? Value : never };

function contradiction<const Reads extends readonly Read[]>(
  key: string,
  reads: Reads,
  ask: (values: ValuesOf<Reads>, today: Today, visa: Visa) => string | undefined,
  isAboutVisa = false,
): Contradiction {
  return { key, reads, ask: (values, ...by) => ask(values as ValuesOf<Reads>, ...by), isAboutVisa };
}

const aboutVisa = <const Reads extends readonly Read[]>(
  key: string,
  reads: Reads,
  ask: (values: ValuesOf<Reads>, visa: Visa) => string | undefined,
) => contradiction(key, reads, (values, _, visa) => ask(values, visa), true);

const born = of(applicantInfo, "dateOfBirth");
const issued = of(passportInfo, "issueDate");
const expires = of(passportInfo, "expirationDate");
const arrival = of(tripDetails, "intendedArrivalDate");
const departure = of(tripDetails, "intendedDepartureDate");
const names = [
  of(applicantInfo, "firstName"),
  of(applicantInfo, "middleName"),
  of(applicantInfo, "lastName"),
  of(applicantInfo, "fullNameNativeAlphabet"),
] as const;

/** Unlikely names: asked for each field, for a list as a whole. */
const oddNames = (step: StepDefinition): Contradiction[] =>
  fieldsOf(step)
    .filter(asksForNames)
    .map((field) =>
      contradiction(
        `odd${step.number}${field.name}`,
        [{ step, name: field.name, answer: (stored) => oddNamesOf(field, stored) }],
        ([odd]) => odd && `${odd} Is that right?`,
      ),
    );

const leastAge = 12;

function ageOfParent(who: "mother" | "father", parent: string | undefined, child: string | undefined) {
  if (!parent || !child) return undefined;
  // Of partial dates, ask only about what can't be true.
  const [first, last] = [firstDayOf(parent), lastDayOf(child)];
  if (first > last) return `Your ${who} would have been born after you.`;
  const age = wholeYears(first, last);
  if (age >= leastAge) return undefined;
  const most = isDay(parent) && isDay(child) ? "" : "at most ";
  return `Your ${who} would have been ${most}${age} ${age === 1 ? "year" : "years"} old when you were born.`;
}

const together = {
  married: "You are married",
  domestic_partnership: "You live in a domestic partnership",
} as const;

const declared: readonly Contradiction[] = [
  aboutVisa("notNeeded", [of(passportInfo, "nationalityCountry")], ([code], visa) =>
    code && visa?.notNeeded ? sentenceAbout(code, visa.notNeeded) : undefined,
  ),
  contradiction("issuedBeforeBirth", [issued, born], ([issued, born]) =>
    issued && born && issued < firstDayOf(born) ? "The passport was issued before you were born." : undefined,
  ),
  contradiction("longTerm", [expires, issued, of(passportInfo, "issuingCountry")], ([expires, issued, country]) =>
    expires && issued ? longTerm(country, issued, expires) : undefined,
  ),
  contradiction("nameInPassport", [of(passportInfo, "nameInPassport"), ...names], ([printed, ...name]) => {
    const person = personOf(name);
    if (!printed || !person.last || isNameOf(printed, person)) return undefined;
    return `The passport says ${printed}, and step 1 says ${fullName(person)}.`;
  }),
  contradiction("farArrival", [arrival], ([arrival], today) =>
    arrival && arrival > later(today.latest, { years: 2 })
      ? `You arrive on ${calendarLongDate(arrival)}. Is the year right?`
      : undefined,
  ),
  aboutVisa("longStay", [departure, arrival], ([departure, arrival], visa) =>
    longStay(visa, daysOf(arrival, departure), arrival),
  ),
  aboutVisa("severalEntries", [of(tripDetails, "numberOfEntries")], ([entries], visa) =>
    entries === "multiple" && visa?.isSingleEntry
      ? "You asked for multiple entries. This visa allows a single entry."
      : undefined,
  ),
  contradiction("soonExpired", [expires, arrival, departure], ([expires, arrival, departure]) => {
    const end = departure ?? arrival;
    const until = end && later(end, { months: 6 });
    if (!expires || !until || expires >= until) return undefined;
    return `The passport expires on ${calendarLongDate(expires)}. For this trip it should be valid until ${calendarLongDate(until)}.`;
  }),
  contradiction("fathersAge", [of(familyBackground, "fatherDateOfBirth"), born], ([parent, child]) =>
    ageOfParent("father", parent, child),
  ),
  contradiction("mothersAge", [of(familyBackground, "motherDateOfBirth"), born], ([parent, child]) =>
    ageOfParent("mother", parent, child),
  ),
  contradiction(
    "spouse",
    [of(familyBackground, "hasSpouse"), of(applicantInfo, "maritalStatus")],
    ([hasSpouse, status]) => {
      if (hasSpouse === true && status === "single")
        return "You are single, but you answered that you have a spouse or partner.";
      if (hasSpouse !== false || (status !== "married" && status !== "domestic_partnership")) return undefined;
      return `${together[status]}, but you answered that you have no spouse or partner.`;
    },
  ),
  contradiction(
    "convictions",
    [of(criminalHistory, "hasCriminalConvictions"), of(securityQuestionnaire, "hasBeenArrested")],
    ([convicted, arrested]) =>
      convicted === true && arrested === false
        ? "You answered in Security Questions that you were never arrested or convicted, but in Criminal History that you were convicted."
        : undefined,
  ),
  aboutVisa(
    "longAccommodation",
    [of(accommodation, "intendedLengthOfStayDays"), of(accommodation, "arrivalDate"), departure, arrival],
    ([days = 0, from, departure, arrival], visa) =>
      // No longer than the trip, which is checked on its own.
      days <= (daysOf(arrival, departure) ?? 0) ? undefined : longStay(visa, days, from ?? arrival),
  ),
  contradiction("signature", [of(reviewCertification, "electronicSignature"), ...names], ([signature, ...name]) => {
    const person = personOf(name);
    if (!signature || !person.last || isSignedBy(signature, person)) return undefined;
    return `You signed as “${signature}”. The applicant is ${fullName({ ...person, middle: undefined })}.`;
  }),
];

/** The signature comes last, after the added steps. */
const ordered = [...knownSteps.filter((step) => step.code !== reviewCertification.code), reviewCertification];

export const contradictions: readonly Contradiction[] = ordered.flatMap((step, index) => [
  ...oddNames(step),
  ...declared.filter(({ reads }) => index === Math.max(...reads.map((read) => ordered.indexOf(read.step)))),
]);

const daysOf = (from: string | undefined, until: string | undefined) =>
  from && until ? daysBetween(from, until) : undefined;

/** Null is a missing first name. */
function personOf([first, middle, last, native]: readonly (string | null | undefined)[]): PersonName {
  return {
    first: first ?? undefined,
    middle: middle ?? undefined,
    last: last ?? undefined,
    native: native ?? undefined,
  };
}
