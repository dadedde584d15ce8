/** Unverified emails of one page of their list. */
export const pageSize = 25;
