/** The path of the terms, before they are published on their own page and after. */
export const termsPaths = { before: "/privacy-policy#terms", after: "/terms" } as const;
