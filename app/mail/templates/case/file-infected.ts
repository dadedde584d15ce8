import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "~/mail/templates/case-foot";

/** A virus was found after the file was sent. */
export const fileInfected = template({
  kind: "file_infected",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    applicationId: z.string(),
    item: z.string(),
    file: z.string(),
  }),
  texts: {
    subject: "Application {application number}: please send {document} again",
    preview: "We found a virus in {file} and removed it. Your other files are fine.",
    heading: "Please send one file again",
    opening:
      "We found a virus in {file} and removed it. This can happen without you noticing, and your other files are fine. Please take a new photo or save the document again as a PDF, then upload it on your application page.",
  },
  chips: ({ name, email, applicationNumber, item, file }) => ({
    name,
    email,
    "application number": applicationNumber,
    document: item,
    file,
  }),
  letter: ({ name, email, applicationNumber, item, file }, links, say) => ({
    kind: "Virus found",
    greeting: `Dear ${name},`,
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      {
        is: "facts",
        rows: [
          { label: "File", value: file },
          { label: "For", value: item },
          { label: "Application number", value: applicationNumber, record: true },
        ],
      },
      { is: "button", label: "Open my application", href: links.resume },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
