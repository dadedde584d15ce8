import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { unbroken } from "~/ui/unbroken";
import { useScripted } from "~/ui/use-scripted";
import type { FeesFormResult } from "./answer";
import type { DeskFees } from "./desk-fees.server";
import type { EntryQuestion } from "./question";

/** Values and problems of a form's fields. */
export type FieldsProps = { values: FeesFormResult["values"]; problems: NonNullable<FeesFormResult["problems"]> };

type LedgerFormProps = {
  fees: DeskFees;
  intent: "charge" | "payment" | "refund" | "refundable" | "assign";
  /** The entry to change. */
  entry?: string;
  title: ReactNode;
  submit?: string;
  attempt: string;
  /** Result of the form that was sent without a script. */
  answered: FeesFormResult | undefined;
  onDone: (text: string) => void;
  quiet?: boolean;
  children: (fields: FieldsProps) => ReactNode;
};

/**
 * A form of the ledger behind its title. Keeps its typed text across reloads of the page, and resets only after its own
 * entry was recorded.
 */
export function LedgerForm(props: LedgerFormProps) {
  const { fees, intent, entry, title, submit = "Record", answered, onDone, quiet = false, children } = props;
  const fetcher = useFetcher<FeesFormResult>();
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const scripted = useScripted();
  const isOurs = answered?.values.intent === intent && (answered.values.entry ?? "") === (entry ?? "");
  const [attempt, setAttempt] = useState((isOurs && answered?.attempt) || props.attempt);
  const result = fetcher.data?.attempt === attempt ? fetcher.data : isOurs ? answered : undefined;
  const done = fetcher.data?.attempt === attempt ? fetcher.data.done : undefined;

  useEffect(() => {
    if (done === undefined) return;
    setAttempt(newIdempotencyKey());
    onDone(done);
    if (details.current) details.current.open = false;
    summary.current?.focus();
  }, [done, onDone]);

  return (
    <details
      ref={details}
      open={result !== undefined && done === undefined ? true : undefined}
      className="open:basis-full"
    >
      <summary
        ref={summary}
        className={classNames(
          "button button-sm button-outline w-fit cursor-pointer",
          quiet && "my-1 min-h-7 px-2 py-0.5 text-xs",
        )}
      >
        {title}
      </summary>
      <fetcher.Form
        key={attempt}
        method="post"
        action={`/admin/applications/${fees.applicationId}/fees`}
        className="mt-2 mb-4 grid gap-4 rounded-lg border border-line bg-mist/60 p-4 sm:grid-cols-2"
      >
        <input type="hidden" name="attempt" value={attempt} />
        {entry ? <input type="hidden" name="entry" value={entry} /> : null}
        {scripted ? <input type="hidden" name="scripted" value="yes" /> : null}
        <MessageBanner message={result?.message} className="bg-white sm:col-span-2" />
        {children({ values: result?.values ?? {}, problems: result?.problems ?? {} })}
        {result?.question ? <Question intent={intent} question={result.question} answer={result} /> : null}
        <div className="sm:col-span-2">
          <Button
            type="submit"
            name="intent"
            value={intent}
            size="sm"
            busy={fetcher.state !== "idle"}
            busyLabel="Recording…"
          >
            {result?.question ? "Yes, record it" : submit}
          </Button>
        </div>
      </fetcher.Form>
    </details>
  );
}

type QuestionProps = { intent: LedgerFormProps["intent"]; question: EntryQuestion; answer: FeesFormResult };

/** Asks before the entry is recorded. Sending the form again confirms; another amount asks again. */
function Question({ intent, question, answer }: QuestionProps) {
  const { key, text, owed } = question;
  return (
    <div className="grid gap-4 sm:col-span-2">
      <Banner key={key} tone="warning" role="alert" className="bg-white">
        {unbroken(text)}
      </Banner>
      <input type="hidden" name="confirmed" value={key} />
      {owed ? (
        <RadioGroup
          id={`${intent}-price`}
          name="price"
          legend="What happens to the price?"
          error={answer.problems?.price}
          defaultValue={answer.values.price}
          options={[
            { value: "falls", label: `The price falls by ${owed}`, hint: "The applicant owes nothing more." },
            { value: "owed", label: `The price stays`, hint: `The applicant owes us ${owed} again.` },
          ]}
        />
      ) : null}
    </div>
  );
}
