import { Form } from "react-router";
import type { FileDate } from "~/applications/required-files/file-dates.server";
import { ConditionLine } from "~/documents/dates/condition-line";
import { dateLabels } from "~/documents/dates/date-rule";
import { SubmitButton } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";

/** A date that could not be set, with what was typed. */
export type DocumentDateProblem = { document: string; message: string; day: string };

type DocumentDateProps = {
  document: { id: string; documentName: string; date: FileDate | null; isStated: boolean; isDatable: boolean };
  problem: DocumentDateProblem | undefined;
};

/** The date of a file and what follows from it, with the form that changes it. */
export function DocumentDate({
  document: { id, documentName, date, isStated, isDatable },
  problem,
}: DocumentDateProps) {
  if (!date) return null;
  const own = problem?.document === id ? problem : undefined;
  const label = dateLabels[date.kind];
  return (
    <div className="mt-1">
      {isStated ? <ConditionLine condition={date.condition} place="desk" /> : null}
      {date.isAsked && isDatable ? (
        <details key={date.day} open={own !== undefined} className="mt-1 text-sm">
          <summary className="inline-flex min-h-6 items-center rounded-xs text-xs font-semibold text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2">
            {date.day ? "Change" : "Set"} the {label.toLowerCase()}
            <span className="sr-only"> of {documentName}</span>
          </summary>
          <Form
            method="post"
            replace
            preventScrollReset
            aria-label={`${label} of ${documentName}`}
            className="grid gap-3 pt-3 pb-1"
          >
            <input type="hidden" name="document" value={id} />
            <input type="hidden" name="kind" value={date.kind} />
            <input type="hidden" name="seen" value={date.day ?? ""} />
            <Field id={`date-${id}`} label={label} size="sm" error={own?.message}>
              <DateInput name="day" size="sm" defaultValue={own?.day ?? date.day ?? ""} autoComplete="off" />
            </Field>
            <div>
              <SubmitButton intent="document-date" of={{ document: id }} size="sm" variant="outline">
                Save date<span className="sr-only"> of {documentName}</span>
              </SubmitButton>
            </div>
          </Form>
        </details>
      ) : null}
    </div>
  );
}
