import { defineStep, earlier, yes } from "../../form-engine/define-step";
import type { Earlier } from "../../form-engine/definition";
import { securityQuestionnaire } from "./security-questionnaire";
import { mustAnswer } from "./yes-or-no";

/** Never arrested or convicted means no conviction; somebody arrested may have none, and is asked. */
const neverArrested: Earlier<boolean | undefined> = {
  step: securityQuestionnaire,
  answer: (stored) => (securityQuestionnaire.read(stored).hasBeenArrested === false ? false : undefined),
  says(stored) {
    const { hasBeenArrested } = securityQuestionnaire.read(stored);
    if (hasBeenArrested === undefined) return undefined;
    return hasBeenArrested ? "You were arrested or convicted" : "You were never arrested or convicted";
  },
};
const convicted = yes("hasCriminalConvictions");

export const criminalHistory = defineStep({
  code: "criminal_history",
  number: 11,
  component: "CriminalHistory",
  staysInTab: true,
  title: "Criminal History",
  description:
    "A conviction doesn’t rule out an application. We’ve filled in what you told us earlier; change it if needed.",
  sections: [
    {
      title: "Convictions",
      fields: [
        {
          kind: "yesno",
          name: "hasCriminalConvictions",
          ...mustAnswer("Have you ever been convicted of a crime, in any country?"),
          from: neverArrested,
        },
        {
          kind: "textarea",
          name: "convictionDescription",
          label: "What were you convicted of?",
          from: earlier(securityQuestionnaire, "arrestDetails"),
          visible: convicted,
          sensitive: true,
          encrypted: true,
        },
        {
          kind: "date",
          name: "convictionDate",
          label: "Date of the conviction",
          visible: convicted,
          sensitive: true,
          encrypted: true,
          width: "half",
        },
        {
          kind: "text",
          name: "convictionPlace",
          label: "Place",
          visible: convicted,
          sensitive: true,
          encrypted: true,
          width: "half",
        },
        {
          kind: "text",
          name: "convictionPenalty",
          label: "Penalty",
          visible: convicted,
          sensitive: true,
          encrypted: true,
          maxLength: 250,
        },
      ],
    },
    {
      title: "Terrorism",
      fields: [
        {
          kind: "yesno",
          name: "hasTerrorismInvolvement",
          ...mustAnswer("Have you ever been involved in terrorism, or supported it?"),
          from: earlier(securityQuestionnaire, "hasTerroristInvolvement"),
        },
        {
          kind: "textarea",
          name: "terrorismDetails",
          label: "Please give details",
          from: earlier(securityQuestionnaire, "terroristInvolvementDetails"),
          visible: yes("hasTerrorismInvolvement"),
          sensitive: true,
          encrypted: true,
        },
      ],
    },
    {
      title: "Police certificate",
      fields: [
        {
          kind: "file",
          name: "policeCertificateUrl",
          filename: "policeCertificateFilename",
          documentType: "police_certificate",
          anew: true,
          extensions: ["pdf", "jpg", "jpeg", "png"],
          label: "Police certificate",
          dateHint: "The police certificate should be issued within the last 6 months.",
          later: "policeCertificateLater",
          required: (answers) => answers.hasCriminalConvictions === true && !answers.policeCertificateLater,
        },
        {
          kind: "tick",
          name: "policeCertificateLater",
          label: "The certificate follows later",
          hint: "You can submit without it. We’ll list it as missing until we receive it.",
          // An existing certificate tells nothing here.
          visible: (answers) => answers.hasCriminalConvictions === true && !answers.policeCertificateUrl,
          says: { label: "Police certificate", answer: "Follows later" },
        },
      ],
    },
  ],
});
