import { z } from "zod";
import { nassauClock, nassauLongDate } from "~/core/time";
import { forTheService, instant, personName, template, unlinked } from "~/mail/template";

/** Such as `on November 3, 2026 at 14:05 in Nassau with Chrome on Android`; an unknown browser is left out. */
const startedText = (at: string, browser: string) =>
  `on ${nassauLongDate(at)} at ${nassauClock(at)} in Nassau${browser ? ` with ${unlinked(browser)}` : ""}`;

const earlierWords = (begun: string, isOfSeveral: boolean) =>
  isOfSeveral
    ? `There are earlier ones too, which were never submitted. The fullest was begun ${begun}. You can go on with any of them; nothing of them is lost.`
    : `There is an earlier one too, begun ${begun}, which was never submitted. You can go on with either of them; nothing of the earlier one is lost.`;

/** More are only counted. */
const mostNamed = 10;

/** One draft per line; a link to it can be requested by its number. */
function otherDrafts(given: string): string {
  const lines = given.split("\n");
  const named = lines
    .slice(0, mostNamed)
    .map((line) => line.split(" "))
    .map(
      ([number = "", percent = "", savedAt = ""]) =>
        `${number}: ${percent}% complete, last saved ${nassauLongDate(savedAt)}`,
    );
  const more = lines.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/** Sent at a start if the same email has a draft for the same service already. */
export const draftExists = template({
  kind: "draft_exists",
  about: "application",
  to: "person",
  links: ["resume", "notMe"],
  othersCause: true,
  data: z.object({
    name: personName,
    email: z.string(),
    applicationNumber: z.string(),
    serviceName: z.string().nullable(),
    savedAt: instant,
    percent: z.number(),
    begunAt: instant,
    begunWith: personName,
    /** One per line: number, percentage and time of the last save. */
    others: z.string(),
  }),
  words: {
    subject: "You already have a draft: {application number}",
    preview: "An earlier application is waiting, with everything you had entered.",
    heading: "You already have {a draft or drafts}",
    opening: "You have just started a new application {for the service}. {what there is already}",
    ifNotBegun:
      "You did not begin the earlier one, or know nothing of it? Then tell us: nobody can open it with a link to this address any more, and we send no more mail about it here.",
    aboutTheLink:
      "The link works for 30 days. Whoever has it can open your application, so please do not forward this email. If you do not need the earlier draft any more, you can delete it there.",
  },
  chips: ({ name, email, applicationNumber, serviceName, savedAt, percent, begunAt, begunWith, others }) => ({
    name,
    email,
    "application number": applicationNumber,
    service: serviceName ?? "Visa Application",
    "for the service": forTheService(serviceName),
    "last saved": nassauLongDate(savedAt),
    percent: `${percent}%`,
    "a draft or drafts": others ? "drafts" : "a draft",
    "what there is already": earlierWords(startedText(begunAt, begunWith), others !== ""),
  }),
  letter: ({ name, email, applicationNumber, serviceName, savedAt, percent, others }, links, say) => ({
    kind: "An earlier draft",
    greeting: `Hello ${name},`,
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      {
        is: "facts",
        rows: [
          { label: "Earlier application", value: applicationNumber, record: true },
          { label: "Service", value: serviceName ?? "Visa Application" },
          { label: "Last saved", value: nassauLongDate(savedAt) },
          { label: "Complete", value: `${percent}%` },
        ],
      },
      {
        is: "button",
        label: others ? "Continue the fullest one" : "Continue the earlier one",
        href: links.resume,
      },
      ...(others
        ? [
            { is: "message" as const, title: "Your other drafts for this visa", text: otherDrafts(others) },
            { is: "text" as const, text: `To open one, enter its number at ${links.desk("/apply/start")}` },
          ]
        : []),
      {
        is: "text",
        text: say("ifNotBegun"),
      },
      { is: "link", label: "This was not me", href: links.notMe },
      {
        is: "note",
        text: say("aboutTheLink"),
      },
    ],
    reason: `You are receiving this email because an application was started with ${email}, and an earlier one as well.`,
    record: applicationNumber,
  }),
});
