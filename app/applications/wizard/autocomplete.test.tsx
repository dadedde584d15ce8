import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { knownSteps } from "~/applications/steps/registry";
import { fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { todayAround } from "~/form-engine/validate";
import { FieldView } from "./field-view";

/** The answers that are about the applicant alone; browsers must not fill in any others. */
const own: Record<string, string[]> = {
  applicant_info: ["email", "firstName", "middleName", "lastName", "dateOfBirth"],
  contact_info: [
    ...["addressLine1", "addressLine2", "city", "stateProvince", "postalCode", "country", "primaryPhone", "workPhone"],
  ],
  review_certification: ["electronicSignature"],
};
const fields = knownSteps.flatMap((step: StepDefinition) =>
  fieldsOf(step).flatMap((field) => {
    const parts =
      field.kind === "list" ? field.fields : field.kind === "statuses" || field.kind === "file" ? [] : [field];
    return parts.map((part) => ({ step: step.code, list: field.kind === "list", field: part }));
  }),
);

/** The `autocomplete` of each text input and select of a field. */
function tokensOf(field: (typeof fields)[number]["field"]): string[] {
  const html = renderToStaticMarkup(
    <FieldView
      {...{ field, name: field.name, id: field.name, stored: {}, answers: {}, error: undefined, phoneCountries: [] }}
      countries={[{ code: "BS", name: "Bahamas", aliases: [] }]}
      today={todayAround(new Date())}
    />,
  );
  const tags = html.match(/<(?:input|select|textarea)\b[^>]*>/g) ?? [];
  return tags
    .filter((tag) => !/type="(?:radio|checkbox)"/.test(tag))
    .map((tag) => /autocomplete="([^"]*)"/i.exec(tag)?.[1] ?? "");
}

test("[F-APPL-22] each field has an autocomplete value → the applicant's own, another person's in a section, or off", () => {
  const wrong = fields.flatMap(({ step, list, field }) => {
    const isOwn = !list && own[step]?.includes(field.name);
    const right = isOwn ? /^(?!off$|section-)[a-z]/ : /^(?:off|section-[a-z-]+ [a-z0-9-]+)$/;
    return tokensOf(field).flatMap((token) => (right.test(token) ? [] : `${step}.${field.name}: ${token}`));
  });
  expect(wrong).toEqual([]);
});

test("[F-APPL-22] another person's name, phone and address share one section each → browsers don't mix two people", () => {
  const sections = new Map<string, string>();
  for (const { step, field } of fields)
    for (const token of tokensOf(field)) {
      const section = /^section-(\S+)/.exec(token)?.[1];
      if (section) sections.set(`${step}.${field.name}`, section);
    }
  const of = (name: string) => sections.get(name);
  expect(of("contact_info.emergencyContactName")).toBe("emergency");
  expect(of("family_relatives.emergencyContactPhone")).toBe("emergency");
  expect(of("contact_info.mailingCountry")).toBe("mailing");
  expect(of("family_background.fatherFirstName")).toBe("father");
  expect(of("family_background.motherLastName")).toBe("mother");
  expect(of("family_background.spouseFirstName")).toBe("spouse");
  expect(of("trip_details.payerName")).toBe("payer");
  expect(of("employment_education.employerCountry")).toBe("employer");
  expect(of("employment_education.supervisorPhone")).toBe("supervisor");
  expect(of("bahamas_employment.employerName")).toBe("employer");
  expect(of("bahamas_employment.formerEmployerName")).toBe("former-employer");
});
