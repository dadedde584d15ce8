/** Characters of a reply, and of what is recorded of an answer. */
export const longestReply = 5_000;

export const lengthWords = "Write a reply of at most 5,000 characters.";
export const recordLengthWords = "Enter what was said, in up to 5,000 characters.";

/** In the place of the box for a reply, where nothing can be mailed: the phone follows (K-REPLY-6). */
export const noEmailWords = "There is no email address. Call";
