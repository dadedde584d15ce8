/** Characters of a reply, and of a recorded answer. */
export const longestReply = 5_000;

export const replyLengthMessage = "Write a reply of at most 5,000 characters.";
export const recordLengthMessage = "Enter what was said, in up to 5,000 characters.";

/** Shown instead of the reply form if there is no email; followed by the phone number. */
export const noEmailText = "There is no email address. Call";
