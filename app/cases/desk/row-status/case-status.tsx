import { useEffect, useRef, useState } from "react";
import { Link, useFetcher, useLocation, useRevalidator } from "react-router";
import { choicesFor, seenStatus } from "~/cases/status/status-choices";
import { InlineStatus } from "~/ui/forms/inline-status";
import { badgeTones } from "~/ui/lists/badge";
import { StatusBadge, statusLook, statusLooks } from "~/ui/lists/status-badge";
import { AlertDialog } from "~/ui/notices/alert-dialog";
import { useToast } from "~/ui/notices/toast";
import type { RowStatusAnswer } from "./row-status";

type Row = { id: string; applicationNumber: string; status: string; submittedAt: Date | null } & Parameters<
  typeof seenStatus
>[0];

const lookOf = (status: string) => badgeTones[statusLook(status).tone].className;

/**
 * The status of a case in a row: choosing one sets it and mails the applicant; a final one asks first. A button saves
 * without a script. Drafts and unknown statuses are read only.
 */
export function CaseStatus({ row, className }: { row: Row; className?: string | undefined }) {
  return row.submittedAt === null || !Object.hasOwn(statusLooks, row.status) ? (
    <StatusBadge status={row.status} />
  ) : (
    <Choice row={row} className={className} />
  );
}

function Choice({ row, className }: { row: Row; className: string | undefined }) {
  const { id, applicationNumber: number } = row;
  const fetcher = useFetcher<RowStatusAnswer>();
  const { pathname, search } = useLocation();
  const pending = fetcher.formData?.get("status");
  const shown = typeof pending === "string" ? pending : row.status;
  const action = `/admin/applications/${id}/status`;
  const back = `${pathname}${search}`;
  const form = useRef<HTMLFormElement>(null);
  // Includes the status that this row is saving at the moment.
  const seenNow = shown === row.status ? seenStatus(row) : shown;
  const save = (status: string, { question = "", seen = seenNow } = {}) => {
    if (!form.current) return;
    const fields = new FormData(form.current);
    const sure = question ? { sure: "yes", question } : {};
    for (const [name, value] of Object.entries({ status, ...sure, seen, quiet: "yes" })) fields.set(name, value);
    void fetcher.submit(fields, { method: "post", action, preventScrollReset: true });
  };
  const question = useAnswer(fetcher.data, row);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={action}
      data-keep="no"
      data-failed={`${number} was not changed.`}
      className="flex min-w-0 items-center gap-2"
    >
      <input type="hidden" name="seen" value={seenStatus(row)} />
      <input type="hidden" name="back" value={back} />
      <InlineStatus
        name="status"
        label={`Status of ${number}`}
        value={shown}
        onSave={(status) => save(status)}
        busy={fetcher.state !== "idle"}
        lookOf={lookOf}
        className={className}
      >
        {choicesFor(row).map((status) => (
          <option key={status} value={status}>
            {statusLook(status).label}
          </option>
        ))}
      </InlineStatus>
      <button
        type="submit"
        className="hidden min-h-9 rounded-md border border-edge bg-white px-3 text-sm font-semibold hover:border-navy hover:bg-foam noscript:block"
      >
        Save<span className="sr-only"> the status of {number}</span>
      </button>
      {question.asked ? (
        <AlertDialog
          open
          title={question.asked.problem}
          description={`${number}: the applicant will be notified immediately.`}
          confirmLabel="Yes, change it"
          cancelLabel="No, leave it"
          onCancel={question.leave}
          onConfirm={() => {
            question.leave();
            // The row behind the question may be newer.
            if (question.asked)
              save(question.asked.status, { question: question.asked.problem ?? "", seen: question.asked.seen });
          }}
        />
      ) : null}
    </fetcher.Form>
  );
}

/** The result of a change: a question stays until it is answered, a refusal links to the case. */
function useAnswer(answer: RowStatusAnswer | undefined, { id, applicationNumber }: Row) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const [left, setLeft] = useState<RowStatusAnswer>();
  const lastAnswer = useRef<RowStatusAnswer>(undefined);
  useEffect(() => {
    if (!answer?.problem || lastAnswer.current === answer) return;
    lastAnswer.current = answer;
    // A refused request doesn't revalidate, and the row may still show data from before its last save.
    void revalidate();
    if (answer.asks) return;
    const message = (
      <>
        {answer.problem} <Link to={`/admin/applications/${id}`}>Open the case</Link>
      </>
    );
    show({ tone: "error", title: `${applicationNumber} was not changed`, message });
  }, [answer, show, revalidate, id, applicationNumber]);
  return { asked: answer?.asks && answer !== left ? answer : null, leave: () => setLeft(answer) };
}
