import { useId, useState } from "react";
import { Form, useFetcher } from "react-router";
import type { FilingProblem } from "~/cases/turn/file-case.server";
import { filingRevision } from "~/cases/turn/filing-revision";
import { nassauDay } from "~/core/time";
import { Button, ButtonLink } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { AlertDialog } from "~/ui/notices/alert-dialog";

/** The refusal, with the typed values. */
export type FilingFormResult = {
  message: string;
  problem: FilingProblem | null;
  /** Asked because of documents that are too old for the day, or an agreement that is not signed. */
  question: string | null;
  /** As it was sent: what somebody else saves while the question is open is not overwritten unseen. */
  revision: string;
  filedOn: string;
  expectedBy: string;
};

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
  if (made !== revision && (!result || problem || result.question)) setMade(revision);
  const [left, setLeft] = useState<FilingFormResult>();
  const action = `/admin/applications/${id}/filing`;
  return (
    <fetcher.Form
      key={made}
      method="post"
      action={action}
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
      {result?.question ? (
        <AlertDialog
          open={result !== left && result.filedOn !== filedOn}
          title={questionTitle}
          description={result.question}
          confirmLabel="File anyway"
          cancelLabel="Don’t file yet"
          busy={fetcher.state !== "idle"}
          onCancel={() => setLeft(result)}
          onConfirm={() => void fetcher.submit(answerTo(result), { method: "post", action })}
        />
      ) : null}
      {result && !problem && !result.question ? (
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

const questionTitle = "Before you file";

/** What is sent with a yes: the days as they were typed, with the question that was shown. */
const answerTo = ({ question, revision, filedOn, expectedBy }: FilingFormResult) => ({
  ...{ revision, filedOn, expectedBy },
  asked: question ?? "",
});

/** The question without a script: a page of its own, with the typed days in its form. */
export function FilingQuestionForm({ id, result }: { id: string; result: FilingFormResult }) {
  return (
    <Form method="post" className="grid gap-5">
      {Object.entries(answerTo(result)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div>
        <h2 className="text-xl">{questionTitle}</h2>
        <p className="mt-2 max-w-xl">{result.question}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">File anyway</Button>
        <ButtonLink to={`/admin/applications/${id}`} variant="outline">
          Don’t file yet
        </ButtonLink>
      </div>
    </Form>
  );
}
