import { z } from "zod";
import { calendarLongDate } from "~/core/time";
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
  words: {
    subject: "Application {application number} is restricted",
    preview: "It must be kept until {restricted until}, and nobody works with it until then.",
    heading: "Your application is restricted",
    opening:
      "You asked us to erase your data. The law has us keep a decided application for seven years: this one must be kept until {restricted until}. Until then it is locked away. It stands in no list and no search of our office, and we write nothing more about it. On that day it is erased.",
    ifYouDisagree:
      "If you do not agree, write to us by the form on our contact page. You may also turn to the Data Protection Commissioner of The Bahamas.",
  },
  chips: ({ applicationNumber, until }) => ({
    "application number": applicationNumber,
    "restricted until": calendarLongDate(until),
  }),
  letter: ({ applicationNumber, until }, _links, say) => ({
    kind: "Your data",
    greeting: "Hello,",
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Restricted until", value: calendarLongDate(until) },
        ],
      },
      {
        is: "note",
        text: say("ifYouDisagree"),
      },
    ],
    reason: "You are receiving this email because you asked us to erase your data.",
    record: applicationNumber,
  }),
});
