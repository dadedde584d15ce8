import { z } from "zod";
import { calendarLongDate } from "~/core/time";
import { responsibility } from "~/mail/calendar/key-date";
import { button, link } from "~/mail/letter";
import { personName, template } from "~/mail/template";
import { hello } from "~/mail/templates/application-mail";
import { dateChips, dateFacts, remindedDates, stopReminders } from "./case/key-date-reminder";

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
    greeting: hello(name),
    blocks: [
      `You are receiving this because you were a client of ours before ${calendarLongDate(clientBefore)}.`,
      say("opening"),
      dateFacts(dates),
      say("nextStep"),
      button("Write to us", links.desk("/contact")),
      responsibility,
      stopReminders(links.stopReminders),
      link("Your data and your rights", links.desk("/your-data")),
    ],
    reason: `You are receiving this email because we wrote down ${email} when you were our client.`,
    record: "REMINDER",
  }),
});
