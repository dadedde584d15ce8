import { useEffect } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { BulkOwned } from "~/accounts/owners/bulk-owned";
import { type People, useOwnerFormResult } from "~/accounts/owners/owner-control";
import { inquiryStatuses } from "~/db/schema/values";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { BulkBar } from "~/ui/lists/bulk-bar";
import { useToast } from "~/ui/notices/toast";
import { type InquiryFormResult, inquiryProblems, quietly } from "./forms";

export type BulkFormProps = {
  id: string;
  chosen: number;
  people: People;
  /** Called when done, to clear the selection. */
  onDone: () => void;
};

const options = inquiryStatuses.map((status) => ({ value: status, label: inquiryStatusLabel(status) }));

/**
 * Sets status, owner or due date of all selected inquiries. The checkboxes are in the rows and refer to this form by
 * id, so it works without JavaScript.
 */
export function BulkForm({ id, chosen, people, onDone }: BulkFormProps) {
  const fetcher = useFetcher<InquiryFormResult>();
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  useOwnerFormResult(fetcher.data?.owned, { onDone });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer of the fetcher.
  useEffect(() => {
    if (!fetcher.data || fetcher.data.owned) return;
    const { problem, detail, changed = 0 } = fetcher.data;
    if (detail) revalidate();
    if (problem) return show({ tone: "error", title: problem, message: detail });
    const text = changed === 1 ? "1 inquiry has a new status" : `${changed} inquiries have a new status`;
    show({ tone: "success", title: text });
    onDone();
  }, [fetcher.data]);
  return (
    <fetcher.Form
      id={id}
      method="post"
      aria-label="Change selected inquiries"
      data-keep="no"
      data-failed={inquiryProblems.status}
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        fetcher.submit(quietly(event.currentTarget, submitter), { method: "post", preventScrollReset: true });
      }}
    >
      <BulkBar chosen={chosen} onNone={onDone}>
        <div className="flex shrink-0 items-center gap-1.5">
          <Field id="bulk-status" label="New status for the selected rows" labelHidden className="w-40 md:w-44">
            <Select name="status" size="sm" defaultValue="" placeholder="Change status to…" options={options} />
          </Field>
          <Button
            type="submit"
            name="intent"
            value="status"
            size="sm"
            busy={fetcher.state !== "idle"}
            busyLabel="Changing…"
          >
            Apply
          </Button>
        </div>
        <BulkOwned people={people} busy={fetcher.state !== "idle"} />
      </BulkBar>
    </fetcher.Form>
  );
}
