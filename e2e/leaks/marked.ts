import { standardSteps, stepByCode } from "../../app/applications/steps/registry";
import { inBoxes } from "../../test/harness/applicants/date-boxes";
import { markedAnswers } from "../../test/harness/encryption/marked-answers";
import { type Fields, form } from "../../test/harness/http-client";

/** Each answer that is stored encrypted: numbers of passports and books, all texts about health, arrests and police. */
const sensitive = markedAnswers();

/** What somebody types on a walk, each with a mark that is found nowhere else. */
export const marked = {
  email: "zephyrine.markwort@marked.example",
  passport: "MK7Q41X93",
  message: "Markedmessage: my flight is on Tuesday.",
  note: "Markednote: she sounded worried.",
  reply: "Markedreply: please send it by Friday.",
  question: "Markedquestion: which hotel?",
  answer: "Markedanswer: the one by the harbour.",
  wish: "Markedwish: forget me, please.",
  decision: "Markeddecision: as you asked.",
  hold: "Markedhold: a court in Nassau asked.",
  refusal: "Markedrefusal: your claim is still open.",
  opened: "Markedopened: the court asks for it.",
  passkey: "Markedkey of mine",
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
    passport_info: { ...sensitive.answers.passport_info, passportNumber: "MK7Q41X93" },
    contact_info: {
      addressLine1: "5 Markedstreet",
      primaryPhone: "+1 242 555 7391",
      emergencyContactName: "Otto Markwort",
    },
    trip_details: { purposeOfTrip: "Markedpurpose: to see the reef." },
    security_questionnaire: sensitive.answers.security_questionnaire ?? {},
    criminal_history: sensitive.answers.criminal_history ?? {},
  } satisfies Record<string, Fields>,
} as const;

/** What is printed on the passport page that is read, each found nowhere else. */
export const onPage = {
  lastName: "MARKEDROLLE",
  firstName: "OTTOLINE",
  passportNumber: "MP3271594",
  dateOfBirth: "1981-09-23",
  expirationDate: "2034-02-17",
} as const;

/** A word that staff search for. */
export const searched = "markwort";

/** An email or a phone: what a link of the desk may open a mail program or a telephone with. */
export const contacts: readonly string[] = ["zephyrine", searched, "marked.example", "5557391"];

/** What no mail holds either (V-LEAK-3). */
export const barred: readonly string[] = [
  ...[marked.passport, "1979-03-28", "March 28, 1979", "Mar 28, 1979", "28 March 1979"],
  ...[onPage.passportNumber, onPage.dateOfBirth, "September 23, 1981"],
  ...sensitive.marks,
];

/** What must be found nowhere. Of phones also the digits that are stored. */
export const marks: readonly string[] = [
  ...["zephyrine", searched, "marked.example", "555 7391", "5557391", ...barred],
  ...["markedmessage", "markednote", "markedreply", "markedquestion", "markedanswer", "marked secret"],
  ...["markedwish", "markeddecision", "markedhold", "markedrefusal", "markedopened", "markedkey"],
  ...Object.values(onPage),
  ...["markedletter", "markedpassport", "markedticket", "markedpurpose", "markedtown", "markedstreet"],
];

/** The marked form of a step, as the wizard sends it. */
export function formFor(code: keyof typeof marked.steps, change: Fields = {}): Fields {
  const title = standardSteps.find((step) => step.code === code)?.title ?? stepByCode(code)?.title ?? "";
  return inBoxes(form(code, title, { ...marked.steps[code], revision: "0", ...change }));
}
