import type { ItemProblem, TypedItem } from "~/cases/requests/asking/check-items";

export type RequestFormResult = { items: TypedItem[]; setStatus: boolean; message: string; problems: ItemProblem[] };
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
