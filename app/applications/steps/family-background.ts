import { maritalStatuses } from "~/db/schema/values";
import { defineStep, earlier, isOneOf, noneChecked, yes } from "../../form-engine/define-step";
import { applicantInfo } from "./applicant-info";
import { unknownDay } from "./unknown-day";
import { mustAnswer } from "./yes-or-no";

const spouse = yes("hasSpouse");
/** A married applicant is asked for the spouse, and has one unless they say otherwise. */
const hasPartner = isOneOf("maritalStatus", maritalStatuses, "married", "domestic_partnership");
const past = {
  min: () => "1850-01-01",
  max: (_: unknown, today: string) => today,
  outside: "Date of birth must be a day in the past",
  noDay: unknownDay,
};

/** Label of the remaining name input of somebody with only one name. */
const singleNameLabel =
  <const Tick extends string>(checkbox: Tick, label: string) =>
  (answers: { readonly [One in Tick]: boolean }) =>
    answers[checkbox] ? label : undefined;

const parent = <const Who extends "father" | "mother">(who: Who) => {
  const title = who === "father" ? "Father" : "Mother";
  const owner = `${title}’s`;
  const shared = { visible: noneChecked(`${who}Unknown`), width: "half" } as const;
  return [
    {
      kind: "tick",
      name: `${who}Unknown`,
      label: `My ${who} is unknown`,
      says: { label: title, answer: "Unknown" },
    },
    {
      kind: "text",
      name: `${who}FirstName`,
      label: `${owner} first name`,
      personName: true,
      visible: noneChecked(`${who}Unknown`, `${who}OnlyOneName`),
      required: true,
      width: "half",
      autoComplete: `section-${who} given-name`,
    },
    {
      kind: "text",
      name: `${who}LastName`,
      label: `${owner} last name`,
      personName: true,
      labelWhen: singleNameLabel(`${who}OnlyOneName`, `${owner} name`),
      required: true,
      ...shared,
      autoComplete: `section-${who} family-name`,
    },
    {
      kind: "tick",
      name: `${who}OnlyOneName`,
      label: "Only one name",
      visible: noneChecked(`${who}Unknown`),
      says: { label: `${title} has only one name`, answer: "Yes" },
    },
    {
      kind: "date",
      name: `${who}DateOfBirth`,
      label: `${owner} date of birth`,
      autoComplete: `section-${who} bday`,
      ...past,
      visible: shared.visible,
    },
    { kind: "country", name: `${who}CountryOfBirth`, label: `${owner} country of birth`, ...shared },
    {
      kind: "country",
      name: `${who}CurrentCountry`,
      label: `${owner} country of residence`,
      autoComplete: `section-${who} country`,
      ...shared,
    },
    { kind: "country", name: `${who}Citizenship`, label: `${owner} citizenship`, offers: "nationalities", ...shared },
  ] as const;
};

export const familyBackground = defineStep({
  code: "family_background",
  number: 5,
  component: "FamilyBackground",
  title: "Family Background",
  description:
    "We need names even if a parent has died. If a parent is unknown, check the box. Leave anything else you don’t know blank.",
  knows: { maritalStatus: earlier(applicantInfo, "maritalStatus") },
  needed: ["fatherFirstName", "fatherLastName", "motherFirstName", "motherLastName"],
  sections: [
    { title: "Father", fields: parent("father") },
    { title: "Mother", fields: parent("mother") },
    {
      title: "Spouse",
      fields: [
        {
          kind: "yesno",
          name: "hasSpouse",
          ...mustAnswer("Do you have a spouse or domestic partner?"),
          required: hasPartner,
          from: {
            step: applicantInfo,
            answer: (stored) => hasPartner(applicantInfo.read(stored)) || undefined,
            says(stored) {
              const applicant = applicantInfo.read(stored);
              if (!hasPartner(applicant)) return undefined;
              return applicant.maritalStatus === "married" ? "You are married" : "You live in a domestic partnership";
            },
          },
        },
        {
          kind: "text",
          name: "spouseFirstName",
          label: "Spouse’s first name",
          personName: true,
          visible: ({ hasSpouse, spouseOnlyOneName }) => hasSpouse === true && !spouseOnlyOneName,
          required: true,
          width: "half",
          autoComplete: "section-spouse given-name",
        },
        {
          kind: "text",
          name: "spouseLastName",
          label: "Spouse’s last name",
          personName: true,
          labelWhen: singleNameLabel("spouseOnlyOneName", "Spouse’s name"),
          visible: spouse,
          required: true,
          width: "half",
          autoComplete: "section-spouse family-name",
        },
        {
          kind: "tick",
          name: "spouseOnlyOneName",
          label: "Only one name",
          visible: spouse,
          says: { label: "Spouse has only one name", answer: "Yes" },
        },
        {
          kind: "date",
          name: "spouseDateOfBirth",
          label: "Spouse’s date of birth",
          visible: spouse,
          ...past,
          autoComplete: "section-spouse bday",
        },
        {
          kind: "country",
          name: "spouseNationality",
          label: "Spouse’s nationality",
          offers: "nationalities",
          visible: spouse,
          width: "half",
        },
        { kind: "text", name: "spousePlaceOfBirth", label: "Spouse’s place of birth", visible: spouse, width: "half" },
        {
          kind: "text",
          name: "spouseCurrentAddress",
          label: "Spouse’s current address",
          visible: spouse,
          maxLength: 300,
          autoComplete: "section-spouse address-line1",
        },
      ],
    },
  ],
});
