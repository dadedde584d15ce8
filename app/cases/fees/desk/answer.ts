import type { EntryQuestion } from "./question";

/** Result of a form of the ledger; `attempt` tells which form. */
export type FeesFormResult = {
  attempt: string;
  /** What was recorded; undefined if refused. */
  done?: string;
  /** Why it was refused, if no field is at fault; `problems` by field. */
  message?: string;
  problems?: Partial<Record<string, string>>;
  /** To confirm before the entry is recorded. */
  question?: EntryQuestion | undefined;
  /** Typed values, to be shown again. */
  values: Partial<Record<string, string>>;
};
