import { genders, maritalStatuses, otherNameTypes } from "~/db/schema/values";
import { defineStep, entryFields, notTicked, yes } from "./engine/define-step";
import { optionsOf } from "./engine/definition";

export const applicantInfo = defineStep({
  code: "applicant_info",
  number: 1,
  component: "ApplicantInformation",
  title: "Applicant Information",
  description: "Who is applying. Write names as they are printed in the passport.",
  needed: ["firstName", "lastName", "email", "gender", "maritalStatus", "dateOfBirth", "cityOfBirth", "countryOfBirth"],
  sections: [
    {
      title: "Name and contact",
      fields: [
        {
          kind: "email",
          name: "email",
          label: "Email address",
          hint: "We write to this address about the application.",
          required: true,
          autoComplete: "email",
        },
        {
          kind: "text",
          name: "firstName",
          label: "First name",
          required: true,
          width: "half",
          autoComplete: "given-name",
        },
        { kind: "text", name: "middleName", label: "Middle name", width: "half", autoComplete: "additional-name" },
        { kind: "text", name: "lastName", label: "Last name", required: true, autoComplete: "family-name" },
        {
          kind: "text",
          name: "fullNameNativeAlphabet",
          label: "Full name in your native alphabet",
          hint: "For names that are not written in Latin letters at home, such as 陳大文 or Дмитрий.",
          visible: notTicked("nativeAlphabetNotApplicable"),
        },
        { kind: "tick", name: "nativeAlphabetNotApplicable", label: "My name is written in Latin letters at home" },
        {
          kind: "yesno",
          name: "usesTelecode",
          label: "Is there a telecode that represents your name?",
          hint: "Telecodes are four-digit codes for the characters of some names.",
        },
        {
          kind: "text",
          name: "telecodeName",
          label: "Telecode",
          maxLength: 4,
          visible: yes("usesTelecode"),
          required: true,
          width: "half",
        },
        {
          kind: "yesno",
          name: "hasOtherNames",
          label: "Have you ever used other names?",
          hint: "A maiden name, an alias, a religious or professional name.",
        },
        {
          kind: "list",
          name: "otherNames",
          label: "Other names",
          entry: "Other name",
          maxEntries: 10,
          visible: yes("hasOtherNames"),
          fields: entryFields([
            {
              kind: "choice",
              name: "type",
              label: "Type",
              options: optionsOf(otherNameTypes),
              required: true,
              width: "half",
            },
            { kind: "text", name: "name", label: "Name", required: true, width: "half" },
          ]),
        },
      ],
    },
    {
      title: "Personal details",
      fields: [
        { kind: "choice", name: "gender", label: "Gender", options: optionsOf(genders), required: true },
        {
          kind: "choice",
          name: "maritalStatus",
          label: "Marital status",
          options: optionsOf(maritalStatuses),
          required: true,
          width: "half",
        },
        {
          kind: "date",
          name: "dateOfBirth",
          label: "Date of birth",
          required: true,
          min: () => "1900-01-01",
          max: (_, today) => today,
          outside: "Date of birth must be a day in the past",
          sensitive: true,
          width: "half",
          autoComplete: "bday",
        },
        { kind: "text", name: "cityOfBirth", label: "City of birth", required: true, width: "half" },
        { kind: "text", name: "stateOfBirth", label: "State or province of birth", width: "half" },
        { kind: "country", name: "countryOfBirth", label: "Country of birth", required: true, width: "half" },
      ],
    },
  ],
});
