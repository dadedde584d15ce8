import { z } from "zod";
import { forTheService, personName, template } from "~/mail/template";

export const applicationStarted = template({
  kind: "application_started",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: true,
  repliesTo: "office",
  data: z.object({
    name: personName,
    email: z.string(),
    applicationNumber: z.string(),
    serviceName: z.string().nullable(),
  }),
  texts: {
    subject: "Your application {application number} is open",
    preview: "Keep this email: its link brings you back to where you left off.",
    heading: "Your application is open",
    opening:
      "You have started your application {for the service}. Take your time: your progress saves every 30 seconds, and the link below brings you back to where you left off, on any device.",
    aboutTheLink:
      "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email. Following it also confirms that this address is yours.",
  },
  chips: ({ name, email, applicationNumber, serviceName }) => ({
    name,
    email,
    "application number": applicationNumber,
    service: serviceName ?? "Visa Application",
    "for the service": forTheService(serviceName),
  }),
  letter: ({ name, email, applicationNumber, serviceName }, links, say) => ({
    kind: "Application started",
    greeting: `Hello ${name},`,
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Service", value: serviceName ?? "Visa Application" },
        ],
      },
      { is: "button", label: "Continue my application", href: links.resume },
      {
        is: "note",
        text: say("aboutTheLink"),
      },
    ],
    reason: `You are receiving this email because an application was started with ${email}. If that wasn’t you, you don’t need to do anything: nothing is submitted without a signature. To stop these emails, follow the link and choose “No”.`,
    record: applicationNumber,
  }),
});
