import { standardSteps, stepByCode } from "../../app/applications/steps/registry";
import { type Fields, form } from "../../test/harness/visitor";

/** What somebody types on a walk, each with a mark that is found nowhere else. */
export const marked = {
  email: "zephyrine.markwort@marked.example",
  passport: "MK7Q41X93",
  message: "Markedmessage: my flight is on Tuesday.",
  note: "Markednote: she sounded worried.",
  reply: "Markedreply: please send it by Friday.",
  question: "Markedquestion: which hotel?",
  answer: "Markedanswer: the one by the harbour.",
  secret: "marked secret guess",
  files: { inquiry: "markedletter.pdf", passport: "markedpassport.pdf", message: "markedticket.pdf" },
  inquiry: {
    fullName: "Zephyrine Markwort",
    email: "zephyrine.markwort@marked.example",
    phone: "+1 242 555 7391",
    purpose: "Markedpurpose: to see the reef.",
  },
  steps: {
    applicant_info: {
      firstName: "Zephyrine",
      lastName: "Markwort",
      cityOfBirth: "Markedtown",
      dateOfBirth: "1979-03-28",
    },
    passport_info: { passportNumber: "MK7Q41X93" },
    contact_info: {
      addressLine1: "5 Markedstreet",
      primaryPhone: "+1 242 555 7391",
      emergencyContactName: "Otto Markwort",
    },
    trip_details: { purposeOfTrip: "Markedpurpose: to see the reef." },
    security_questionnaire: { hasBeenArrested: "yes", arrestDetails: "Markedarrest: a protest." },
  } satisfies Record<string, Fields>,
} as const;

/** A word that staff search for. */
export const searched = "markwort";

/** What must be found nowhere. Of phones also the digits that are stored. */
export const marks: readonly string[] = [
  ...["zephyrine", searched, "marked.example", marked.passport, "555 7391", "5557391", "1979-03-28"],
  ...["markedmessage", "markednote", "markedreply", "markedquestion", "markedanswer", "marked secret"],
  ...["markedletter", "markedpassport", "markedticket", "markedpurpose", "markedtown", "markedstreet", "markedarrest"],
];

/** The marked form of a step, as the wizard sends it. */
export function formFor(code: keyof typeof marked.steps, change: Fields = {}): Fields {
  const title = standardSteps.find((step) => step.code === code)?.title ?? stepByCode(code)?.title ?? "";
  return form(code, title, { ...marked.steps[code], revision: "0", ...change });
}
