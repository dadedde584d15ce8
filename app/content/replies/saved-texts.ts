/**
 * The facts that a saved reply can name in brackets, `[name]`. Known ones are filled in; the others remain as gaps,
 * such as the facts of an inquiry in a case.
 */
export const caseFacts = ["name", "number", "service", "status", "open items", "appointment", "sender"] as const;
export const inquiryFacts = ["name", "service", "travel date", "reference", "sender"] as const;
const allFacts = [...new Set([...caseFacts, ...inquiryFacts])];

export type CaseFacts = Record<(typeof caseFacts)[number], string | null>;
export type InquiryFacts = Record<(typeof inquiryFacts)[number], string | null>;

const gap = new RegExp(`\\[(${allFacts.join("|")})\\]`, "i");

/** Fills in known facts. */
export const filledIn = (text: string, facts: CaseFacts | InquiryFacts): string =>
  Object.entries(facts).reduce(
    (filled, [fact, value]) => (value === null ? filled : filled.replaceAll(`[${fact}]`, () => value)),
    text,
  );

/** The first remaining fact in a text, with its brackets. */
export const gapIn = (text: string): string | undefined => gap.exec(text)?.[0];

export const gapMessage = (found: string, where: "message" | "reply") =>
  `There is still a gap in your ${where}: ${found}.`;
