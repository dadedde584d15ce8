import { z } from "zod";
import { calendarLongDate } from "~/core/time";
import { facts, note } from "~/mail/letter";
import { template } from "~/mail/template";

/** For a case that must be restricted instead of erased. */
export const caseRestricted = template({
  kind: "case_restricted",
  about: "rights",
  to: "person",
  links: [],
  othersCause: false,
  forgets: true,
  data: z.object({ applicationNumber: z.string(), until: z.iso.date() }),
  texts: {
    subject: "Application {application number} is locked away",
    preview: "The law requires us to keep it until {restricted until}. Nobody will use it until then.",
    heading: "Your application is locked away",
    opening:
      "You asked us to erase your data. By law, we must keep a decided application for seven years, so we must keep this one until {restricted until}. Until then it’s locked away: it doesn’t appear in our office’s lists or searches, and we won’t write to you about it again. On that date we’ll erase it.",
    ifYouDisagree:
      "If you have questions or don’t agree, call us at {our phone} or use the form on our contact page. You have the right to complain to the Data Protection Commissioner of The Bahamas.",
  },
  chips: ({ applicationNumber, until }) => ({
    "application number": applicationNumber,
    "restricted until": calendarLongDate(until),
  }),
  letter: ({ applicationNumber, until }, _links, say) => ({
    kind: "Your data",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Restricted until", value: calendarLongDate(until) },
      ]),
      note(say("ifYouDisagree")),
    ],
    reason: "You are receiving this email because you asked us to erase your data.",
    record: applicationNumber,
  }),
});
