import { useId, useState } from "react";
import { useFetcher } from "react-router";
import { calendarDate, daysAfter, nassauDay } from "~/core/time";
import { Button } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";

/** The refusal, with the typed day; `atField` if the day itself is wrong. */
export type PlanFormResult = { message: string; atField: boolean; plannedOn: string };

type PlanProps = {
  id: string;
  plannedOn: string | null;
  /** The day without one of its own. */
  usualOn: string;
  initialResult?: PlanFormResult | undefined;
};

/** The day on which staff plan to file a case; documents are compared with it. */
export function PlanForm({ id, plannedOn, usualOn, initialResult }: PlanProps) {
  const fetcher = useFetcher<{ plan?: PlanFormResult }>();
  const field = useId();
  const result = fetcher.data?.plan ?? initialResult;
  const stored = plannedOn ?? "";
  // Remount the form when the stored day changes: the refusal because of it says that the page shows it now.
  const [made, setMade] = useState(stored);
  if (made !== stored) setMade(stored);
  const today = nassauDay();
  const isStale = result !== undefined && !result.atField;
  return (
    <fetcher.Form
      key={made}
      method="post"
      action={`/admin/applications/${id}/filing`}
      className="mt-2 grid max-w-xs gap-3 rounded-lg border border-line bg-white p-4"
    >
      <input type="hidden" name="seen" value={stored} />
      <Field
        id={`${field}-planned`}
        label="Planned filing date"
        mark="optional"
        size="sm"
        hint={`Leave this empty for the usual day, ${calendarDate(usualOn)}.`}
        error={result?.atField ? result.message : undefined}
      >
        <DateInput
          size="sm"
          name="plannedOn"
          min={today}
          max={daysAfter(today, 365)}
          defaultValue={result && !isStale ? result.plannedOn : stored}
        />
      </Field>
      {isStale ? (
        <p role="alert" className="text-sm text-error">
          {result.message}
        </p>
      ) : null}
      <Button type="submit" size="sm" name="intent" value="plan" busy={fetcher.state !== "idle"} busyLabel="Saving…">
        Save planned date
      </Button>
    </fetcher.Form>
  );
}
