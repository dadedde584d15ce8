import { data } from "react-router";
import type { StatusQuestion } from "~/cases/status/desk/set-status.server";
import { stripInvalidCharacters } from "~/core/text-input";
import type { Refused } from "~/core/verbs/refused";

/** The answer to a status that was not set, with what was typed. */
export function refused(
  { reason, message, detail }: Refused<StatusQuestion | undefined>,
  form: Record<string, FormDataEntryValue>,
) {
  const problem = {
    message,
    asks: detail !== undefined,
    question: detail?.question,
    unchecked: detail?.unchecked,
    status: `${form.status ?? ""}`,
    text: stripInvalidCharacters(`${form.message ?? ""}`),
  };
  // A question is answered with the same form; a conflict ends what the form was made from.
  const isConflict = reason === "conflict" && !problem.asks;
  return data({ problem }, reason === "failed" ? 500 : isConflict ? 409 : 400);
}
