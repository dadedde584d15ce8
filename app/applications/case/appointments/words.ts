/** The most characters of what the applicant writes about another time. */
export const otherTimeLimit = 500;
