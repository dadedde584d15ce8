import { z } from "zod";
import { applicationStatuses } from "~/db/schema/values";
import { appointmentBlocks, mailedAppointment } from "~/mail/calendar/appointment";
import { calendarEntry } from "~/mail/calendar/calendar-entry";
import { keyDateEntries, keyDateFacts, mailedKeyDate } from "~/mail/calendar/key-date";
import { button, facts, message, note, steps } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";
import { statusLook } from "~/ui/lists/status-badge";

/** Statuses with texts of their own: the news comes before the status. */
const news = {
  approved: { heading: "headingApproved", opening: "openingApproved" },
  denied: { heading: "headingDenied", opening: "openingDenied" },
  withdrawn: { heading: "headingWithdrawn", opening: "openingWithdrawn" },
} as const;
const isNews = (status: string): status is keyof typeof news => Object.hasOwn(news, status);

/** With staff's message. */
export const statusUpdate = caseMail({
  kind: "status_update",
  data: caseData.extend({
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
  chips: ({ newStatus }) => ({ "new status": statusLook(newStatus).label }),
  letter: ({ applicationNumber, newStatus, endedDecision, nextSteps, documents, ...data }, links, say) => {
    const own = isNews(newStatus) ? news[newStatus] : undefined;
    const opening = say(own?.opening ?? "opening");
    const statusMessage = data.statusMessage.trim();
    return {
      kind: "Status update",
      ...(own ? { heading: say(own.heading), preview: opening || say("preview") } : {}),
      blocks: [
        endedDecision,
        (own || !endedDecision) && opening,
        // A badge over bad news would be a stamp.
        (!own || newStatus === "approved") && { is: "status", status: newStatus },
        statusMessage && message("Message from our team", statusMessage),
        nextSteps && message("Next steps", nextSteps),
        ...(documents ? [say("aboveDocuments"), steps("Documents", documents.split("\n"))] : []),
        ...(data.appointments ?? []).flatMap(appointmentBlocks),
        ...(data.keyDates ?? []).map(keyDateFacts),
        facts([
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Status", value: statusLook(newStatus).label },
        ]),
        button("View my application", links.resume),
        note(say("aboutTheLink")),
      ],
    };
  },
  calendar: ({ appointments = [], keyDates = [], ...person }) => [
    ...appointments.map((entry) => calendarEntry(entry, person)),
    ...keyDates.flatMap((keyDate) => keyDateEntries(keyDate, person)),
  ],
});
