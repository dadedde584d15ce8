import { z } from "zod";
import { keyDateEntries, mailedKeyDate, responsibility } from "~/mail/calendar/key-date";
import { button, facts, link } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

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

export const dateFacts = (dates: readonly RemindedDate[]) =>
  facts(dates.map(({ label, day }) => ({ label, value: day })));

export const stopReminders = (href: string) => link("Stop these reminders", href);

export const keyDateReminder = caseMail({
  kind: "key_date_reminder",
  links: ["stopReminders"],
  data: caseData.extend({ applicationId: z.string(), dates: remindedDates }),
  texts: {
    subject: "Reminder for {application number}: {first date} {more dates}",
    preview: "{first date} {more dates}.",
    heading: "A reminder of your dates",
    opening: "This is a reminder about your application {application number}.",
    nextStep:
      "Your application page shows all your dates and what you can do next. The attached calendar file adds the day to your calendar.",
  },
  chips: ({ dates }) => dateChips(dates),
  letter: ({ dates }, links, say) => ({
    kind: "Reminder",
    blocks: [
      say("opening"),
      dateFacts(dates),
      say("nextStep"),
      button("View my application", links.resume),
      responsibility,
      stopReminders(links.stopReminders),
    ],
  }),
  calendar: ({ dates, ...person }) => dates.flatMap(({ keyDate }) => keyDateEntries(keyDate, person)),
});
