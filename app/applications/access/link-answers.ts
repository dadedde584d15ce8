/** The answers to `Did you begin this application?`, as the form names them (V-ATK-12). */
export const linkAnswers = ["keep", "end", "no"] as const;
