import { countryInSentence } from "~/core/countries/in-sentence";
import { stateless } from "~/core/countries/stateless";
import type { EntryPurpose } from "./entry-rules";

/**
 * The nationalities that do not need the visa of a service: their passports by code, in words, for each purpose. Not
 * their sentences, because the wizard gets all of up to 250.
 */
export type NotNeeded = Partial<Record<EntryPurpose, Record<string, string>>>;

const purposes: Readonly<Record<EntryPurpose, string>> = {
  visit: "for a short visit",
  transit: "to change planes",
  study: "to study",
  work: "to work or live there",
};

/** `With a passport of the Bahamas you do not need this visa for a short visit.` */
export const notNeededSentence = (passport: string, purpose: EntryPurpose): string =>
  `With a ${passport} you do not need this visa ${purposes[purpose]}.`;

/** The sentence about a nationality that does not need the visa. */
export function sentenceAbout(nationality: string, notNeeded: NotNeeded): string | undefined {
  for (const purpose of Object.keys(purposes) as EntryPurpose[]) {
    const passports = notNeeded[purpose] ?? {};
    const passport = Object.hasOwn(passports, nationality) ? passports[nationality] : undefined;
    if (passport) return notNeededSentence(passport, purpose);
  }
  return undefined;
}

/** `passport of the Bahamas` */
export const passportInWords = (code: string, name: string): string =>
  code === stateless.code ? "travel document for stateless persons" : `passport of ${countryInSentence(name)}`;
