import { countryInSentence } from "~/core/countries/in-sentence";
import { stateless } from "~/core/countries/stateless";
import type { EntryPurpose } from "./entry-rules";

/** Nationalities that do not need the visa of a service, by code, each with the purpose that the rule is about. */
export type NotNeeded = Readonly<Partial<Record<string, EntryPurpose>>>;

const purposes: Readonly<Record<EntryPurpose, string>> = {
  visit: "for a short visit",
  transit: "to change planes",
  study: "to study",
  work: "to work or live there",
};

/** `With a passport of the Bahamas you do not need this visa for a short visit.`; also runs in the wizard. */
export const notNeededSentence = (code: string, name: string, purpose: EntryPurpose): string =>
  `With a ${passportInWords(code, name)} you do not need this visa ${purposes[purpose]}.`;

/** `passport of the Bahamas` */
export const passportInWords = (code: string, name: string): string =>
  code === stateless.code ? "travel document for stateless persons" : `passport of ${countryInSentence(name)}`;
