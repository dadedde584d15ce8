/** Shown for an answer that was changed in the database, or that its key does not decrypt. */
export const unreadableAnswer = "This answer can’t be read.";
