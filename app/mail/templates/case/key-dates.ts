import { z } from "zod";
import {
  keyDateEntries,
  keyDateFacts,
  leavesCalendar,
  type MailedKeyDate,
  mailedKeyDate,
} from "~/mail/calendar/key-date";
import { button, facts } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

type Change = MailedKeyDate["change"];
const happened: Record<Change, (name: string) => string> = {
  added: (name) => `We have recorded a date: ${name}`,
  corrected: (name) => `A date has changed: ${name}`,
  removed: (name) => `A date has been removed: ${name}`,
  settled: (name) => `A date is settled: ${name}`,
  unsettled: (name) => `A date counts again: ${name}`,
  kept: (name) => `A date counts again: ${name}`,
  suspended: (name) => `A date no longer applies: ${name}`,
};
const sentences: Record<"added" | "changed" | "over", string> = {
  added: "Open the attached calendar file to add it to your calendar.",
  changed: "Open the attached calendar file to update your calendar.",
  over: "Open the attached calendar file to remove it from your calendar.",
};
const sentenceOf = (keyDate: MailedKeyDate): string => {
  const { change, endsOn, was } = keyDate;
  if (endsOn === null && !was?.endsOn) return "";
  if (leavesCalendar(keyDate)) return sentences.over;
  return change === "corrected" && was?.endsOn !== null ? sentences.changed : sentences.added;
};

/** What changed of one key date of an approved case, with its calendar file. */
export const keyDatesMail = caseMail({
  kind: "key_dates",
  data: caseData.extend({ applicationId: z.string(), keyDate: mailedKeyDate }),
  texts: {
    subject: "Application {application number}: {what happened}",
    preview: "{what happened}.",
    heading: "{what happened}",
    opening: "You can see all dates on your application page. {what to do}",
  },
  chips: ({ keyDate }) => ({
    "what happened": happened[keyDate.change](keyDate.name),
    "what to do": sentenceOf(keyDate),
  }),
  letter: ({ applicationNumber, keyDate }, links, say) => ({
    kind: "Dates",
    blocks: [
      say("opening"),
      keyDateFacts(keyDate),
      facts([{ label: "Application number", value: applicationNumber, record: true }]),
      button("View my application", links.resume),
    ],
  }),
  calendar: ({ keyDate, ...person }) => keyDateEntries(keyDate, person),
});
