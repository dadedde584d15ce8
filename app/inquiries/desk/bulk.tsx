import { useEffect } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { inquiryStatuses } from "~/db/schema/values";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { useToast } from "~/ui/notices/toast";
import { type InquiryAnswer, inquiryProblems, quietly } from "./forms";

export type BulkFormProps = {
  id: string;
  rows: number;
  chosen: number;
  onAll: (all: boolean) => void;
  /** Called when the chosen inquiries have their new status. */
  onDone: () => void;
};

const options = inquiryStatuses.map((status) => ({ value: status, label: inquiryStatusLabel(status) }));

/** One status for all chosen inquiries. The boxes stand in the rows and belong to this form; without JavaScript too. */
export function BulkForm({ id, rows, chosen, onAll, onDone }: BulkFormProps) {
  const fetcher = useFetcher<InquiryAnswer>();
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const all = rows > 0 && chosen === rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer of the fetcher.
  useEffect(() => {
    if (!fetcher.data) return;
    const { problem, detail, changed = 0 } = fetcher.data;
    if (detail) revalidate();
    if (problem) return show({ tone: "error", title: problem, message: detail });
    const words = changed === 1 ? "1 inquiry has a new status" : `${changed} inquiries have a new status`;
    show({ tone: "success", title: words });
    onDone();
  }, [fetcher.data]);
  return (
    <fetcher.Form
      id={id}
      method="post"
      aria-label="Change the chosen inquiries"
      data-keep="no"
      data-failed={inquiryProblems.status}
      onSubmit={(event) => {
        event.preventDefault();
        fetcher.submit(quietly(event.currentTarget), { method: "post", preventScrollReset: true });
      }}
      className="mt-4 flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2"
    >
      <input type="hidden" name="intent" value="status" />
      <label className="flex min-h-10 items-center gap-2.5 font-medium max-md:min-h-11 noscript:hidden">
        <input
          type="checkbox"
          checked={all}
          autoComplete="off"
          onChange={(event) => onAll(event.currentTarget.checked)}
          className="size-4.5"
        />
        Choose all on this page
      </label>
      <span role="status" className="text-stone tabular-nums noscript:hidden">
        {chosen > 0 ? `${chosen} chosen` : ""}
      </span>
      <div className={`flex items-center gap-2 max-sm:w-full ${chosen > 0 ? "" : "hidden noscript:flex"}`}>
        <Field id="bulk-status" label="New status of the chosen ones" labelHidden className="max-sm:grow sm:basis-48">
          <Select name="status" size="sm" defaultValue="" placeholder="Change status to…" options={options} />
        </Field>
        <Button type="submit" size="sm" busy={fetcher.state !== "idle"} busyLabel="Changing…" className="min-h-10">
          Apply
        </Button>
      </div>
    </fetcher.Form>
  );
}
