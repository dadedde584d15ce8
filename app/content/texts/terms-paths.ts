/** Where one reads the terms, before the owner has published them on their own page and after (O-TEXT-6). */
export const termsPaths = { before: "/privacy-policy#terms", after: "/terms" } as const;
