import { relativeStatuses } from "~/db/schema/values";
import { defineStep, earlier } from "../../form-engine/define-step";
import { optionsOf } from "../../form-engine/definition";
import { contactInfo } from "./contact-info";

export const familyRelatives = defineStep({
  code: "family_relatives",
  number: 10,
  component: "FamilyRelatives",
  title: "Family Relatives",
  description: "Does any of your close family live in the Bahamas, or have rights there?",
  sections: [
    {
      title: "Relatives in the Bahamas",
      description: "Select all that apply to each person, or “None”.",
      fields: [
        {
          kind: "statuses",
          name: "relativeStatuses",
          label: "Relatives’ statuses in the Bahamas",
          groups: [
            { name: "father", label: "Father" },
            { name: "mother", label: "Mother" },
            { name: "spouse", label: "Spouse" },
            { name: "siblings", label: "Siblings" },
            { name: "children", label: "Children" },
          ],
          options: optionsOf(relativeStatuses),
          alone: "none",
        },
      ],
    },
    {
      title: "Emergency contact",
      description: "Filled in from an earlier step. Change it if we should call someone else for this trip.",
      fields: [
        {
          kind: "text",
          name: "emergencyContactName",
          label: "Contact’s full name",
          personName: true,
          from: earlier(contactInfo, "emergencyContactName"),
          width: "half",
          autoComplete: "section-emergency name",
        },
        {
          kind: "phone",
          name: "emergencyContactPhone",
          label: "Contact’s phone",
          from: earlier(contactInfo, "emergencyContactPhone"),
          width: "half",
          autoComplete: "section-emergency tel",
        },
        {
          kind: "text",
          name: "emergencyContactAddress",
          label: "Contact’s address",
          maxLength: 250,
          autoComplete: "section-emergency address-line1",
        },
        {
          kind: "text",
          name: "emergencyContactApartment",
          label: "Apartment",
          maxLength: 40,
          width: "half",
          autoComplete: "section-emergency address-line2",
        },
      ],
    },
  ],
});
