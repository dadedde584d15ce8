import { useId, useState } from "react";
import { useFetcher } from "react-router";
import type { FilingProblem } from "~/cases/turn/file-case.server";
import { filingRevision } from "~/cases/turn/filing-revision";
import { nassauDay } from "~/core/time";
import { Button } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";

/** The refusal, with the typed values. */
export type FilingFormResult = { message: string; problem: FilingProblem | null; filedOn: string; expectedBy: string };

type FilingProps = {
  id: string;
  filedOn: string | null;
  decisionExpectedBy: string | null;
  initialResult?: FilingFormResult;
};

export function FilingForm({ id, filedOn, decisionExpectedBy, initialResult }: FilingProps) {
  const fetcher = useFetcher<{ filed?: FilingFormResult }>();
  const field = useId();
  const result = fetcher.data?.filed ?? initialResult;
  const problem = result?.problem;
  const revision = filingRevision({ filedOn, decisionExpectedBy });
  // Remount the form when the stored days change, but not while a refusal because of them is shown.
  const [made, setMade] = useState(revision);
  if (made !== revision && (!result || problem)) setMade(revision);
  return (
    <fetcher.Form
      key={made}
      method="post"
      action={`/admin/applications/${id}/filing`}
      className="mt-2 grid max-w-xs gap-3 rounded-lg border border-line bg-white p-4"
    >
      <input type="hidden" name="revision" value={revision} />
      <Field
        id={`${field}-filed`}
        label="Filed on"
        size="sm"
        hint="Leave this empty if the application hasn’t been filed."
        error={problem?.field === "filedOn" ? problem.message : undefined}
      >
        <DateInput size="sm" name="filedOn" max={nassauDay()} defaultValue={result?.filedOn ?? filedOn ?? ""} />
      </Field>
      <Field
        id={`${field}-expected`}
        label="Decision expected by"
        mark="optional"
        size="sm"
        error={problem?.field === "expectedBy" ? problem.message : undefined}
      >
        <DateInput size="sm" name="expectedBy" defaultValue={result?.expectedBy ?? decisionExpectedBy ?? ""} />
      </Field>
      {result && !problem ? (
        <p role="alert" className="text-sm text-error">
          {result.message}
        </p>
      ) : null}
      <Button type="submit" size="sm" busy={fetcher.state !== "idle"} busyLabel="Saving…">
        Save
      </Button>
    </fetcher.Form>
  );
}
