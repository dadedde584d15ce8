export const longestReason = 500;
export const reasonMessage = `Write a reason of at most ${longestReason} characters.`;

export const numberMessage = "Enter the number that we should call.";

export const longestNote = 120;
export const longestBlock = 60;
