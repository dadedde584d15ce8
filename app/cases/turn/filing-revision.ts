/** The days that a filing form shows, as one string: another one by the time it is sent is a conflict. */
export const filingRevision = (days: { filedOn: string | null; decisionExpectedBy: string | null }): string =>
  `${days.filedOn ?? "-"} ${days.decisionExpectedBy ?? "-"}`;
