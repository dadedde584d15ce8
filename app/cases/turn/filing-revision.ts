/** The days that a filing form was made from, as one string. */
export const filingRevision = (days: { filedOn: string | null; decisionExpectedBy: string | null }): string =>
  `${days.filedOn ?? "-"} ${days.decisionExpectedBy ?? "-"}`;
