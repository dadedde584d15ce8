import { employmentStatuses } from "~/db/schema/values";
import { noPostalCode, noteOnPostalCode } from "~/form-engine/countries/without-postal-codes";
import { defineStep, entryFields, isOneOf, yes } from "../../form-engine/define-step";
import { optionsOf } from "../../form-engine/definition";

const works = isOneOf("currentStatus", employmentStatuses, "employed", "self_employed");
const studies = isOneOf("currentStatus", employmentStatuses, "student");
const busy = isOneOf("currentStatus", employmentStatuses, "employed", "self_employed", "student");

export const employmentEducation = defineStep({
  code: "employment_education",
  number: 6,
  component: "EmploymentEducation",
  title: "Employment/Education",
  description: "Your current job or studies, and earlier jobs.",
  needed: ["currentStatus"],
  sections: [
    {
      title: "Current situation",
      fields: [
        {
          kind: "choice",
          name: "currentStatus",
          label: "Current status",
          options: optionsOf(employmentStatuses, { self_employed: "Self-employed" }),
          required: true,
        },
        {
          kind: "text",
          name: "currentEmployerSchoolName",
          label: "Employer name",
          labelWhen: (answers) => (studies(answers) ? "School name" : undefined),
          visible: busy,
          required: true,
          width: "half",
          autoComplete: "section-employer organization",
        },
        {
          kind: "text",
          name: "jobTitleCourse",
          label: "Job title",
          labelWhen: (answers) => (studies(answers) ? "Course of study" : undefined),
          visible: busy,
          required: true,
          width: "half",
          autoComplete: "section-employer organization-title",
        },
        {
          kind: "date",
          name: "startDate",
          label: "Start date",
          visible: busy,
          max: (_, today) => today,
          outside: "Start date can’t be in the future",
          width: "half",
        },
        {
          kind: "number",
          name: "monthlyIncome",
          label: "Monthly income",
          unit: "USD",
          min: 0,
          max: 99_999_999.99,
          step: 0.01,
          sensitive: true,
          width: "half",
        },
      ],
    },
    {
      title: "Address of the employer or school",
      fields: [
        {
          kind: "text",
          name: "employerAddressLine1",
          label: "Address line 1",
          visible: busy,
          autoComplete: "section-employer address-line1",
        },
        {
          kind: "text",
          name: "employerAddressLine2",
          label: "Address line 2",
          visible: busy,
          autoComplete: "section-employer address-line2",
        },
        {
          kind: "text",
          name: "employerCity",
          label: "City",
          visible: busy,
          width: "half",
          autoComplete: "section-employer address-level2",
        },
        {
          kind: "text",
          name: "employerState",
          label: "State or province",
          visible: busy,
          width: "half",
          autoComplete: "section-employer address-level1",
        },
        {
          kind: "text",
          name: "employerPostalCode",
          fill: noPostalCode("employerCountry"),
          label: "Postal code",
          visible: busy,
          maxLength: 20,
          width: "half",
          autoComplete: "section-employer postal-code",
        },
        {
          kind: "country",
          name: "employerCountry",
          note: noteOnPostalCode("employerCountry"),
          label: "Country",
          visible: busy,
          width: "half",
          autoComplete: "section-employer country",
        },
        { kind: "phone", name: "employerPhone", label: "Phone", visible: busy, autoComplete: "section-employer tel" },
        {
          kind: "text",
          name: "supervisorName",
          label: "Supervisor’s name",
          personName: true,
          visible: works,
          width: "half",
          autoComplete: "section-supervisor name",
        },
        {
          kind: "phone",
          name: "supervisorPhone",
          label: "Supervisor’s phone",
          visible: works,
          width: "half",
          autoComplete: "section-supervisor tel",
        },
      ],
    },
    {
      title: "Earlier employment",
      fields: [
        { kind: "yesno", name: "hasPreviousEmployment", label: "Have you had other jobs before this one?" },
        {
          kind: "list",
          name: "previousEmployment",
          label: "Earlier employers",
          entry: "Earlier employer",
          maxEntries: 10,
          gate: "hasPreviousEmployment",
          visible: yes("hasPreviousEmployment"),
          fields: entryFields([
            { kind: "text", name: "employerName", label: "Employer name", required: true, width: "half" },
            { kind: "text", name: "jobTitle", label: "Job title", width: "half" },
            { kind: "date", name: "startDate", label: "From", width: "half" },
            { kind: "date", name: "endDate", label: "To", width: "half" },
          ]),
        },
      ],
    },
  ],
});
