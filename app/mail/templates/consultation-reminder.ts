import { z } from "zod";
import {
  consultationFacts,
  consultationTimes,
  howWeTalk,
  mailedConsultation,
  startOfConsultation,
} from "~/mail/calendar/consultation";
import { button, note } from "~/mail/letter";
import { personName, template } from "~/mail/template";
import { hello } from "~/mail/templates/application-mail";
import { callOrWrite, untilWhen } from "./consultation";

const hour = 3_600_000;

export const consultationReminder = template({
  kind: "consultation_reminder",
  about: "inquiry",
  to: "person",
  links: ["consultation"],
  othersCause: false,
  data: z.object({
    name: personName,
    email: z.string(),
    hours: z.union([z.literal(24), z.literal(2)]),
    changeHours: z.number(),
    /** Whether it could be moved when this was written. */
    canChange: z.boolean(),
    /** The link is made of it. */
    consultation: z.string(),
    details: mailedConsultation,
  }),
  texts: {
    subject: "Your consultation is on {day and time}",
    preview: "{how we talk}",
    heading: "A reminder of your consultation",
    opening: "This is a reminder of your consultation on {day and time}. {how we talk}",
    prepare: "Have your passport and any letters about your plans at hand.",
    changes: "Your plans have changed? {how to change}",
  },
  chips: ({ name, email, changeHours, canChange, details }, sender) => ({
    name,
    email,
    "day and time": consultationTimes(details, details.zone)[0] ?? "",
    "how we talk": howWeTalk(details),
    "how to change": canChange
      ? `You can move or cancel ${untilWhen(changeHours)}. After that, please ${callOrWrite(sender)}.`
      : `Please ${callOrWrite(sender)}.`,
  }),
  letter: ({ name, email, canChange, details }, links, say) => ({
    kind: "Reminder",
    greeting: hello(name),
    blocks: [
      say("opening"),
      consultationFacts(details),
      say("prepare"),
      button(canChange ? "Move or cancel" : "View my consultation", links.consultation),
      note(say("changes")),
    ],
    reason: `You are receiving this email because a consultation with us was booked with ${email}.`,
    record: details.reference,
  }),
  // The later reminder replaces the earlier, and none is sent once it has begun.
  notAfter: ({ hours, details }) => new Date(startOfConsultation(details).getTime() - (hours === 24 ? 2 * hour : 0)),
});
