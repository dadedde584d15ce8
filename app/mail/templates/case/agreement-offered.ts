import { z } from "zod";
import { button, facts } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

/** It never holds the agreement: the page shows it. */
export const agreementOffered = caseMail({
  kind: "agreement_offered",
  data: caseData.extend({
    /** Why it is to be signed again; null the first time. */
    because: z.enum(["price", "version"]).nullable(),
    workBeginsSigned: z.boolean(),
  }),
  texts: {
    subject: "Please read and sign our agreement: {application number}",
    preview: "Our agreement is on your application page.",
    heading: "Please read and sign our agreement",
    opening:
      "The agreement between you and us is on your application page. Please read it there and sign it with your full name.",
    openingOfPrice:
      "The price of your application has changed since you signed our agreement. Please read it again on your application page and sign it with your full name.",
    openingOfVersion:
      "Our agreement has changed since you signed it. Please read the new version on your application page and sign it with your full name.",
    workBegins: "We begin our work once it’s signed.",
  },
  letter: ({ applicationNumber, because, workBeginsSigned }, links, say) => ({
    kind: "Our agreement",
    blocks: [
      say(because === null ? "opening" : because === "price" ? "openingOfPrice" : "openingOfVersion"),
      workBeginsSigned && say("workBegins"),
      facts([{ label: "Application number", value: applicationNumber, record: true }]),
      button("Open my application", links.resume),
    ],
  }),
});
