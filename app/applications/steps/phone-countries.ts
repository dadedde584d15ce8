import type { Metadata } from "~/db/schema/applications";
import { textOf } from "../../form-engine/definition";
import { contactInfo } from "./contact-info";
import { passportInfo } from "./passport-info";
import { metadataKey } from "./registry";

/**
 * The codes of the countries that a phone without a country code may be of: where the applicant lives (N-NUM-6), then
 * their nationality, for numbers from home (F-APPL-18).
 */
export const phoneCountries = (metadata: Metadata): string[] =>
  [metadata[metadataKey(contactInfo)]?.country, metadata[metadataKey(passportInfo)]?.nationalityCountry]
    .map(textOf)
    .filter(Boolean);
