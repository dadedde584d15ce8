import { defineStep, yes } from "./engine/define-step";

const spouse = yes("hasSpouse");
const past = {
  min: () => "1850-01-01",
  max: (_: unknown, today: string) => today,
  outside: "Date of birth must be a day in the past",
};

const parent = <const Who extends "father" | "mother">(who: Who) => {
  const owner = `${who === "father" ? "Father" : "Mother"}’s`;
  return [
    { kind: "text", name: `${who}FirstName`, label: `${owner} first name`, required: true, width: "half" },
    { kind: "text", name: `${who}LastName`, label: `${owner} last name`, required: true, width: "half" },
    { kind: "date", name: `${who}DateOfBirth`, label: `${owner} date of birth`, ...past, width: "half" },
    { kind: "country", name: `${who}CountryOfBirth`, label: `${owner} country of birth`, width: "half" },
    { kind: "country", name: `${who}CurrentCountry`, label: `${owner} present country`, width: "half" },
    {
      kind: "country",
      name: `${who}Citizenship`,
      label: `${owner} citizenship`,
      offers: "nationalities",
      width: "half",
    },
  ] as const;
};

export const familyBackground = defineStep({
  code: "family_background",
  number: 5,
  component: "FamilyBackground",
  title: "Family Background",
  description: "Names are needed even when a parent has died. Leave empty what you do not know.",
  needed: ["fatherFirstName", "fatherLastName", "motherFirstName", "motherLastName"],
  sections: [
    { title: "Father", fields: parent("father") },
    { title: "Mother", fields: parent("mother") },
    {
      title: "Spouse",
      fields: [
        { kind: "yesno", name: "hasSpouse", label: "Do you have a spouse or domestic partner?" },
        {
          kind: "text",
          name: "spouseFirstName",
          label: "Spouse’s first name",
          visible: spouse,
          required: true,
          width: "half",
        },
        {
          kind: "text",
          name: "spouseLastName",
          label: "Spouse’s last name",
          visible: spouse,
          required: true,
          width: "half",
        },
        {
          kind: "date",
          name: "spouseDateOfBirth",
          label: "Spouse’s date of birth",
          visible: spouse,
          ...past,
          width: "half",
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
          label: "Spouse’s present address",
          visible: spouse,
          maxLength: 300,
        },
      ],
    },
  ],
});
