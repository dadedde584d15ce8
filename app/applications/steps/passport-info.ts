import { stateless } from "~/core/countries/stateless";
import { passportTypes } from "~/db/schema/values";
import { defineStep, entryFields, noneChecked, yes } from "../../form-engine/define-step";
import { optionsOf } from "../../form-engine/definition";

/** The country that most likely issued the passport: empty for a stateless applicant, undefined while it is typed. */
function issuerOf({ nationalityCountry = "" }: { nationalityCountry: string | undefined }): string | undefined {
  if (nationalityCountry === stateless.code) return "";
  return /^[A-Z]{2}$/.test(nationalityCountry) ? nationalityCountry : undefined;
}

/** As the expiration date's own rule has it, also on that day itself. Days are YYYY-MM-DD. */
const isExpired = ({ expirationDate = "" }: { expirationDate: string | undefined }, today: string) =>
  expirationDate !== "" && expirationDate <= today;

export const passportInfo = defineStep({
  code: "passport_info",
  number: 2,
  component: "PassportInformation",
  title: "Passport Information",
  description: "Copy everything exactly as it is printed in the passport.",
  needed: ["passportNumber", "issuingCountry", "issueDate", "expirationDate", "nationalityCountry"],
  sections: [
    {
      title: "Your passport",
      fields: [
        {
          kind: "choice",
          name: "passportType",
          label: "Passport type",
          options: optionsOf(passportTypes),
          initial: "regular",
          required: true,
          width: "half",
        },
        {
          kind: "text",
          name: "passportNumber",
          label: "Passport number",
          hint: "From the photo page.",
          look: "record",
          required: true,
          maxLength: 30,
          sensitive: true,
          encrypted: "passport number",
          anew: isExpired,
          width: "half",
        },
        {
          kind: "text",
          name: "nameInPassport",
          label: "Name as printed in the passport",
          personName: true,
          hint: "Given names and surname, such as NATASHA MARIE ROLLE.",
          maxLength: 250,
        },
        {
          kind: "text",
          name: "passportBookNumber",
          label: "Passport book number",
          look: "record",
          hint: "Also called inventory control number. Many passports have none.",
          maxLength: 30,
          sensitive: true,
          encrypted: true,
          visible: noneChecked("bookNumberNotApplicable"),
        },
        { kind: "tick", name: "bookNumberNotApplicable", label: "My passport has no book number" },
        {
          kind: "country",
          name: "nationalityCountry",
          label: "Country of nationality",
          offers: "nationalities or stateless",
          required: true,
          width: "half",
        },
      ],
    },
    {
      title: "Where and when it was issued",
      fields: [
        {
          kind: "country",
          name: "issuingCountry",
          label: "Issuing country",
          offers: "nationalities",
          hint: "Usually the country of your nationality.",
          fill: issuerOf,
          required: true,
          width: "half",
        },
        { kind: "text", name: "issuingAuthority", label: "Issuing authority", width: "half" },
        { kind: "text", name: "issuingCity", label: "City of issue", width: "half" },
        { kind: "text", name: "issuingState", label: "State or province of issue", width: "half" },
        {
          kind: "text",
          name: "issuingCountryFull",
          label: "Issuing country as printed",
          hint: "Only if it’s spelled differently in the passport.",
        },
        {
          kind: "date",
          name: "issueDate",
          label: "Date of issue",
          required: true,
          max: (_, today) => today,
          outside: "Date of issue can’t be in the future",
          anew: isExpired,
          width: "half",
        },
        {
          kind: "date",
          name: "expirationDate",
          label: "Expiration date",
          required: true,
          min: (_, today) => today,
          isAfterMin: true,
          outside: "Passport must be valid (not expired)",
          anew: isExpired,
          note: () => "The passport should be valid for at least 6 months beyond your stay.",
          width: "half",
        },
      ],
    },
    {
      title: "Other passports and nationalities",
      fields: [
        { kind: "yesno", name: "hasLostStolenPassport", label: "Have you ever lost a passport or had one stolen?" },
        {
          kind: "textarea",
          name: "lostStolenDetails",
          label: "What happened",
          hint: "The passport’s number if you know it, when and where it happened, and whether you reported it.",
          visible: yes("hasLostStolenPassport"),
          required: true,
          missing: "Details of the lost or stolen passport are required",
          encrypted: true,
        },
        {
          kind: "yesno",
          name: "hasOtherNationality",
          label: "Do you have, or have you ever had, another nationality?",
        },
        {
          kind: "list",
          name: "otherNationalities",
          label: "Other nationalities",
          entry: "Other nationality",
          maxEntries: 10,
          gate: "hasOtherNationality",
          visible: yes("hasOtherNationality"),
          fields: entryFields([
            {
              kind: "country",
              name: "country",
              label: "Country",
              offers: "nationalities",
              required: true,
              width: "half",
            },
            {
              kind: "text",
              name: "passportNumber",
              label: "Passport number",
              look: "record",
              maxLength: 30,
              sensitive: true,
              encrypted: "passport number",
              width: "half",
            },
          ]),
        },
        {
          kind: "yesno",
          name: "isPermanentResidentElsewhere",
          label: "Are you a permanent resident of a country other than your country of nationality?",
        },
        {
          kind: "country",
          name: "permanentResidentCountry",
          label: "Country of permanent residence",
          visible: yes("isPermanentResidentElsewhere"),
          required: true,
        },
      ],
    },
  ],
});
