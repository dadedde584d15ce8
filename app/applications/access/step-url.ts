type Place = {
  /** The step's code. */
  step: string;
  /** The input whose answer is being changed from the review, by its id (N-REVIEW-1). */
  change?: string | null | undefined;
  /** The mark with which the page offers to undo `No to all of these` (N-SEC-2). */
  undo?: string | undefined;
  /** The section that is open on a phone, counted from 1 (N-PART-4). */
  section?: number | undefined;
  /** The id of what is in view and focused. */
  hash?: string | undefined;
};

/** The address of a step of the wizard. */
export const stepUrl = (application: string, { step, change, undo, section, hash }: Place): string =>
  `/apply/${application}?step=${step}${change ? `&change=${change}` : ""}${undo ? `&undo=${undo}` : ""}${section ? `&section=${section}` : ""}${hash ? `#${hash}` : ""}`;

/** An id of an input, as an address and a form carry it. */
export const inputId = /^[\w-]{1,120}$/;

/** The id of an answer's row on the review; of the step's heading without an input. */
export const rowId = (step: string, input?: string): string => (input ? `answer-${step}-${input}` : `answers-${step}`);

/** The section that an address names; undefined for none. */
export const sectionIn = (search: string): number | undefined =>
  Number(new URLSearchParams(search).get("section")) || undefined;
