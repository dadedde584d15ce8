import type { AgreementBlock } from "~/db/schema/agreement-templates";

/** A text that names facts of the applicant, the price and the day. */
export const agreementBlocks: AgreementBlock[] = [
  { heading: "What we do" },
  {
    paragraphs: [
      "{our name} prepares the application of {applicant} for the {service} ({case number}).",
      "{our fee} goes to us and {government fee} to {fee recipient}: {total} in all, agreed on {day}.",
    ],
  },
];
