import type * as applicant from "~/applications/steps/applicant-info";
import type * as contact from "~/applications/steps/contact-info";
import type * as work from "~/applications/steps/employment-education";
import type * as family from "~/applications/steps/family-background";
import type * as passports from "~/applications/steps/passport-info";
import { securityQuestionnaire } from "~/applications/steps/security-questionnaire";
import type * as trip from "~/applications/steps/trip-details";
import type { Metadata, StepAnswers } from "~/db/schema/applications";
import type { RawAnswers } from "~/form-engine/define-step";
import { fieldsOf } from "~/form-engine/definition";
import { dayAfter } from "~/sample/clock";
import type { Random } from "~/sample/random";
import { addOnAnswers } from "./answers.bahamas";
import { mailAddress, originOf } from "./contact-data";
import type { OriginCode } from "./people";
import type { Persona } from "./persona";

type Phones = (code: OriginCode) => string;
type Context = { random: Random; phones: Phones; startedAt: Date };

/** Every answer of a person as typed, valid on the day of the start, by the steps' permanent numbers. */
export function answersOf(person: Persona, context: Context): Metadata {
  const emergency = emergencyContact(person, context);
  const answers: Metadata = {
    step1: applicantInfo(person),
    step2: passportInfo(person),
    step3: { ...contactInfo(person, context), ...emergency },
    step4: tripDetails(person, context),
    step5: familyBackground(person, context),
    step6: employmentEducation(person, context),
    step7: securityAnswers(person),
    step8: {
      certifyAccuracy: true,
      certifyUnderstanding: true,
      electronicSignature: fullName(person),
    },
    ...addOnAnswers(person, context, emergency),
  };
  return Object.fromEntries(Object.entries(answers).map(([key, step]) => [key, withoutEmpty(step)]));
}

const fullName = ({ givenName, middle, family }: Persona): string =>
  [givenName, middle, family].filter(Boolean).join(" ");

/** Unanswered questions are left out, as by the form. */
const withoutEmpty = (step: StepAnswers): StepAnswers =>
  Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined && value !== ""));

function applicantInfo(person: Persona): RawAnswers<typeof applicant.applicantInfo> {
  const [cityOfBirth, stateOfBirth] = person.birthplace;
  return {
    email: person.email,
    firstName: person.givenName,
    middleName: person.middle,
    lastName: person.family,
    ...(person.native ? { fullNameNativeAlphabet: person.native } : { nativeAlphabetNotApplicable: true }),
    usesTelecode: person.telecode !== undefined,
    telecodeName: person.telecode,
    hasOtherNames: person.maiden !== undefined,
    otherNames: person.maiden ? [{ type: "maiden", name: `${person.givenName} ${person.maiden}` }] : undefined,
    gender: person.sex === "f" ? "female" : "male",
    maritalStatus: maritalStatus(person),
    dateOfBirth: person.born,
    cityOfBirth,
    stateOfBirth,
    countryOfBirth: person.from,
  };
}

function maritalStatus({ spouse, kids, age, is }: Persona) {
  if (spouse) return "married";
  if (age > 59) return "widowed";
  return kids && age > 35 ? "divorced" : is !== "student" && age > 50 ? "divorced" : "single";
}

function passportInfo({ passport, from, lives, birthplace, lost }: Persona): RawAnswers<typeof passports.passportInfo> {
  return {
    passportType: "regular",
    passportNumber: passport.number,
    bookNumberNotApplicable: true,
    nationalityCountry: from,
    issuingCountry: from,
    issuingAuthority: originOf(from).authority,
    issuingCity: birthplace[0],
    issueDate: passport.issued,
    expirationDate: passport.expires,
    hasLostStolenPassport: lost !== undefined,
    lostStolenDetails: lost,
    hasOtherNationality: false,
    isPermanentResidentElsewhere: lives !== from && lives !== "BS",
    permanentResidentCountry: lives !== from && lives !== "BS" ? lives : undefined,
  };
}

