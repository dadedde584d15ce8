import { z } from "zod";
import { button, facts, message } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

export const caseItemsOverdue = caseMail({
  kind: "case_items_overdue",
  data: caseData.extend({
    applicationId: z.string(),
    /** Each item with its day and consequence. */
    items: z.string(),
  }),
  texts: {
    subject: "Application {application number}: we are still waiting for something",
    preview: "The due date has passed. You can still send what we need.",
    heading: "We are still waiting for something",
    opening: "The due date has passed. You can still send what we need.",
  },
  letter: ({ applicationNumber, items }, links, say) => ({
    kind: "Reminder",
    blocks: [
      say("opening"),
      message("What we are waiting for", items),
      facts([{ label: "Application number", value: applicationNumber, record: true }]),
      button("Open my application", links.resume),
    ],
  }),
});
