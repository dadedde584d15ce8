import { z } from "zod";
import { applicationStatuses } from "~/db/schema/values";
import { appointmentBlocks, mailedAppointment } from "~/mail/calendar/appointment";
import { calendarEntry } from "~/mail/calendar/calendar-entry";
import { applicantName, template } from "~/mail/template";
import { statusLook } from "~/ui/lists/status-badge";
import { writeOnPage } from "./case-foot";

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
    /** Of a decision that no longer holds (C-DEC-5). */
    endedDecision: z.string().optional(),
    /** Of a decision (C-DEC-2): what follows, and the names of its documents, one a line. */
    nextSteps: z.string().optional(),
    documents: z.string().optional(),
    applicationId: z.string(),
    /** Those that were made with the status, or that it cancelled (C-APPT-3, C-DEC-7). */
    appointments: z.array(mailedAppointment).optional(),
  }),
  words: {
    subject: "Application {application number}: {new status}",
    preview: "The status of your application is now {new status}.",
    heading: "Your application has a new status",
    opening: "The status of your application is now:",
    aboveDocuments: "You can download these documents from your application page:",
    aboutTheLink: "The link works for 30 days and is for you alone.",
  },
  chips: ({ name, email, applicationNumber, newStatus }) => ({
    name,
    email,
    "application number": applicationNumber,
    "new status": statusLook(newStatus).label,
  }),
  letter: (
    {
      name,
      email,
      applicationNumber,
      newStatus,
      statusMessage,
      endedDecision,
      nextSteps,
      documents,
      appointments = [],
    },
    links,
    say,
  ) => ({
    kind: "Status update",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: endedDecision || say("opening") },
      { is: "status", status: newStatus },
      ...(statusMessage.trim()
        ? [{ is: "message" as const, title: "Message from our team", text: statusMessage.trim() }]
        : []),
      ...(nextSteps ? [{ is: "message" as const, title: "Next steps", text: nextSteps }] : []),
      ...(documents
        ? [
            { is: "text" as const, text: say("aboveDocuments") },
            { is: "steps" as const, title: "Documents", items: documents.split("\n") },
          ]
        : []),
      ...appointments.flatMap(appointmentBlocks),
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "button", label: "View my application", href: links.resume },
      { is: "note", text: say("aboutTheLink") },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
  calendar: ({ appointments = [], ...person }) => appointments.map((one) => calendarEntry(one, person)),
});
