import { defineStep, yes } from "./engine/define-step";

const mailing = yes("hasDifferentMailingAddress");

export const contactInfo = defineStep({
  code: "contact_info",
  number: 3,
  component: "ContactInformation",
  title: "Contact Information",
  description: "Where you live and how to reach you.",
  needed: ["addressLine1", "city", "postalCode", "country", "primaryPhone"],
  sections: [
    {
      title: "Home address",
      fields: [
        { kind: "text", name: "addressLine1", label: "Address line 1", required: true, autoComplete: "address-line1" },
        { kind: "text", name: "addressLine2", label: "Address line 2", autoComplete: "address-line2" },
        { kind: "text", name: "city", label: "City", required: true, width: "half", autoComplete: "address-level2" },
        {
          kind: "text",
          name: "stateProvince",
          label: "State or province",
          width: "half",
          autoComplete: "address-level1",
        },
        {
          kind: "text",
          name: "postalCode",
          label: "Postal code",
          hint: "Write 00000 or your P.O. box where there are none.",
          required: true,
          maxLength: 20,
          width: "half",
          autoComplete: "postal-code",
        },
        { kind: "country", name: "country", label: "Country", required: true, width: "half" },
        { kind: "yesno", name: "hasDifferentMailingAddress", label: "Is your mailing address a different one?" },
        {
          kind: "text",
          name: "mailingAddressLine1",
          label: "Mailing address line 1",
          visible: mailing,
          required: true,
        },
        { kind: "text", name: "mailingAddressLine2", label: "Mailing address line 2", visible: mailing },
        { kind: "text", name: "mailingCity", label: "Mailing city", visible: mailing, required: true, width: "half" },
        {
          kind: "text",
          name: "mailingStateProvince",
          label: "Mailing state or province",
          visible: mailing,
          width: "half",
        },
        {
          kind: "text",
          name: "mailingPostalCode",
          label: "Mailing postal code",
          visible: mailing,
          required: true,
          maxLength: 20,
          width: "half",
        },
        {
          kind: "country",
          name: "mailingCountry",
          label: "Mailing country",
          visible: mailing,
          required: true,
          width: "half",
        },
      ],
    },
    {
      title: "Telephone",
      description: "With the country code, such as +1 242 555 0142.",
      fields: [
        { kind: "phone", name: "primaryPhone", label: "Primary phone", required: true, autoComplete: "tel" },
        { kind: "phone", name: "secondaryPhone", label: "Secondary phone", width: "half" },
        { kind: "phone", name: "workPhone", label: "Work phone", width: "half" },
      ],
    },
    {
      title: "Emergency contact",
      description: "Someone we may call if we can’t reach you.",
      fields: [
        { kind: "text", name: "emergencyContactName", label: "Contact’s full name", width: "half" },
        { kind: "text", name: "emergencyContactRelationship", label: "Relationship to you", width: "half" },
        { kind: "phone", name: "emergencyContactPhone", label: "Contact’s phone", width: "half" },
        { kind: "email", name: "emergencyContactEmail", label: "Contact’s email", width: "half" },
      ],
    },
  ],
});
