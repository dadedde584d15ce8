import { button, facts, note } from "~/mail/letter";
import { forTheService, template } from "~/mail/template";
import { applicationChips, applicationData, hello } from "~/mail/templates/application-mail";

export const applicationStarted = template({
  kind: "application_started",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: true,
  repliesTo: "office",
  data: applicationData,
  texts: {
    subject: "Your application {application number} is open",
    preview: "Keep this email: its link brings you back to where you left off.",
    heading: "Your application is open",
    opening:
      "You have started your application {for the service}. Take your time: your progress saves every 30 seconds, and the link below brings you back to where you left off, on any device.",
    aboutTheLink:
      "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email. Following it also confirms that this address is yours.",
  },
  chips: (application) => ({
    ...applicationChips(application),
    "for the service": forTheService(application.serviceName),
  }),
  letter: ({ name, email, applicationNumber, serviceName }, links, say) => ({
    kind: "Application started",
    greeting: hello(name),
    blocks: [
      say("opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Service", value: serviceName ?? "Visa Application" },
      ]),
      button("Continue my application", links.resume),
      note(say("aboutTheLink")),
    ],
    reason: `You are receiving this email because an application was started with ${email}. If that wasn’t you, you don’t need to do anything: nothing is submitted without a signature. To stop these emails, follow the link and choose “No”.`,
    record: applicationNumber,
  }),
});
