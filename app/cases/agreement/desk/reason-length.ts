/** Of the reason why an agreement ended. */
export const maxReasonLength = 500;
