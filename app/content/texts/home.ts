/** The default texts of home; facts are in braces (`content/facts/texts.ts`). */
export const homeText = {
  hero: {
    eyebrow: "Nassau · since 2010",
    title: "The way in,",
    accent: "calmly arranged.",
    lead: "Visas for the Bahamas, the United States, Canada and the United Kingdom, prepared by people who answer within {response}.",
  },
  ticker: [
    "Every page read by a person",
    "An answer within {response}",
    "One consultant from the first message to the decision",
    "Our fee and the government’s, before you begin",
    "Saved as you go, on any device",
  ],
};

export type HomeText = typeof homeText;
