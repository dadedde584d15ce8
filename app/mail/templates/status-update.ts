import { z } from "zod";
import { applicationStatuses } from "~/db/schema/values";
import { appointmentBlocks, mailedAppointment } from "~/mail/calendar/appointment";
import { calendarEntry } from "~/mail/calendar/calendar-entry";
import { applicantName, template } from "~/mail/template";
import { statusLook } from "~/ui/lists/status-badge";

/** A new status of the application, with staff's message (A-APPD-12, A-APPD-13). */
export const statusUpdate = template({
  kind: "status_update",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    newStatus: z.enum(applicationStatuses),
    statusMessage: z.string(),
    applicationId: z.string(),
    /** Those that were made with the status, or that it cancelled (C-APPT-3, C-DEC-7). */
    appointments: z.array(mailedAppointment).optional(),
  }),
  subject: ({ applicationNumber, newStatus }) => `Application ${applicationNumber}: ${statusLook(newStatus).label}`,
  letter: ({ name, email, applicationNumber, newStatus, statusMessage, appointments = [] }, links, sender) => ({
    preview: `The status of your application is now ${statusLook(newStatus).label}.`,
    kind: "Status update",
    heading: "Your application has a new status",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: "The status of your application is now:" },
      { is: "status", status: newStatus },
      ...(statusMessage.trim()
        ? [{ is: "message" as const, title: "Message from our team", text: statusMessage.trim() }]
        : []),
      ...appointments.flatMap(appointmentBlocks),
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "button", label: "View my application", href: links.resume },
      {
        is: "note",
        text: `The link works for 30 days and is for you alone. If you have a question, reply to this email or write to ${sender.email}, and name your application number.`,
      },
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
  calendar: ({ appointments = [], ...person }) => appointments.map((one) => calendarEntry(one, person)),
});
