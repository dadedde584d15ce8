import { defineStep } from "../../form-engine/define-step";

export const reviewCertification = defineStep({
  code: "review_certification",
  number: 8,
  component: "ReviewCertification",
  title: "Review & Certification",
  description: "Read through your answers again. You can change any of them until you submit.",
  sections: [
    {
      title: "Certification",
      fields: [
        {
          kind: "tick",
          name: "certifyAccuracy",
          label: "I certify that the information in this application is true and correct to the best of my knowledge.",
          required: true,
          missing: "You must certify the accuracy of your information",
        },
        {
          kind: "tick",
          name: "certifyUnderstanding",
          label:
            "I understand that false or missing information may lead to a refusal, and that Lucaya prepares the application while the authorities decide on it.",
          required: true,
          missing: "You must acknowledge the terms",
        },
        {
          kind: "text",
          name: "electronicSignature",
          label: "Electronic signature",
          hint: "Type your full name. It has the effect of your signature.",
          signature: true,
          required: true,
          missing: "Electronic signature (full name) is required",
          maxLength: 200,
          autoComplete: "name",
        },
      ],
    },
  ],
});
