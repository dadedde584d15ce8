import { z } from "zod";
import { calendarLongDate } from "~/core/time";
import { appointmentBlocks, type MailedAppointment, mailedAppointment } from "~/mail/calendar/appointment";
import { yourKind } from "~/mail/calendar/appointment-words";
import { calendarEntry } from "~/mail/calendar/calendar-entry";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";

const headings: Record<MailedAppointment["change"], (subject: string) => string> = {
  made: (subject) => `${subject} has been arranged`,
  moved: (subject) => `${subject} has been moved`,
  changed: (subject) => `${subject} has changed`,
  cancelled: (subject) => `${subject} has been canceled`,
};
const sentences: Record<MailedAppointment["change"], string> = {
  made: "Please confirm on your application page that you can come, or ask us there for another time. Open the attached calendar file to add it to your calendar.",
  moved:
    "Please confirm the new time on your application page, or ask us there for another one. Open the attached calendar file to update your calendar.",
  changed:
    "The day and time haven’t changed. Please confirm on your application page that you can come. Open the attached calendar file to update your calendar.",
  cancelled: "You don’t need to come. Open the attached calendar file to remove it from your calendar.",
};
const untilWhen: Partial<Record<MailedAppointment["change"], (day: string) => string>> = {
  made: (day) => `for ${day}`,
  moved: (day) => `to ${day}`,
};
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** With its calendar file. */
export const appointmentMail = template({
  kind: "appointment",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    applicationId: z.string(),
    appointment: mailedAppointment,
  }),
  texts: {
    subject: "Application {application number}: {what happened} {for or to when}",
    preview: "{what happened at the beginning}.",
    heading: "{what happened at the beginning}",
    opening: "{what happened at the beginning}. {what to do}",
  },
  chips: ({ name, email, applicationNumber, appointment: { kind, change, day } }) => {
    const subject = headings[change](yourKind[kind]);
    return {
      name,
      email,
      "application number": applicationNumber,
      "what happened": subject,
      "what happened at the beginning": capital(subject),
      "for or to when": untilWhen[change]?.(calendarLongDate(day)) ?? "",
      "what to do": sentences[change],
    };
  },
  letter: ({ name, email, applicationNumber, appointment }, links, say) => ({
    kind: "Appointment",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      ...appointmentBlocks(appointment),
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "button", label: "View my application", href: links.resume },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
  calendar: ({ appointment, ...person }) => [calendarEntry(appointment, person)],
});
