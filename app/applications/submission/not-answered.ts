/** Drawn where nothing was answered, and never stored: somebody may type just that. */
export const notAnswered = "Not answered";
