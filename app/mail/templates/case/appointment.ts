import { z } from "zod";
import { calendarLongDate } from "~/core/time";
import { appointmentBlocks, type MailedAppointment, mailedAppointment } from "~/mail/calendar/appointment";
import { yourKind } from "~/mail/calendar/appointment-words";
import { calendarEntry } from "~/mail/calendar/calendar-entry";
import { button, facts } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

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
export const appointmentMail = caseMail({
  kind: "appointment",
  data: caseData.extend({ applicationId: z.string(), appointment: mailedAppointment }),
  texts: {
    subject: "Application {application number}: {what happened} {for or to when}",
    preview: "{what happened at the beginning}.",
    heading: "{what happened at the beginning}",
    opening: "{what happened at the beginning}. {what to do}",
  },
  chips: ({ appointment: { kind, change, day } }) => {
    const subject = headings[change](yourKind[kind]);
    return {
      "what happened": subject,
      "what happened at the beginning": capital(subject),
      "for or to when": untilWhen[change]?.(calendarLongDate(day)) ?? "",
      "what to do": sentences[change],
    };
  },
  letter: ({ applicationNumber, appointment }, links, say) => ({
    kind: "Appointment",
    blocks: [
      say("opening"),
      ...appointmentBlocks(appointment),
      facts([{ label: "Application number", value: applicationNumber, record: true }]),
      button("View my application", links.resume),
    ],
  }),
  calendar: ({ appointment, ...person }) => [calendarEntry(appointment, person)],
});
