import { z } from "zod";
import { formatDraftPercent } from "~/core/percent-at";
import { nassauLongDate, nassauMoment } from "~/core/time";
import { button, facts, link, message, note } from "~/mail/letter";
import { forTheService, instant, personName, template, unlinked } from "~/mail/template";
import { applicationChips, applicationData, hello } from "~/mail/templates/application-mail";

/** Such as `on November 3, 2026 at 2:05 PM Nassau time with Chrome on Android`; an unknown browser is left out. */
const startedText = (at: string, browser: string) =>
  `on ${nassauMoment(at)}${browser ? ` with ${unlinked(browser)}` : ""}`;

const earlierWords = (started: string, isOfSeveral: boolean) =>
  isOfSeveral
    ? `You also have earlier applications you haven’t submitted. The most complete one was started ${started}. You can continue any of them; nothing in them is lost.`
    : `You also have an earlier application, started ${started}, that you haven’t submitted. You can continue either of them; nothing in the earlier application is lost.`;

/** More are only counted. */
const mostNamed = 10;

/** One draft per line; a link to it can be requested by its number. */
function otherDrafts(list: string): string {
  const lines = list.split("\n");
  const named = lines
    .slice(0, mostNamed)
    .map((line) => line.split(" "))
    .map(
      ([number = "", percent = "", savedAt = ""]) =>
        `${number}: ${formatDraftPercent(Number(percent))}, last saved ${nassauLongDate(savedAt)}`,
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
  repliesTo: "office",
  data: applicationData.extend({
    savedAt: instant,
    percent: z.number(),
    begunAt: instant,
    begunWith: personName,
    /** One per line: number, percentage and time of the last save. */
    others: z.string(),
  }),
  texts: {
    subject: "You already have a draft: {application number}",
    preview: "An earlier application is waiting, with everything you had entered.",
    heading: "You already have {a draft or drafts}",
    opening: "You have just started a new application {for the service}. {what there is already}",
    ifNotBegun:
      "Didn’t start the earlier one? Tell us: links sent to this address will stop working, and we won’t email you about it again.",
    aboutTheLink:
      "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email. If you no longer need the earlier draft, you can delete it there.",
  },
  chips: ({ savedAt, percent, begunAt, begunWith, others, ...application }) => ({
    ...applicationChips(application),
    "for the service": forTheService(application.serviceName),
    "last saved": nassauLongDate(savedAt),
    percent: `${percent}%`,
    "a draft or drafts": others ? "drafts" : "a draft",
    "what there is already": earlierWords(startedText(begunAt, begunWith), others !== ""),
  }),
  letter: ({ name, email, applicationNumber, serviceName, savedAt, percent, others }, links, say) => ({
    kind: "An earlier draft",
    greeting: hello(name),
    blocks: [
      say("opening"),
      facts([
        { label: "Earlier application", value: applicationNumber, record: true },
        { label: "Service", value: serviceName ?? "Visa Application" },
        { label: "Last saved", value: nassauLongDate(savedAt) },
        { label: "Complete", value: `${percent}%` },
      ]),
      button(others ? "Continue the most complete draft" : "Continue the earlier draft", links.resume),
      ...(others
        ? [
            message("Your other drafts for this visa", otherDrafts(others)),
            `To open one of these drafts, enter its number at ${links.desk("/apply/start")}`,
          ]
        : []),
      say("ifNotBegun"),
      link("This was not me", links.notMe),
      note(say("aboutTheLink")),
    ],
    reason: `You are receiving this email because an application was started with ${email}, and an earlier one as well.`,
    record: applicationNumber,
  }),
});
