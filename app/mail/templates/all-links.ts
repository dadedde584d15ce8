import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { button, facts, note, type Part, privateLinkMark } from "~/mail/letter";
import { type OwnLink, personName, template } from "~/mail/template";

export const allLinks = template({
  kind: "all_links",
  about: "applications",
  to: "person",
  links: ["all"],
  othersCause: true,
  data: z.object({ email: z.string() }),
  texts: {
    subject: "Links to all your applications",
    preview: "One private link for each application.",
    heading: "All of your applications",
    opening: "Here is a new link to each of your applications, newest first.",
    aboutTheLinks:
      "The links work for 30 days. Anyone with a link can open that application, so please don’t forward this email.",
  },
  chips: ({ email }) => ({ email }),
  letter: ({ email }, links, say) => ({
    kind: "Your links",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      ...(links.all.length > 0 ? links.all.flatMap(linkParts) : [privateLinkMark]),
      note(say("aboutTheLinks")),
    ],
    reason: `You are receiving this email because someone, most likely you, asked for links to all applications that we write to ${email} about. If it wasn’t you, you don’t need to do anything: we only sent the links to you.`,
    record: "APPLICATIONS",
  }),
});

/** Names distinguish several applicants with one email. */
const linkParts = ({ name, number, service, status, begun, href }: OwnLink): Part[] => [
  facts([
    { label: "Applicant", value: personName.parse(name) || `No name yet, started ${nassauLongDate(begun)}` },
    { label: "Service", value: service },
    { label: "Application number", value: number, record: true },
    { label: "Status", value: status },
  ]),
  button(`Open ${number}`, href),
];
