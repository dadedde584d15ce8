import { useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { InlineHint } from "~/ui/forms/inline-hint";
import { Select } from "~/ui/forms/select";
import { useInlineChoice } from "~/ui/forms/use-inline-choice";
import { DueText } from "./due-text";
import { type Owned, type OwnerFormResult, ownedSeenInput, ownerMessages, seenOwned } from "./owned";
import { OwnerOptions, ownerFields, ownerIn, useOwnerFormResult } from "./owner-control";
import type { OwnedRecord } from "./read-owned.server";

export type OwnedPanelProps = {
  of: Owned;
  record: OwnedRecord;
  /** The result of a form sent without JavaScript. */
  answer: OwnerFormResult | undefined;
};

/** A form each, with and without JavaScript. */
export function OwnedPanel({ of, record, answer }: OwnedPanelProps) {
  return (
    <section aria-label="Owner and due date" className="grid gap-4">
      <OwnerForm of={of} record={record} answer={answer?.about === "owner" ? answer : undefined} />
      <DueForm of={of} record={record} answer={answer?.about === "due" ? answer : undefined} />
    </section>
  );
}

function Seen({ of, record }: Pick<OwnedPanelProps, "of" | "record">) {
  return (
    <>
      <input type="hidden" name={of} value={record.id} />
      <input type="hidden" name={ownedSeenInput} value={seenOwned(record)} />
    </>
  );
}

const ResultStatus = ({ answer }: { answer: OwnerFormResult | undefined }) => (
  <p role="status" className="mt-1 text-xs text-stone empty:hidden">
    {answer?.message ? `${answer.message}.` : null}
  </p>
);

function OwnerForm({ of, record, answer }: OwnedPanelProps) {
  const fetcher = useFetcher<{ owned?: OwnerFormResult }>({ key: `owner ${record.id}` });
  const result = fetcher.data?.owned ?? answer;
  useOwnerFormResult(fetcher.data?.owned, { quiet: true });
  const isMine = record.ownerId === record.people.me;
  const form = useRef<HTMLFormElement>(null);
  const stored = record.ownerId ?? "";
  const [chosen, setChosen] = useState({ owner: stored, over: stored });
  const problem = result?.problem ?? null;
  // An unsaved choice stays selected. Null: the send failed.
  const keepsChoice = fetcher.data === null || (problem !== null && problem !== ownerMessages.stale);
  const { select, unsaved } = useInlineChoice({
    value: ownerIn(fetcher.formData, record.people) ?? (keepsChoice && chosen.over === stored ? chosen.owner : stored),
    onSave(owner) {
      setChosen({ owner, over: stored });
      fetcher.submit(ownerFields(form.current, owner), { method: "post", preventScrollReset: true });
    },
  });
  return (
    <fetcher.Form ref={form} method="post" data-keep="no">
      <Seen of={of} record={record} />
      <Field id="owner" label="Owner" size="sm" error={result?.problem || undefined}>
        <div className="relative flex flex-wrap gap-2">
          <Select
            {...select}
            id="owner"
            name="owner"
            size="sm"
            data-owner=""
            autoComplete="off"
            className="min-w-0 grow basis-40"
          >
            <OwnerOptions record={record} people={record.people} />
          </Select>
          <InlineHint unsaved={unsaved} />
          {isMine ? null : (
            <Button type="submit" name="intent" value="assign-to-me" variant="outline" size="sm" className="min-h-10">
              Assign to me
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="owner"
            variant="outline"
            size="sm"
            className="min-h-10 not-noscript:hidden"
          >
            Save the owner
          </Button>
        </div>
      </Field>
      <ResultStatus answer={result} />
    </fetcher.Form>
  );
}

function DueForm({ of, record, answer }: OwnedPanelProps) {
  const fetcher = useFetcher<{ owned?: OwnerFormResult }>({ key: `due ${record.id}` });
  const result = fetcher.data?.owned ?? answer;
  useOwnerFormResult(fetcher.data?.owned, { quiet: true });
  const { due, dueOn, today } = record;
  const ownDay =
    of === "application" ? "set by its tasks, requests and appointments" : "set by the promised answer date";
  const hint = due.day === null ? "None" : <DueText due={due} />;
  return (
    <fetcher.Form method="post">
      <Seen of={of} record={record} />
      <Field
        id="due-day"
        label="Due date"
        size="sm"
        hint={
          <>
            {hint}
            {due.day !== null && dueOn === null ? `, ${ownDay}` : null}
          </>
        }
        error={result?.problem || undefined}
      >
        <div className="flex flex-wrap gap-2">
          <DateInput
            key={dueOn}
            id="due-day"
            name="dueOn"
            size="sm"
            min={today}
            defaultValue={result?.problem ? result.typed : (dueOn ?? "")}
            autoComplete="off"
            className="min-w-0 grow basis-40"
          />
          <Button type="submit" name="intent" value="due" variant="outline" size="sm" className="min-h-10">
            Set
          </Button>
          {dueOn === null ? null : (
            <Button type="submit" name="intent" value="clear-due" variant="quiet" size="sm" className="min-h-10">
              Clear
            </Button>
          )}
        </div>
      </Field>
      <ResultStatus answer={result} />
    </fetcher.Form>
  );
}
