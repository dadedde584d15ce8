type StepTarget = {
  step: string;
  /** Id of the input that is being changed from the review. */
  change?: string | null | undefined;
  /** Token with which the page offers to undo `No to all of these`. */
  undo?: string | undefined;
  /** The section that is open on a phone, counted from 1. */
  section?: number | undefined;
  /** How many questions were answered from the passport's page. */
  filled?: number | undefined;
  /** Id of the element to scroll to and focus. */
  hash?: string | undefined;
};

export const stepUrl = (application: string, { step, change, undo, section, filled, hash }: StepTarget): string =>
  `/apply/${application}?step=${step}${change ? `&change=${change}` : ""}${undo ? `&undo=${undo}` : ""}${section ? `&section=${section}` : ""}${filled === undefined ? "" : `&filled=${filled}`}${hash ? `#${hash}` : ""}`;

/** An input's id in an address or a form. */
export const inputId = /^[\w-]{1,120}$/;

/** Id of an answer's row on the review; without an input, of the step's heading. */
export const rowId = (step: string, input?: string): string => (input ? `answer-${step}-${input}` : `answers-${step}`);

export const sectionIn = (search: string): number | undefined =>
  Number(new URLSearchParams(search).get("section")) || undefined;
