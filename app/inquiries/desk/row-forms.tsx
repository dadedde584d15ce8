import { useEffect, useRef } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { inquiryStatuses } from "~/db/schema/values";
import { type InquiryStatus, inquiryStatusClass, inquiryStatusLabel } from "~/inquiries/inquiry-status";
import { classNames } from "~/ui/class-names";
import { InlineStatus } from "~/ui/forms/inline-status";
import { notSaved } from "~/ui/forms/recovery/form-tracker";
import { RowIcon } from "~/ui/lists/row-icon";
import { spoken } from "~/ui/lists/spoken";
import { useToast } from "~/ui/notices/toast";
import { type InquiryFormResult, inquiryProblems, quietly, seenInput, seenStatus } from "./forms";

// Created once, because up to a hundred rows show the same options.
const statusOptions = inquiryStatuses.map((status) => (
  <option key={status} value={status}>
    {inquiryStatusLabel(status)}
  </option>
));

const lookOf = (value: string) => {
  const known = inquiryStatuses.find((status) => status === value);
  return known ? inquiryStatusClass(known) : "";
};

type Listed = { id: string; fullName: string; status: InquiryStatus; priority: boolean };

/**
 * The status as a select, which saves on change; a failure restores the old one and says so. Without JavaScript a
 * button saves.
 */
export function StatusControl({ inquiry }: { inquiry: Listed }) {
  const fetcher = useFetcher<InquiryFormResult>();
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const pending = fetcher.formData?.get("status");
  const shown = inquiryStatuses.find((status) => status === pending) ?? inquiry.status;
  useEffect(() => {
    const { problem, detail } = fetcher.data ?? {};
    if (problem) show({ tone: "error", title: problem, message: detail });
    if (detail) revalidate();
  }, [fetcher.data, show, revalidate]);
  const save = (status: string) => {
    if (!form.current) return;
    const fields = quietly(form.current);
    fields.set("status", status);
    // The loaded status may be older than what this row just saved.
    fields.set(seenInput, seenStatus({ id: inquiry.id, status: shown }));
    void fetcher.submit(fields, { method: "post", preventScrollReset: true });
  };
  return (
    <fetcher.Form
      ref={form}
      method="post"
      data-keep="no"
      data-failed={inquiryProblems.status}
      className="flex items-center gap-2"
    >
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="inquiry" value={inquiry.id} />
      <input type="hidden" name={seenInput} value={seenStatus(inquiry)} />
      <InlineStatus
        name="status"
        label={`Status of ${spoken(inquiry.fullName)}`}
        value={shown}
        onSave={save}
        busy={fetcher.state !== "idle"}
        lookOf={lookOf}
        className="w-36"
      >
        {statusOptions}
      </InlineStatus>
      <button type="submit" className="row-save">
        Save<span className="sr-only"> the status of {spoken(inquiry.fullName)}</span>
      </button>
    </fetcher.Form>
  );
}

/** The star that shows and toggles priority. A failure is shown (K-KEEP-2, which supersedes A-INQ-23). */
export function PriorityToggle({ inquiry, showsLabel = false }: { inquiry: Listed; showsLabel?: boolean }) {
  const fetcher = useFetcher<InquiryFormResult>();
  const pending = fetcher.formData?.get("priority");
  const on = typeof pending === "string" ? pending === "yes" : inquiry.priority;
  return (
    <fetcher.Form
      method="post"
      data-keep="no"
      data-failed={notSaved}
      onSubmit={(event) => {
        event.preventDefault();
        fetcher.submit(quietly(event.currentTarget), { method: "post", preventScrollReset: true });
      }}
    >
      <input type="hidden" name="intent" value="priority" />
      <input type="hidden" name="inquiry" value={inquiry.id} />
      <input type="hidden" name="priority" value={on ? "no" : "yes"} />
      <button
        type="submit"
        aria-pressed={on}
        aria-label={showsLabel ? undefined : `Priority of ${spoken(inquiry.fullName)}`}
        data-hint={showsLabel ? undefined : on ? "Remove priority" : "Mark as priority"}
        className={classNames(
          "row-star",
          showsLabel ? "min-h-9 border border-edge bg-white px-3 text-sm" : "size-7",
          on ? "text-gold-ink" : "text-stone",
        )}
      >
        <RowIcon name="star" className={on ? "size-4.5 fill-gold" : "size-4.5"} />
        {showsLabel ? "Priority" : null}
      </button>
    </fetcher.Form>
  );
}
