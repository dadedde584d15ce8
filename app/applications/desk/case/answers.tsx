import { ChevronDown, Eye, LockKeyhole, PencilLine } from "lucide-react";
import { useFetcher } from "react-router";
import type { ShownEntry } from "~/applications/steps/engine/review";
import { type AnswerRow, runsOf } from "~/applications/submission/answer-runs";
import { notAnswered } from "~/applications/submission/not-answered";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageLink } from "~/ui/page-link";
import type { DeskAnswer, DeskStep } from "./case.server";
import { Hidden } from "./hidden";

export type Revealed = { step: number; answers: Record<string, string | ShownEntry[]> };

type StepAnswersProps = {
  /** The application. */
  id: string;
  steps: DeskStep[];
  /** What the applicant confirmed, in words (N-WARN-2). */
  confirmed: string[];
  revealed: Revealed | undefined;
};

/** Every step under its title, open where something was answered. */
export function StepAnswers({ id, steps, confirmed, revealed }: StepAnswersProps) {
  return (
    <section aria-labelledby="answers" className="min-w-0">
      <h2 id="answers" className="text-xl">
        Answers
      </h2>
      {confirmed.length > 0 ? (
        <section aria-labelledby="confirmed" className="mt-3 rounded-xl border border-line bg-white px-4 py-3">
          <h3 id="confirmed" className="font-sans text-base font-semibold tracking-normal text-ink">
            The applicant confirmed
          </h3>
          <ul className="mt-1.5 grid list-disc gap-1 pl-5 wrap-anywhere">
            {confirmed.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {steps.length === 0 ? (
        <Card padding="none" className="mt-3">
          <EmptyState title="No answers yet" level={3} seed="answers" />
        </Card>
      ) : (
        <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
          {steps.map((step) => (
            <Step
              key={step.code}
              id={id}
              step={step}
              revealed={revealed?.step === step.number ? revealed : undefined}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function Step({ id, step, revealed }: { id: string; step: DeskStep; revealed: Revealed | undefined }) {
  const fetcher = useFetcher<{ revealed?: Revealed }>();
  const shown = (fetcher.data?.revealed ?? revealed)?.answers;
  const answered = step.answers.filter(({ answer, isHidden }) => isHidden || answer !== null).length;
  return (
    <details
      open={answered > 0}
      className="group/step rounded-xl border border-line bg-white"
      id={`step-${step.number}`}
    >
      <summary className="flex min-h-12 items-center gap-3 rounded-xl px-4 py-2 hover:bg-foam">
        <h3 className="min-w-0 flex-1 font-sans text-base font-semibold tracking-normal text-ink">{step.title}</h3>
        <span className="shrink-0 text-xs text-stone tabular-nums">
          {answered} of {step.answers.length} answered
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-stone transition-transform group-open/step:rotate-180"
        />
      </summary>
      {step.hidden > 0 && !shown ? (
        <fetcher.Form
          method="post"
          preventScrollReset
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-warning-ground px-4 py-2"
        >
          <input type="hidden" name="intent" value="reveal" />
          <input type="hidden" name="step" value={step.number} />
          <p className="flex items-center gap-2">
            <LockKeyhole aria-hidden className="size-4 shrink-0 text-warning" />
            {step.hidden === 1 ? "One sensitive answer is hidden." : `${step.hidden} sensitive answers are hidden.`}{" "}
            Showing is recorded.
          </p>
          <Button
            type="submit"
            variant="outline"
            size="sm"
            before={<Eye aria-hidden />}
            busy={fetcher.state !== "idle"}
            aria-label={`Show the hidden answers of ${step.title}`}
          >
            Show
          </Button>
        </fetcher.Form>
      ) : null}
      <div role="status" className="sr-only">
        {shown ? `The hidden answers of ${step.title} are shown.` : ""}
      </div>
      {step.answers.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-stone">Nothing was asked here.</p>
      ) : (
        <div className="divide-y divide-line border-t border-line px-4 py-1.5">
          {runsOf(step.answers.map((answer) => asShown(answer, shown))).map(({ key, entry, rows }) => (
            <div key={key}>
              {entry ? <h4 className="pt-2.5 font-sans text-sm font-semibold tracking-normal">{entry}</h4> : null}
              <dl className="divide-y divide-line">
                {rows.map((row) => (
                  <Answer key={row.input} {...row} />
                ))}
              </dl>
            </div>
          ))}
        </div>
      )}
      {step.mayCorrect ? (
        <p className="border-t border-line px-4 py-1.5">
          <PageLink
            to={`/admin/applications/${id}/requests?step=${step.code}`}
            className="inline-flex min-h-9 items-center gap-1.5 text-sm font-semibold text-sea-ink hover:underline"
          >
            <PencilLine aria-hidden className="size-4" />
            Ask for a correction<span className="sr-only">: {step.title}</span>
          </PageLink>
        </p>
      ) : null}
    </details>
  );
}

/** A hidden answer is undefined until it is shown. */
const asShown = ({ name, label, answer, isHidden }: DeskAnswer, shown: Revealed["answers"] | undefined) => ({
  name,
  label,
  answer: isHidden ? shown?.[name] : answer,
});

function Answer({ label, answer }: AnswerRow) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-0.5 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <dt className="text-xs text-stone sm:pt-px">{label}</dt>
      <dd dir="auto" className="min-w-0 break-words whitespace-pre-line">
        {answer === undefined ? <Hidden /> : (answer ?? <span className="text-stone">{notAnswered}</span>)}
      </dd>
    </div>
  );
}
