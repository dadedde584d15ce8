/**
 * How much of an application is done: the step's place among all steps, rounded (W-WIZ-5). Used for what is stored and
 * for what the applicant sees, so that the desk reads the same figure. Counts steps, not answers.
 */
export const percentAt = (place: number, total: number): number => Math.round((100 * place) / total);

/** Such as `46% complete`. All steps were opened at 100%, but a draft may have missing answers and isn't submitted. */
export const formatDraftPercent = (percent: number): string =>
  percent < 100 ? `${percent}% complete` : "100%, not submitted yet";
