/** Stands in the place of an answer that was changed where it lies, or that its key does not open (V-ENC-6). */
export const unreadableAnswer = "This answer can’t be read.";
