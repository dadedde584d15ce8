import { z } from "zod";
import { keyDateEntries, mailedKeyDate } from "~/mail/calendar/key-date";
import type { Block } from "~/mail/letter";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";

/** A key date of which a mail reminds, as it is when the mail is sent. */
const remindedDate = z.object({
  id: z.string(),
  /** `Work or residence permit` */
  label: z.string(),
  /** `Work or residence permit ends in 12 days, on December 10, 2026` */
  sentence: z.string(),
  /** `December 10, 2026, in 12 days` */
  day: z.string(),
  endsOn: z.iso.date(),
  /** The number of days before, as in the settings. */
  days: z.number(),
  /** For its calendar file. */
  keyDate: mailedKeyDate,
});
export type RemindedDate = z.output<typeof remindedDate>;

export const remindedDates = z.tuple([remindedDate], remindedDate);
export type RemindedDates = z.output<typeof remindedDates>;

/** Placeholders of both reminders. */
export const dateChips = ([first, ...more]: RemindedDates) => ({
  "first date": first.sentence,
  "more dates": more.length === 0 ? "" : `and ${more.length} more ${more.length === 1 ? "date" : "dates"}`,
});

export const dateFacts = (dates: readonly RemindedDate[]): Block => ({
  is: "facts",
  rows: dates.map(({ label, day }) => ({ label, value: day })),
});

/** Fixed: the owner can't change or remove it. */
export const responsibility: Block = {
  is: "text",
  text: "This is a reminder. Renewing or paying in time remains your responsibility.",
};

export const stopReminders = (href: string): Block => ({ is: "link", label: "Stop these reminders", href });

export const keyDateReminder = template({
  kind: "key_date_reminder",
  about: "application",
  to: "person",
  links: ["resume", "stopReminders"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    applicationId: z.string(),
    dates: remindedDates,
  }),
  texts: {
    subject: "Reminder for {application number}: {first date} {more dates}",
    preview: "{first date} {more dates}.",
    heading: "A reminder of your dates",
    opening: "This is a reminder about your application {application number}.",
    nextStep:
      "Your application page shows all your dates and what you can do next. The attached calendar file adds the day to your calendar.",
  },
  chips: ({ name, email, applicationNumber, dates }) => ({
    ...{ name, email, "application number": applicationNumber },
    ...dateChips(dates),
  }),
  letter: ({ name, email, applicationNumber, dates }, links, say) => ({
    kind: "Reminder",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      dateFacts(dates),
      { is: "text", text: say("nextStep") },
      { is: "button", label: "View my application", href: links.resume },
      responsibility,
      stopReminders(links.stopReminders),
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
  calendar: ({ dates, ...person }) => dates.flatMap(({ keyDate }) => keyDateEntries(keyDate, person)),
});
