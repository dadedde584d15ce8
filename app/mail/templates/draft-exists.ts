import { z } from "zod";
import { nassauClock, nassauLongDate } from "~/ground/time";
import { instant, personName, template, unlinked } from "~/mail/template";

/**
 * Such as `on November 3, 2026 at 14:05 in Nassau with Chrome on Android`; an unknown browser is left out (V-ATK-14).
 */
const startedText = (at: string, browser: string) =>
  `on ${nassauLongDate(at)} at ${nassauClock(at)} in Nassau${browser ? ` with ${unlinked(browser)}` : ""}`;

/** What there is already; `begun` is empty where that is not known. */
const earlierWords = (begun: string, isOfSeveral: boolean) =>
  isOfSeveral
    ? `There are earlier ones too, which were never submitted. The fullest${begun ? ` was begun ${begun}` : " is named here first"}. You can go on with any of them; nothing of them is lost.`
    : `There is an earlier one too${begun ? `, begun ${begun}` : ""}, which was never submitted. You can go on with either of them; nothing of the earlier one is lost.`;

/** One draft a line; a link to one of them is mailed from its number. */
const otherDrafts = (lines: string) =>
  lines
    .split("\n")
    .map((line) => line.split(" "))
    .map(
      ([number = "", percent = "", savedAt = ""]) =>
        `${number}: ${percent}% complete, last saved ${nassauLongDate(savedAt)}`,
    )
    .join("\n");

/** Sent at a start when the same email has a draft for the same service already (D20). */
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
    /** Null in mails of earlier releases. */
    begunAt: instant.nullable().default(null),
    begunWith: personName.default(""),
    /** The other drafts, a line each: number, percentage and instant of the last save (N-BEGIN-5). */
    others: z.string().default(""),
  }),
  subject: ({ applicationNumber }) => `You already have a draft: ${applicationNumber}`,
  letter: ({ name, email, applicationNumber, serviceName, savedAt, percent, begunAt, begunWith, others }, links) => ({
    preview: "An earlier application is waiting, with everything you had entered.",
    kind: "An earlier draft",
    heading: others ? "You already have drafts" : "You already have a draft",
    greeting: `Hello ${name},`,
    blocks: [
      {
        is: "text",
        text: `You have just started a new application${serviceName ? ` for the ${serviceName}` : ""}. ${earlierWords(begunAt ? startedText(begunAt, begunWith) : "", others !== "")}`,
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
        ? [{ is: "message" as const, title: "Your other drafts for this visa", text: otherDrafts(others) }]
        : []),
      {
        is: "text",
        text: "You did not begin the earlier one, or know nothing of it? Then tell us: nobody can open it with a link to this address any more, and we send no more mail about it here.",
      },
      { is: "link", label: "This was not me", href: links.notMe },
      {
        is: "note",
        text: "The link works for 30 days. Whoever has it can open your application, so please do not forward this email. If you do not need the earlier draft any more, you can delete it there.",
      },
    ],
    reason: `You are receiving this email because an application was started with ${email}, and an earlier one as well.`,
    record: applicationNumber,
  }),
});
