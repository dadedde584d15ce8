import { z } from "zod";
import { button, facts, message } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

/** Requests that set no status. */
export const caseRequest = caseMail({
  kind: "case_request",
  data: caseData.extend({
    applicationId: z.string(),
    /** Each item with its reason, day and consequence. */
    items: z.string(),
  }),
  texts: {
    subject: "Application {application number}: we need something from you",
    preview: "Please open your application to see what we need and why.",
    heading: "We need something from you",
    howToSend: "Please send it on your application page, not by email.",
  },
  letter: ({ applicationNumber, items }, links, say) => ({
    kind: "Request",
    blocks: [
      message("What we need", items),
      facts([{ label: "Application number", value: applicationNumber, record: true }]),
      say("howToSend"),
      button("Open my application", links.resume),
    ],
  }),
});
