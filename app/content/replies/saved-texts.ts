/**
 * The facts that a saved reply can name in brackets, `[name]`. What is known where it is put in is filled in; the
 * others stay as gaps, and so do the facts of an inquiry in a case.
 */
export const caseFacts = ["name", "number", "service", "status", "open items", "appointment", "sender"] as const;
export const inquiryFacts = ["name", "service", "travel date", "reference", "sender"] as const;
const allFacts = [...new Set([...caseFacts, ...inquiryFacts])];

export type CaseFacts = Record<(typeof caseFacts)[number], string | null>;
export type InquiryFacts = Record<(typeof inquiryFacts)[number], string | null>;

const gap = new RegExp(`\\[(${allFacts.join("|")})\\]`, "i");

/** A saved text with what is known filled in. */
export const filledIn = (text: string, facts: CaseFacts | InquiryFacts): string =>
  Object.entries(facts).reduce(
    (filled, [fact, value]) => (value === null ? filled : filled.replaceAll(`[${fact}]`, () => value)),
    text,
  );

/** The first fact in a text that still has to be filled in, with its brackets. */
export const gapIn = (text: string): string | undefined => gap.exec(text)?.[0];

export const gapWords = (found: string, where: "message" | "reply") =>
  `There is still a gap in your ${where}: ${found}.`;
