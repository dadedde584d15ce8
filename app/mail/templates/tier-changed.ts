import { z } from "zod";
import { clipped } from "~/core/character-count";
import { button, facts, note } from "~/mail/letter";
import { instant, template, visaType } from "~/mail/template";
import { caseChips, caseData, caseReason, writeOnPage } from "~/mail/templates/application-mail";

const tierName = z.string().transform((name) => (name.length > 200 ? `${clipped(name, 199)}…` : name));

/** Staff set another pricing tier. Amounts are formatted. */
export const tierChanged = template({
  kind: "tier_changed",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: caseData.extend({
    serviceName: visaType,
    tier: tierName,
    total: z.string(),
    /** The recipients of fees, and fees due later. */
    split: z.string(),
    /** Null if no tier was chosen before. */
    earlierTier: tierName.nullable(),
    earlierTotal: z.string(),
    /** Null for a draft, which is no case yet. */
    submittedAt: instant.nullable(),
  }),
  texts: {
    subject: "Application {application number}: your price",
    preview: "The price of your application is now {amount}.",
    heading: "Your price has {been chosen or changed}",
    opening: "We’ve set the price of your application to “{price}”, which fits your case.",
    ifNotExpected: "The link works for 30 days and is only for you. If this is not what you expected, please tell us.",
    ifNotExpectedBeforeSubmission:
      "The link works for 30 days and is only for you. If this isn’t what you expected, write to {our email} and quote your application number.",
  },
  chips: ({ serviceName, tier, total, earlierTier, ...data }) => ({
    ...caseChips(data),
    service: serviceName,
    price: tier,
    amount: total,
    "been chosen or changed": earlierTier === null ? "been chosen" : "changed",
  }),
  letter: ({ serviceName, tier, total, split, earlierTier, earlierTotal, submittedAt, ...data }, links, say) => ({
    kind: "Your price",
    greeting: `Dear ${data.name},`,
    blocks: [
      say("opening"),
      facts([
        { label: "Application number", value: data.applicationNumber, record: true },
        { label: "Service", value: serviceName },
        { label: "Price", value: tier },
        { label: "Fee", value: `${total}: ${split}` },
        { label: "Before", value: earlierTier === null ? earlierTotal : `${earlierTier}, ${earlierTotal}` },
      ]),
      button("View my application", links.resume),
      note(say(submittedAt ? "ifNotExpected" : "ifNotExpectedBeforeSubmission")),
      ...(submittedAt ? writeOnPage(links) : []),
    ],
    reason: caseReason(data),
    record: data.applicationNumber,
  }),
});
