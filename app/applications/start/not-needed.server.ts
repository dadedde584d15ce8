import { contradictionsIn } from "~/applications/steps/contradictions/asked";
import { visaOf } from "~/applications/steps/contradictions/visa";
import { passportInfo } from "~/applications/steps/passport-info";
import { metadataKey } from "~/applications/steps/registry";
import { stepsOfService } from "~/applications/steps/service-steps.server";
import { answersToCheck } from "~/applications/stored-answers/completeness.server";
import { entryCheckPath } from "~/content/rules/check-path";
import { notNeededSentence, passportInWords } from "~/content/rules/not-needed";
import { ruleAgainst } from "~/content/rules/rules.server";
import { caveatOf, sourceTextOf } from "~/content/rules/words";
import { countryOptions } from "~/core/countries/country-options";
import type { CountryOption } from "~/core/countries/country-search";
import { countryNames } from "~/core/countries.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import type { Metadata } from "~/db/schema/applications";
import { withConfirmed } from "~/form-engine/confirmed-part";
import { log } from "~/log.server";
import type { NotNeededQuestion } from "./not-needed";
import type { ServiceQuote } from "./service-quote.server";

/** The nationalities that the start offers. */
export const nationalities: readonly CountryOption[] = countryOptions(countryNames, "nationalities or stateless");

const names = new Map(nationalities.map(({ code, name }) => [code, name]));
export const isNationality = (code: string): boolean => names.has(code);
export const wrongNationality = "Your nationality: choose a country of the list";

type Service = NonNullable<ServiceQuote["service"]>;

/** Null if the visa may be needed; also if the rules can't be read, because nobody is kept from starting. */
export async function askIfNotNeeded(service: Service, nationality: string) {
  try {
    const rule = await ruleAgainst(db, service.id, nationality);
    if (!rule) return null;
    const trip = { passport: nationality, to: rule.destination, purpose: rule.purpose };
    const passport = passportInWords(nationality, names.get(nationality) ?? nationality);
    const question: NotNeededQuestion = {
      ...{ nationality, passport, purpose: rule.purpose },
      sentence: notNeededSentence(passport, rule.purpose),
      caveat: caveatOf(rule, nassauDay()),
      source: sourceTextOf(rule),
      path: entryCheckPath(trip),
    };
    return question;
  } catch (err) {
    log.error({ err }, "the entry rules could not be read at a start");
    return null;
  }
}

/** The answers of a start with a nationality; a warning that was confirmed there is not asked again in step 2. */
export async function answersOfStart(
  email: string,
  nationality: string,
  { service, tierName }: ServiceQuote,
  asked: NotNeededQuestion | null,
): Promise<Metadata> {
  const steps = service ? await stepsOfService(service.id) : [];
  // Staff can leave the step out: then nothing asks for a nationality, and none is stored.
  if (!steps.some(({ definition }) => definition.code === passportInfo.code)) return { step1: { email } };
  const answers = { step1: { email }, [metadataKey(passportInfo)]: { nationalityCountry: nationality } };
  if (!asked || !service) return answers;
  const { maxStay, entryType } = service;
  const visa = visaOf({
    maxStay,
    entryType,
    tierName,
    notNeeded: { [asked.purpose]: { [nationality]: asked.passport } },
  });
  const all = answersToCheck(steps, answers, visa);
  const marks = contradictionsIn(all, passportInfo).map(({ key, mark }) => [key, mark] as const);
  return {
    ...answers,
    [metadataKey(passportInfo)]: withConfirmed({ nationalityCountry: nationality }, Object.fromEntries(marks)),
  };
}
