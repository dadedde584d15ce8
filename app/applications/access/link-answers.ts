export const linkAnswers = ["keep", "end", "no"] as const;
