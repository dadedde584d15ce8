import { applicantInfo } from "~/applications/steps/applicant-info";
import { type AllAnswers, type Asked, contradictionsIn, validAnswers } from "~/applications/steps/contradictions/asked";
import { comparedWithPage, type PageKey } from "~/applications/steps/contradictions/passport-page";
import { passportInfo } from "~/applications/steps/passport-info";
import { comparableNumber } from "~/applications/stored-answers/sealed-answers.server";
import { stateless } from "~/core/countries/stateless";
import { countryName } from "~/core/countries.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { type Answers, type StepDefinition, textOf } from "~/form-engine/definition";
import { fullName } from "~/form-engine/names";
import { firstDayOf, formatDate, lastDayOf } from "~/form-engine/typed/dates";
import { closeReadings, markOf, type PassportReading, readingOf } from "./readings.server";
import { isNameOnPage } from "./same-name";
import type { PassportValues } from "./values";

/** An answer that was compared with the page. `sentence`: how they differ; `parts`: what the mark depends on. */
type Comparison = { key: PageKey; sentence: string | undefined; parts: readonly unknown[] };

/** Of relevant, valid answers; nothing is compared with a value that was not read. */
function comparisonsOf(step1: Answers, step2: Answers, page: PassportValues): Comparison[] {
  const compare = (
    key: PageKey,
    answer: unknown,
    value: string | undefined,
    differ: (answer: string, value: string) => string | undefined,
  ): Comparison[] => {
    const text = textOf(answer);
    if (text === "" || !value) return [];
    return [{ key, sentence: differ(text, value), parts: [text, value] }];
  };
  const day = (noun: string) => (answer: string, value: string) =>
    // Of a date without its day, the page may say any day of that month or year.
    firstDayOf(answer) <= value && value <= lastDayOf(answer)
      ? undefined
      : `You entered ${formatDate(answer)} as the ${noun}; your passport page says ${formatDate(value)}.`;
  const named = (code: string) => (code === stateless.code ? stateless.name : countryName(code));
  const country = (noun: string) => (answer: string, value: string) =>
    answer === value
      ? undefined
      : `You entered ${named(answer)} as the ${noun}; your passport page says ${named(value)}.`;
  return [
    ...nameComparison(step1, page),
    ...compare("pageDateOfBirth", step1.dateOfBirth, page.dateOfBirth, day("date of birth")),
    ...compare("pageNumber", step2.passportNumber, page.passportNumber, (answer, value) =>
      comparableNumber(answer) === comparableNumber(value)
        ? undefined
        : "The passport number is not the one that we read on your passport page.",
    ),
    ...compare("pageNationality", step2.nationalityCountry, page.nationality, country("country of nationality")),
    ...compare("pageIssuingCountry", step2.issuingCountry, page.issuingCountry, country("issuing country")),
    ...compare("pageExpirationDate", step2.expirationDate, page.expirationDate, day("expiration date")),
  ];
}

function nameComparison(step1: Answers, { lastName, firstName }: PassportValues): Comparison[] {
  const person = { first: textOf(step1.firstName), middle: textOf(step1.middleName), last: textOf(step1.lastName) };
  if (!person.last || !lastName) return [];
  const page = [lastName, firstName].filter(Boolean).join(", ");
  const isSame = isNameOnPage({ lastName, ...(firstName ? { firstName } : {}) }, person);
  const sentence = `Your passport page says ${page}, and step 1 says ${fullName(person)}.`;
  return [{ key: "pageName", sentence: isSame ? undefined : sentence, parts: [person, page] }];
}

const firstSteps: readonly StepDefinition[] = [applicantInfo, passportInfo];

/** With `within` only the answers of this step. */
function compareAnswers(all: AllAnswers, { values }: PassportReading, within?: StepDefinition): Comparison[] {
  const answersOf = (step: StepDefinition) => (within && within !== step ? {} : validAnswers(step, all));
  return comparisonsOf(answersOf(applicantInfo), answersOf(passportInfo), values);
}

/** The answers that differ from the passport's page, with `within` only those of this step. */
export async function differencesFrom(
  reading: PassportReading,
  all: AllAnswers,
  applicationId: string,
  from: Queryable = db,
  within?: StepDefinition,
): Promise<Asked[]> {
  const differences: Asked[] = [];
  for (const { key, sentence, parts } of compareAnswers(all, reading, within)) {
    const [first] = comparedWithPage[key];
    if (!sentence || !first) continue;
    const mark = await markOf(applicationId, from, [key, ...parts]);
    differences.push({ key, mark, sentence, step: first.step.code, name: first.name });
  }
  return differences;
}

/** Adds those differences, so that they are asked about as contradictions are. */
export async function withDifferences(
  all: AllAnswers,
  applicationId: string,
  from: Queryable = db,
  within?: StepDefinition,
): Promise<AllAnswers> {
  if (within && !firstSteps.includes(within)) return all;
  const reading = await readingOf(applicationId, from);
  return reading ? { ...all, differences: await differencesFrom(reading, all, applicationId, from, within) } : all;
}

/** Deletes what was read, at the submission of these answers, and stores which of them agreed or differed. */
export async function closePassportReading(tx: Transaction, applicationId: string, all: AllAnswers): Promise<void> {
  const reading = await readingOf(applicationId, tx);
  const comparisons = reading ? compareAnswers(all, reading) : [];
  const namesOf = (found: readonly { key: PageKey }[]) =>
    found.flatMap(({ key }) => comparedWithPage[key][0]?.name ?? []);
  const differed = comparisons.filter(({ sentence }) => sentence !== undefined);
  const confirmed = new Set(contradictionsIn(all).flatMap(({ key, isConfirmed }) => (isConfirmed ? [key] : [])));
  await closeReadings(
    tx,
    applicationId,
    reading && {
      documentId: reading.documentId,
      agreed: namesOf(comparisons.filter(({ sentence }) => sentence === undefined)),
      differed: namesOf(differed),
      confirmed: namesOf(differed.filter(({ key }) => confirmed.has(key))),
    },
  );
}
