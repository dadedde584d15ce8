import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { contactInfo } from "~/applications/steps/contact-info";
import { employmentEducation } from "~/applications/steps/employment-education";
import { fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { todayAround, validateStep } from "~/form-engine/validate";
import { FieldView } from "../field-view";

const today = todayAround(new Date());

test("[F-DESK-16] each postal code next to a country is filled in without JavaScript too → an empty field is still refused", () => {
  const cases: [StepDefinition, string, string][] = [
    [contactInfo, "postalCode", "country"],
    [contactInfo, "mailingPostalCode", "mailingCountry"],
    [employmentEducation, "employerPostalCode", "employerCountry"],
  ];
  for (const [step, name, country] of cases) {
    const field = fieldsOf(step).find((candidate) => candidate.name === name);
    const countryField = fieldsOf(step).find((candidate) => candidate.name === country);
    if (field?.kind !== "text" || !countryField) throw new Error(`${name} or ${country} is missing`);
    const valueWith = (answers: Record<string, string>) =>
      /value="([^"]*)"/.exec(
        renderToStaticMarkup(
          <FieldView
            {...{
              field,
              name,
              id: name,
              stored: answers,
              answers,
              error: undefined,
              countries: [],
              today,
              phoneCountries: [],
            }}
          />,
        ),
      )?.[1] ?? "";
    expect([valueWith({ [country]: "BS" }), valueWith({ [country]: "AE" })]).toEqual(["N/A", "N/A"]);
    expect(valueWith({ [country]: "BS", [name]: "N-4820" })).toBe("N-4820");
    expect([valueWith({ [country]: "CA" }), valueWith({ [country]: "constructor" }), valueWith({})]).toEqual([
      "",
      "",
      "",
    ]);
    expect(countryField.note?.({ [country]: "BS" }, today.latest)).toBe(
      "Addresses in the Bahamas have no postal code.",
    );
    expect(countryField.note?.({ [country]: "CA" }, today.latest)).toBeUndefined();
  }
  expect(validateStep(contactInfo, { country: "BS" }, today, new Set(["BS"]))).toContainEqual({
    name: "postalCode",
    message: "Postal code is required",
  });
});