function contactInfo(
  { home, lives, phone, is, at, email }: Persona,
  { random, phones }: Context,
): RawAnswers<typeof contact.contactInfo> {
  const works = at !== undefined && is !== "student";
  return {
    addressLine1: home.line,
    addressLine2: random.chance(0.15) ? `Apartment ${random.int(1, 24)}` : undefined,
    city: home.city,
    stateProvince: home.state,
    postalCode: home.postalCode,
    country: lives,
    hasDifferentMailingAddress: false,
    primaryPhone: phone,
    workPhone: works && random.chance(0.5) ? phones(lives) : undefined,
    secondaryPhone: email.length % 5 === 0 ? phones(lives) : undefined,
  };
}

function emergencyContact(person: Persona, { random, phones }: Context): RawAnswers<typeof contact.contactInfo> {
  const { spouse, host, father, mother, from, lives, age } = person;
  const country = host && !spouse ? hostCountry(person) : spouse ? lives : nearParents(person) ? "BS" : from;
  const parent = random.chance(0.5) ? father : mother;
  const [name, relationship] = spouse
    ? [`${spouse[0]} ${spouse[1]}`, person.sex === "f" ? "Husband" : "Wife"]
    : host
      ? [host[0], capital(host[1])]
      : age < 45
        ? [`${parent.givenName} ${parent.family}`, parent === father ? "Father" : "Mother"]
        : [`${random.pick(originOf(from).women)} ${person.family}`, random.pick(["Sister", "Cousin"])];
  const space = name.lastIndexOf(" ");
  return {
    emergencyContactName: name,
    emergencyContactRelationship: relationship,
    emergencyContactPhone: phones(country),
    emergencyContactEmail: random.chance(0.5)
      ? mailAddress(random, name.slice(0, space), name.slice(space + 1))
      : undefined,
  };
}

function hostCountry({ service, lives }: Persona): OriginCode {
  if (service === "bahamian-evisa") return "BS";
  if (service.startsWith("us-")) return "US";
  return service.startsWith("canadian-") ? "CA" : service.startsWith("uk-") ? "GB" : lives;
}

/** Whether the parents live in the Bahamas, because one is the host or pays. */
const nearParents = ({ host, payer }: Persona): boolean =>
  [host?.[1], payer?.[2].toLowerCase()].some((relation) => relation === "father" || relation === "mother");

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function tripDetails(person: Persona, { random, phones, startedAt }: Context): RawAnswers<typeof trip.tripDetails> {
  const { service, stay, payer, refused, lives } = person;
  const single = /evisa|transit|jamaica|uae/.test(service);
  const trips = random.chance(0.65) ? earlierTrips(person, random, startedAt) : [];
  return {
    intendedArrivalDate: person.arrival,
    intendedDepartureDate: person.departure,
    purposeOfTrip: person.purpose,
    numberOfEntries: single ? "single" : "multiple",
    destinationAddress: `${stay.name}, ${stay.address}`,
    destinationCity: stay.city,
    destinationState: stay.state,
    destinationPostalCode: stay.postalCode,
    whoIsPaying: payer?.[0] ?? "self",
    payerName: payer?.[1],
    payerRelationship: payer?.[2],
    payerContact: payer ? phones(payer[2] === "Employer" ? lives : "BS") : undefined,
    hasPreviousTravel: trips.length > 0,
    previousTravel: trips.length > 0 ? trips : undefined,
    hasBeenDeniedVisa: refused !== undefined,
    visaDenialDetails: refused,
  };
}

function earlierTrips({ from, lives }: Persona, random: Random, startedAt: Date) {
  const near = ["US", "JM", "DO", "CA", "GB", "TT", "BB", "PA", "TC", "KY", "MX"];
  const far = ["AE", "GB", "FR", "ZA", "TH", "SG", "TR", "IT", "KE", "MA"];
  const caribbean = ["BS", "HT", "DO", "CU", "JM", "TT", "GY", "BB", "CO", "US", "CA"].includes(lives);
  const countries = (caribbean ? near : far).filter((code) => code !== from && code !== lives);
  return random
    .shuffled(countries)
    .slice(0, random.int(1, 3))
    .map((country) => ({ country, ago: random.int(120, 1700), stay: random.int(3, 21) }))
    .sort((a, b) => a.ago - b.ago)
    .map(({ country, ago, stay }) => ({
      country,
      arrivalDate: dayAfter(startedAt, -ago),
      departureDate: dayAfter(startedAt, stay - ago),
    }));
}

