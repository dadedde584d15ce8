import { z } from "zod";
import { button, facts } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

/** A virus was found after the file was sent. */
export const fileInfected = caseMail({
  kind: "file_infected",
  data: caseData.extend({ applicationId: z.string(), item: z.string(), file: z.string() }),
  texts: {
    subject: "Application {application number}: please send {document} again",
    preview: "We found a virus in {file} and removed it. Your other files are fine.",
    heading: "Please send one file again",
    opening:
      "We found a virus in {file} and removed it. This can happen without you noticing, and your other files are fine. Please take a new photo or save the document again as a PDF, then upload it on your application page.",
  },
  chips: ({ item, file }) => ({ document: item, file }),
  letter: ({ applicationNumber, item, file }, links, say) => ({
    kind: "Virus found",
    blocks: [
      say("opening"),
      facts([
        { label: "File", value: file },
        { label: "For", value: item },
        { label: "Application number", value: applicationNumber, record: true },
      ]),
      button("Open my application", links.resume),
    ],
  }),
});
