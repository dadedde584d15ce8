/** Shown for an empty answer. Never stored, because somebody may type the same text. */
export const notAnswered = "Not answered";
