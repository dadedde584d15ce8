/** The beginning of a question, for the list of missing answers. */
export const brief = (label: string): string =>
  label.length <= 72 ? label : `${label.slice(0, label.lastIndexOf(" ", 70)).replace(/,$/, "")}…`;

/** A question that requires Yes or No: silence is never signed as No (N-SEC-1). */
export const mustAnswer = (label: string) =>
  ({ label, required: true, missing: `Please answer Yes or No: ${brief(label)}` }) as const;
