import { z } from "zod";
import { appointmentBlocks, mailedAppointment, startOf, timesOf } from "~/mail/calendar/appointment";
import { yourKind } from "~/mail/calendar/appointment-words";
import { button, facts } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

const hour = 3_600_000;

export const appointmentReminder = caseMail({
  kind: "appointment_reminder",
  data: caseData.extend({
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
  chips: ({ hours, left, appointment }) => ({
    "your appointment": yourKind[appointment.kind],
    "day and time": timesOf(appointment)[0] ?? "",
    // Only the owner's texts use it: a mail may arrive later than it was written.
    hours: String(left ?? hours),
  }),
  letter: ({ applicationNumber, appointment }, links, say) => ({
    kind: "Reminder",
    blocks: [
      say("opening"),
      ...appointmentBlocks(appointment),
      facts([{ label: "Application number", value: applicationNumber, record: true }]),
      button("View my application", links.resume),
    ],
  }),
  // The later reminder replaces the earlier, and none is sent once the appointment has begun.
  notAfter: ({ hours, appointment }) => new Date(startOf(appointment).getTime() - (hours === 24 ? 2 * hour : 0)),
});
