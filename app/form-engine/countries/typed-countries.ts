import { type CountryNames, countryOptions } from "~/core/countries/country-options";
import { theCountry } from "~/core/countries/country-search";
import { stateless } from "~/core/countries/stateless";
import { type Answers, type EntryField, type Field, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { entriesOf } from "~/form-engine/relevance";

type CountryField = Extract<Field | EntryField, { kind: "country" }>;

/** Replaces a country's exactly typed name, alias or code by its code. Any other text stays as it is (N-CTRY-4). */
export function withCountryCodes(step: StepDefinition, answers: Answers, names: CountryNames): Answers {
  const coded = { ...answers };
  for (const field of fieldsOf(step)) {
    if (answers[field.name] === undefined) continue;
    if (field.kind === "country") coded[field.name] = codeOf(field, answers[field.name], names);
    if (field.kind !== "list" || !field.fields.some(({ kind }) => kind === "country")) continue;
    coded[field.name] = entriesOf(field, answers).map((entry) => {
      const parts = { ...entry };
      for (const part of field.fields)
        if (part.kind === "country" && entry[part.name] !== undefined)
          parts[part.name] = codeOf(part, entry[part.name], names);
      return parts;
    });
  }
  return coded;
}

/** Codes stay, even those that the question doesn't accept: `countryProblem` refuses them. */
function codeOf(field: CountryField, rawValue: unknown, names: CountryNames): unknown {
  if (typeof rawValue !== "string" || names.has(rawValue) || rawValue === stateless.code) return rawValue;
  return theCountry(countryOptions(names, field.offers), rawValue)?.code ?? rawValue;
}
