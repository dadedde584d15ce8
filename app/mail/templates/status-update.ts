import { z } from "zod";
import { applicationStatuses } from "~/db/schema/values";
import { appointmentBlocks, mailedAppointment } from "~/mail/calendar/appointment";
import { calendarEntry } from "~/mail/calendar/calendar-entry";
import { keyDateBlocks, keyDateEntries, mailedKeyDate } from "~/mail/calendar/key-date";
import { applicantName, template } from "~/mail/template";
import { statusLook } from "~/ui/lists/status-badge";
import { writeOnPage } from "./case-foot";

/** Statuses with texts of their own: the news comes before the status. */
const news = {
  approved: { heading: "headingApproved", opening: "openingApproved" },
  denied: { heading: "headingDenied", opening: "openingDenied" },
  withdrawn: { heading: "headingWithdrawn", opening: "openingWithdrawn" },
} as const;
const isNews = (status: string): status is keyof typeof news => Object.hasOwn(news, status);

/** With staff's message. */
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
    /** A decision that was replaced. */
    endedDecision: z.string().optional(),
    /** After a decision: the next steps, and its documents, one per line. */
    nextSteps: z.string().optional(),
    documents: z.string().optional(),
    applicationId: z.string(),
    /** Made with the status, or canceled by it. */
    appointments: z.array(mailedAppointment).optional(),
    /** Recorded with the status, or no longer in force by it. */
    keyDates: z.array(mailedKeyDate).optional(),
  }),
  texts: {
    subject: "Application {application number}: {new status}",
    preview: "The status of your application is now {new status}.",
    heading: "Your application has a new status",
    opening: "The status of your application is now:",
    headingApproved: "Your visa has been approved",
    openingApproved: "Good news: the authorities have approved your application.",
    headingDenied: "We have news about your application",
    openingDenied:
      "We’re sorry: the authorities have refused your application. If you’d like to talk about the reasons and what you can do next, please call us at {our phone}.",
    headingWithdrawn: "Your application has been withdrawn",
    openingWithdrawn:
      "We’ve stopped working on your application. If you didn’t ask for this, please call us at {our phone}.",
    aboveDocuments: "You can download these documents from your application page:",
    aboutTheLink: "The link works for 30 days and is only for you.",
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
      keyDates = [],
    },
    links,
    say,
  ) => {
    const own = isNews(newStatus) ? news[newStatus] : undefined;
    const opening = say(own?.opening ?? "opening");
    return {
      kind: "Status update",
      ...(own ? { heading: say(own.heading), preview: opening || say("preview") } : {}),
      greeting: `Dear ${name},`,
      blocks: [
        ...(endedDecision ? [{ is: "text" as const, text: endedDecision }] : []),
        ...(endedDecision && !own ? [] : [{ is: "text" as const, text: opening }]),
        // A badge over bad news would be a stamp.
        ...(own && newStatus !== "approved" ? [] : [{ is: "status" as const, status: newStatus }]),
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
        ...keyDates.flatMap(keyDateBlocks),
        {
          is: "facts",
          rows: [
            { label: "Application number", value: applicationNumber, record: true },
            { label: "Status", value: statusLook(newStatus).label },
          ],
        },
        { is: "button", label: "View my application", href: links.resume },
        { is: "note", text: say("aboutTheLink") },
        ...writeOnPage(links),
      ],
      reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
      record: applicationNumber,
    };
  },
  calendar: ({ appointments = [], keyDates = [], ...person }) => [
    ...appointments.map((entry) => calendarEntry(entry, person)),
    ...keyDates.flatMap((keyDate) => keyDateEntries(keyDate, person)),
  ],
});
