/** Characters of the reason for a legal hold. */
export const maxReasonLength = 500;
