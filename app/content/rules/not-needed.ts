import { countryInSentence } from "~/core/countries/in-sentence";
import { stateless } from "~/core/countries/stateless";
import type { EntryPurpose } from "./entry-rules";

/** For each nationality that does not need the visa of a service, by code: the sentence that says so. */
export type NotNeeded = Readonly<Partial<Record<string, string>>>;

const purposes: Readonly<Record<EntryPurpose, string>> = {
  visit: "for a short visit",
  transit: "to change planes",
  study: "to study",
  work: "to work or live there",
};

/** `With a passport of the Bahamas you do not need this visa for a short visit.` */
export const notNeededSentence = (code: string, name: string, purpose: EntryPurpose): string =>
  `With a ${passportInWords(code, name)} you do not need this visa ${purposes[purpose]}.`;

/** `passport of the Bahamas` */
export const passportInWords = (code: string, name: string): string =>
  code === stateless.code ? "travel document for stateless persons" : `passport of ${countryInSentence(name)}`;
