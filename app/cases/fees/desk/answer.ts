import type { EntryQuestion } from "./question";

/** How a form of the ledger was answered; `attempt` says which form. */
export type FeesFormResult = {
  attempt: string;
  /** What was done; undefined when it was refused. */
  done?: string;
  /** Why it was refused, where that is about no field; and what is wrong by field. */
  message?: string;
  problems?: Partial<Record<string, string>>;
  /** What is asked before it is recorded. */
  question?: EntryQuestion | undefined;
  /** What was typed, to be shown again. */
  values: Partial<Record<string, string>>;
};