function familyBackground(person: Persona, { random }: Context): RawAnswers<typeof family.familyBackground> {
  const { father, mother, spouse, from, lives, home, age } = person;
  const country = nearParents(person) ? "BS" : from;
  const parent = (who: "father" | "mother", { givenName, family, born }: Persona["father"]): StepAnswers => ({
    [`${who}FirstName`]: givenName,
    [`${who}LastName`]: family,
    [`${who}DateOfBirth`]: random.chance(0.85) ? born : undefined,
    [`${who}CountryOfBirth`]: from,
    [`${who}CurrentCountry`]: age > 55 ? undefined : country,
    [`${who}Citizenship`]: from,
  });
  return {
    ...parent("father", father),
    ...parent("mother", mother),
    hasSpouse: spouse !== undefined,
    ...(spouse && {
      spouseFirstName: spouse[0],
      spouseLastName: spouse[1],
      spouseDateOfBirth: dayAfter(new Date(`${person.born}T12:00:00Z`), random.int(-2000, 1500)),
      spouseNationality: spouse[2],
      spousePlaceOfBirth: random.pick(originOf(spouse[2]).cities)[0],
      spouseCurrentAddress: `${home.line}, ${home.city}, ${lives === "BS" ? "The Bahamas" : home.state}`,
    }),
  };
}

function employmentEducation(
  person: Persona,
  { random, phones, startedAt }: Context,
): RawAnswers<typeof work.employmentEducation> {
  const { is = "employed", home, lives, age, earns } = person;
  const [job, at] = presentWork(person);
  const busy = is !== "retired" && is !== "unemployed";
  const years = is === "student" ? 2 : Math.max(1, Math.min(12, age - 20));
  const before = is === "employed" && age > 28 && random.chance(0.5);
  const since = -random.int(200, years * 365);
  return {
    currentStatus: is,
    monthlyIncome: earns === undefined || earns === 0 ? undefined : earns.toFixed(2),
    hasPreviousEmployment: before,
    ...(busy && {
      currentEmployerSchoolName: at,
      jobTitleCourse: job,
      startDate: dayAfter(startedAt, since),
      employerAddressLine1: `${random.int(1, 90)} ${random.pick(originOf(lives).streets)}`,
      employerCity: home.city,
      employerCountry: lives,
      employerPhone: phones(lives),
    }),
    ...(is === "employed" && {
      supervisorName: `${random.pick(originOf(lives).men)} ${random.pick(originOf(lives).families)}`,
    }),
    ...(before && {
      previousEmployment: [
        {
          employerName: `${random.pick(originOf(lives).families)} & ${random.pick(["Sons", "Partners", "Company"])}`,
          jobTitle: job,
          startDate: dayAfter(startedAt, since - random.int(900, 2200)),
          endDate: dayAfter(startedAt, since - random.int(10, 90)),
        },
      ],
    }),
  };
}

/** Applicants for a student visa are still at their previous school. */
function presentWork({ service, job, at, age }: Persona) {
  if (service !== "us-student-f-1-visa") return [job, at];
  return age < 20 ? ["Grade 12", "St. Brannock's School"] : ["Bachelor's degree", "Shirley Street College"];
}

/** Most people answer No to all. */
function securityAnswers({ trouble }: Persona): StepAnswers {
  const answers: StepAnswers = {};
  for (const field of fieldsOf(securityQuestionnaire)) if (field.kind === "yesno") answers[field.name] = false;
  return trouble ? { ...answers, [trouble[0]]: true, [trouble[1]]: trouble[2] } : answers;
}
