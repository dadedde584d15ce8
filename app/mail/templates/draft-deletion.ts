import { z } from "zod";
import { nassauLongDate } from "~/ground/time";
import { instant, personName, template } from "~/mail/template";

/** Sent twice before a draft that nobody uses is deleted (V-RET-3). */
export const draftDeletion = template({
  kind: "draft_deletion",
  about: "application",
  to: "person",
  links: ["resume", "notMe"],
  // Somebody may have begun many with an address that is not theirs.
  othersCause: true,
  data: z.object({
    name: personName,
    email: z.string(),
    applicationNumber: z.string(),
    serviceName: z.string().nullable(),
    savedAt: instant,
    percent: z.number(),
    /** When its days are over: it goes in the night after. */
    deletedAt: instant,
  }),
  notAfter: ({ deletedAt }) => new Date(deletedAt),
  subject: ({ applicationNumber, deletedAt }) =>
    `Your application ${applicationNumber} will be deleted on ${nassauLongDate(deletedAt)}`,
  letter: ({ name, email, applicationNumber, serviceName, savedAt, percent, deletedAt }, links) => ({
    preview: "Open it before that day if you want to keep it.",
    kind: "An application that was not submitted",
    heading: `It will be deleted on ${nassauLongDate(deletedAt)}`,
    greeting: `Hello ${name},`,
    blocks: [
      {
        is: "text",
        text: `You began an application${serviceName ? ` for the ${serviceName}` : ""} that was never submitted. We keep nobody’s answers and files without a need, so on ${nassauLongDate(deletedAt)} we delete it with everything in it.`,
      },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Service", value: serviceName ?? "Visa Application" },
          { label: "Last saved", value: nassauLongDate(savedAt) },
          { label: "Complete", value: `${percent}%` },
          { label: "Will be deleted", value: nassauLongDate(deletedAt) },
        ],
      },
      { is: "text", text: "If you still need it, open it. That alone keeps it for as long again." },
      { is: "button", label: "Continue my application", href: links.resume },
      {
        is: "text",
        text: "If you need it no more, there is nothing to do. Did you not begin it? Then tell us, and we write no more about it to this address.",
      },
      { is: "link", label: "This was not me", href: links.notMe },
      {
        is: "note",
        text: "The link works for 30 days. Whoever has it can open your application, so please do not forward this email.",
      },
    ],
    reason: `You are receiving this email because an application that was begun with ${email} is going to be deleted.`,
    record: applicationNumber,
  }),
});
