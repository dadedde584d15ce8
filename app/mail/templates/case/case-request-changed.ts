import { z } from "zod";
import { button, facts, message } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

/** Staff withdrew a request, or moved its day. */
export const caseRequestChanged = caseMail({
  kind: "case_request_changed",
  data: caseData.extend({
    applicationId: z.string(),
    /** A sentence, then why or until when. */
    change: z.string(),
    details: z.string(),
  }),
  texts: {
    subject: "Application {application number}: our request has changed",
    preview: "{what changed}",
    heading: "Our request has changed",
    opening: "{what changed}",
  },
  chips: ({ change }) => ({ "what changed": change }),
  letter: ({ applicationNumber, details }, links, say) => ({
    kind: "Request changed",
    blocks: [
      say("opening"),
      message("From our team", details),
      facts([{ label: "Application number", value: applicationNumber, record: true }]),
      button("Open my application", links.resume),
    ],
  }),
});
