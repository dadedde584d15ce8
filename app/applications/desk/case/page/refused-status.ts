import { data } from "react-router";
import { cleaned } from "~/ground/typed-text";
import type { Refused } from "~/ground/verbs/refused";

/** The answer to a status that was not set, with what was typed. */
export function refused({ reason, message, detail }: Refused<unknown>, form: Record<string, FormDataEntryValue>) {
  const problem = {
    message,
    asks: detail !== undefined,
    status: `${form.status ?? ""}`,
    text: cleaned(`${form.message ?? ""}`),
  };
  return data({ problem }, reason === "failed" ? 500 : 400);
}
