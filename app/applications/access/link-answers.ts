/** Form values of the answers to `Did you begin this application?`. */
export const linkAnswers = ["keep", "end", "no"] as const;
