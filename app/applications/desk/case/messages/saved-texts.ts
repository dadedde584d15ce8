/**
 * The facts that a saved reply can name in brackets, `[name]`. Those of a case are filled in; what is not known stays
 * as a gap, and so do facts of an inquiry in a case.
 */
export const caseFacts = ["name", "number", "service", "status", "open items", "appointment"] as const;
const otherFacts = ["travel date", "reference"];
export type CaseFacts = Record<(typeof caseFacts)[number], string | null>;

const gap = new RegExp(`\\[(${[...caseFacts, ...otherFacts].join("|")})\\]`, "i");

/** A saved text with what is known filled in. */
export const filledIn = (text: string, facts: CaseFacts): string =>
  caseFacts.reduce((filled, fact) => filled.replaceAll(`[${fact}]`, () => facts[fact] ?? `[${fact}]`), text);

/** The first fact in a text that still has to be filled in, with its brackets. */
export const gapIn = (text: string): string | undefined => gap.exec(text)?.[0];

export const gapWords = (found: string) => `There is still a gap in your message: ${found}.`;
