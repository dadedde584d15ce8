import type { ItemProblem, TypedItem } from "~/cases/requests/asking/check-items";

/** What was typed into the form, with what is wrong in it. */
export type RequestFormResult = { items: TypedItem[]; setStatus: boolean; message: string; problems: ItemProblem[] };
/** Why a decision on an item had no effect, with what was typed. */
export type DecisionFormResult = {
  item: string;
  intent: string;
  message: string;
  field?: string | undefined;
  reason: string;
  dueOn: string;
  setStatus: boolean;
};
export type RequestsPageResult = { asked?: RequestFormResult; decision?: DecisionFormResult; done?: string };
