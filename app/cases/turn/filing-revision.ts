/** The days of a filing as one word: what its form was made from. */
export const filingRevision = (days: { filedOn: string | null; decisionExpectedBy: string | null }): string =>
  `${days.filedOn ?? "-"} ${days.decisionExpectedBy ?? "-"}`;
