import { z } from "zod";
import {
  consultationEntry,
  consultationFacts,
  consultationTimes,
  howWeTalk,
  mailedConsultation,
} from "~/mail/calendar/consultation";
import { button, message, note, type Sender } from "~/mail/letter";
import { personName, template } from "~/mail/template";
import { hello } from "~/mail/templates/application-mail";

/** The visitor gets no mail when another admin takes it: they call at the same time. */
const details = mailedConsultation.extend({ change: z.enum(["booked", "moved", "canceled"]) });
type Details = z.output<typeof details>;

const happened: Record<Details["change"], (when: string) => string> = {
  booked: (when) => `Your consultation is booked for ${when}`,
  moved: (when) => `Your consultation has been moved to ${when}`,
  canceled: (when) => `Your consultation on ${when} has been canceled`,
};
const headings: Record<Details["change"], string> = {
  booked: "Your consultation is booked",
  moved: "Your consultation has a new time",
  canceled: "Your consultation is canceled",
};
const calendarWords: Record<Details["change"], string> = {
  booked: "add it to",
  moved: "update",
  canceled: "remove it from",
};

function opening(details: Details): string {
  const { change, byStaff } = details;
  if (change === "canceled")
    return byStaff
      ? "We’re sorry that we have to cancel your consultation. Please choose another time, or call us and we’ll find one together."
      : "We’ve canceled your consultation as you asked. You can book another time whenever you like.";
  const how = howWeTalk(details);
  if (change === "moved" && byStaff)
    return `We’ve had to move your consultation, and we’re sorry for the trouble. ${how} If the new time doesn’t suit you, please choose another one.`;
  return change === "booked" ? `We look forward to talking with you. ${how}` : how;
}

/** With its calendar file. */
export const consultationMail = template({
  kind: "consultation",
  about: "inquiry",
  to: "person",
  links: ["consultation"],
  othersCause: false,
  data: z.object({
    name: personName,
    email: z.string(),
    /** How long before its start the visitor may move or cancel it. */
    changeHours: z.number(),
    /** The link is made of it. */
    consultation: z.string(),
    details,
  }),
  texts: {
    subject: "{what happened}",
    preview: "{how we talk}",
    heading: "{short heading}",
    opening: "{opening}",
    prepare: "Have your passport and any letters about your plans at hand. You don’t need to send us anything before.",
    changes: "Your plans have changed? You can move or cancel {until when}. After that, please {call or write}.",
    calendar: "Open the attached calendar file to {add or update or remove} your calendar.",
  },
  chips: ({ name, email, changeHours, details }, sender) => ({
    name,
    email,
    "what happened": happened[details.change](consultationTimes(details, details.zone)[0] ?? ""),
    "short heading": headings[details.change],
    opening: opening(details),
    "how we talk": details.change === "canceled" ? "You can book another time whenever you like." : howWeTalk(details),
    "until when": untilWhen(changeHours),
    "call or write": callOrWrite(sender),
    "add or update or remove": calendarWords[details.change],
  }),
  letter: ({ name, email, details }, links, say) => {
    const isCanceled = details.change === "canceled";
    return {
      kind: "Consultation",
      greeting: hello(name),
      blocks: [
        say("opening"),
        details.reason && message("Reason", details.reason),
        consultationFacts(details),
        ...(isCanceled
          ? [button("Book another time", links.desk("/consultation"))]
          : [say("prepare"), button("Move or cancel", links.consultation), note(say("changes"))]),
        note(say("calendar")),
      ],
      reason: `You are receiving this email because a consultation with us was booked with ${email}.`,
      record: details.reference,
    };
  },
  calendar: ({ name, email, details }) => [consultationEntry(details, { attendee: { name, email }, about: "" })],
});

export const callOrWrite = ({ phone, email }: Sender): string => (phone ? `call us at ${phone}` : `write to ${email}`);

/** `until 4 hours before it starts` */
export function untilWhen(hours: number): string {
  if (hours === 0) return "until it starts";
  return `until ${hours} ${hours === 1 ? "hour" : "hours"} before it starts`;
}
