import { z } from "zod";
import { calendarLongDate } from "~/core/time";
import { personName, template } from "~/mail/template";
import { dateChips, dateFacts, remindedDates, responsibility, stopReminders } from "./case/key-date-reminder";

/** To a client who was imported, and has no application with us. */
export const clientReminder = template({
  kind: "client_reminder",
  about: "client",
  to: "person",
  links: ["stopReminders"],
  othersCause: false,
  data: z.object({
    name: personName,
    email: z.string(),
    clientId: z.string(),
    /** The day of the import. */
    clientBefore: z.iso.date(),
    dates: remindedDates,
  }),
  texts: {
    subject: "Reminder: {first date} {more dates}",
    preview: "{first date} {more dates}.",
    heading: "A reminder of your dates",
    opening: "We noted these dates when we worked for you:",
    nextStep: "Would you like us to help with what comes next? Please write to us.",
  },
  chips: ({ name, email, dates }) => ({ name, email, ...dateChips(dates) }),
  letter: ({ name, email, clientBefore, dates }, links, say) => ({
    kind: "Reminder",
    greeting: name ? `Hello ${name},` : "Hello,",
    blocks: [
      {
        is: "text",
        text: `You are receiving this because you were a client of ours before ${calendarLongDate(clientBefore)}.`,
      },
      { is: "text", text: say("opening") },
      dateFacts(dates),
      { is: "text", text: say("nextStep") },
      { is: "button", label: "Write to us", href: links.desk("/contact") },
      responsibility,
      stopReminders(links.stopReminders),
      { is: "link", label: "Your data and your rights", href: links.desk("/your-data") },
    ],
    reason: `You are receiving this email because we wrote down ${email} when you were our client.`,
    record: "REMINDER",
  }),
});
