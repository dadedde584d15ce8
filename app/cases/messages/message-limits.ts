import { defaultRules } from "~/documents/file-rules";

/** Characters of a message, and its number of files. */
export const longestMessage = 5_000;
export const mostFiles = 5;

export const emptyMessage = "Write a message or add a file.";
export const tooManyMessage = "A message can have 5 files. Please send the others in another message.";

/** Largest form: the script reports it before uploading. */
export const mostBytes = mostFiles * defaultRules.maximum;
export const tooHeavyMessage = "Each file can be up to 10 MB. Please send large files in separate messages.";
