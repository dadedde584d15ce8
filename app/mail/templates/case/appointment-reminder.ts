import { z } from "zod";
import { appointmentBlocks, mailedAppointment, startOf, timesOf } from "~/mail/calendar/appointment";
import { yourKind } from "~/mail/calendar/appointment-words";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";

const hour = 3_600_000;

export const appointmentReminder = template({
  kind: "appointment_reminder",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    applicationId: z.string(),
    /** After an outage fewer hours are `left`. */
    hours: z.union([z.literal(24), z.literal(2)]),
    left: z.number().optional(),
    appointment: mailedAppointment,
  }),
  texts: {
    subject: "Application {application number}: {your appointment} is on {day and time}",
    preview: "Reminder: {your appointment}.",
    heading: "A reminder of {your appointment}",
    opening: "This is a reminder of {your appointment} on {day and time}.",
  },
  chips: ({ name, email, applicationNumber, hours, left, appointment }) => ({
    name,
    email,
    "application number": applicationNumber,
    "your appointment": yourKind[appointment.kind],
    "day and time": timesOf(appointment)[0] ?? "",
    // Only the owner's texts use it: a mail may arrive later than it was written.
    hours: String(left ?? hours),
  }),
  letter: ({ name, email, applicationNumber, appointment }, links, say) => ({
    kind: "Reminder",
    greeting: `Dear ${name},`,
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      ...appointmentBlocks(appointment),
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "button", label: "View my application", href: links.resume },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
  // The later reminder replaces the earlier, and none is sent once the appointment has begun.
  notAfter: ({ hours, appointment }) => new Date(startOf(appointment).getTime() - (hours === 24 ? 2 * hour : 0)),
});
