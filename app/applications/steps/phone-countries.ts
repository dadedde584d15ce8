import type { Metadata } from "~/db/schema/applications";
import { textOf } from "../../form-engine/definition";
import { contactInfo } from "./contact-info";
import { passportInfo } from "./passport-info";
import { metadataKey } from "./registry";

/** Countries of a phone number without country code: residence, then nationality, for numbers from home. */
export const phoneCountries = (metadata: Metadata): string[] =>
  [metadata[metadataKey(contactInfo)]?.country, metadata[metadataKey(passportInfo)]?.nationalityCountry]
    .map(textOf)
    .filter(Boolean);
