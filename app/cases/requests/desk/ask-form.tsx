import { Plus } from "lucide-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Form } from "react-router";
import { emptyItem, type ItemField, type TypedItem } from "~/cases/requests/asking/check-items";
import { itemLimits } from "~/cases/requests/request-words";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { Button, SubmitButton } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { formEntriesOf, parseEntries, restoreEntries } from "~/ui/forms/recovery/form-entries";
import { registerFormText } from "~/ui/forms/recovery/recoverable-form";
import type { RequestFormResult } from "./answers";
import { RequestedItem } from "./asked-item";
import type { AskableStep } from "./requests.server";

type RequestFormProps = {
  application: { status: string; userEmail: string };
  requirements: readonly { type: string; name: string }[];
  steps: readonly AskableStep[];
  first: TypedItem;
  attempt: string;
  /** Refused input, or input with another item added. */
  answered: RequestFormResult | undefined;
};

type Row = { key: string; item: TypedItem };
const emptyRow = (): Row => ({ key: newIdempotencyKey(), item: emptyItem });
const rowsOf = (items: readonly TypedItem[]): Row[] => items.map((item, index) => ({ key: `given-${index}`, item }));

/** Up to twenty documents, questions and corrections at once. Without script, adding each needs a request. */
export function RequestForm({ application, requirements, steps, first, attempt, answered }: RequestFormProps) {
  const [rows, setRows] = useState(() => rowsOf(answered?.items ?? [first]));
  // Problems name an item by its position: after a removal they would appear at another.
  const [moved, setMoved] = useState<RequestFormResult>();
  const problems = answered && moved !== answered ? answered.problems : [];
  const at = (index: number, field: ItemField) =>
    problems.find((problem) => problem.index === index && problem.field === field)?.message;
  const form = useRef<HTMLFormElement>(null);
  // A restored form may have more items.
  useEffect(() => {
    const { current } = form;
    if (!current) return;
    return registerFormText(current, {
      read: () => JSON.stringify(formEntriesOf(current)),
      put: (stored) => {
        const text = parseEntries(stored);
        const more =
          text.filter(([name]) => name === "what").length - current.querySelectorAll("select[name=what]").length;
        flushSync(() => setRows((all) => [...all, ...Array.from({ length: Math.max(0, more) }, emptyRow)]));
        restoreEntries(current, text);
      },
    });
  }, []);
  const add = (event: MouseEvent) => {
    event.preventDefault();
    setRows((all) => [...all, emptyRow()]);
  };
  const errors = problems.map(({ index, field, message }) => ({ id: `${field}-${index}`, message }));
  if (answered?.message && moved !== answered) errors.unshift({ id: "what-0", message: answered.message });
  return (
    <Form ref={form} method="post" replace preventScrollReset data-keep="ask" className="grid gap-6">
      <input type="hidden" name="attempt" value={attempt} />
      {/* Enter clicks the first button of a form: this one adds and sends nothing. */}
      <button
        type="submit"
        name="intent"
        value="show"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        // With script everything chosen is already shown.
        onClick={(event) => event.preventDefault()}
      />
      <ErrorSummary title="Nothing was sent yet" errors={errors} />
      <ol className="grid gap-5">
        {rows.map((row, index) => (
          <RequestedItem
            key={row.key}
            index={index}
            item={row.item}
            isNew={row.key.length > 10}
            requirements={requirements}
            steps={steps}
            problemAt={(field) => at(index, field)}
            onRemove={
              rows.length > 1
                ? () => {
                    setRows((all) => all.filter((candidate) => candidate !== row));
                    setMoved(answered);
                  }
                : undefined
            }
          />
        ))}
      </ol>
      {rows.length < itemLimits.items ? (
        <div>
          <Button
            type="submit"
            name="intent"
            value="more"
            variant="outline"
            size="sm"
            onClick={add}
            before={<Plus aria-hidden />}
          >
            Add another item
          </Button>
        </div>
      ) : (
        <p className="text-sm text-stone">You can ask for up to {itemLimits.items} items at once.</p>
      )}
      <div className="border-t border-line pt-5">
        <Checkbox
          id="setStatus"
          name="setStatus"
          value="yes"
          size="sm"
          defaultChecked={answered?.setStatus ?? true}
          label="Set the status to Additional Info Required"
          hint={
            application.status === "additional_info_required"
              ? "This status is already set."
              : "The status changes back to Under Review automatically once everything has been sent."
          }
        />
        <p className="mt-3 text-xs text-stone">
          {application.userEmail === ""
            ? "No email will be sent because there’s no address. The request appears on the application page."
            : "The applicant gets one email listing everything, and answers on their application page."}
        </p>
        <SubmitButton intent="ask" className="mt-4" busyLabel="Sending…">
          Ask the applicant
        </SubmitButton>
      </div>
    </Form>
  );
}
