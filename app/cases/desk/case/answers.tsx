import { ChevronDown, PencilLine } from "lucide-react";
import { type AnswerRow, runsOf } from "~/applications/stored-answers/answer-runs";
import type { DeskAnswer, DeskStep } from "~/cases/case-data/case.server";
import { Hidden } from "~/cases/masked-answers/hidden";
import { notAsked } from "~/cases/requests/amendments/amendment-words";
import { AmendmentView, Signed } from "~/cases/requests/desk/amendments/amendment-view";
import { RevealAll, type Revealed, RevealForm, useRevealed } from "~/cases/requests/desk/amendments/reveal";
import { notAnswered } from "~/form-engine/not-answered";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageLink } from "~/ui/page-link";

type StepAnswersProps = {
  id: string;
  steps: DeskStep[];
  /** Contradictions that the applicant confirmed, as sentences. */
  confirmed: string[];
  revealed: Revealed | undefined;
};

/** Every step folded under its title with the number answered, which is the table of contents. */
export function StepAnswers({ id, steps, confirmed, revealed }: StepAnswersProps) {
  return (
    <section aria-labelledby="answers" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="answers" className="scroll-mt-16 text-xl lg:scroll-mt-4">
          Answers
        </h2>
        {steps.length > 0 ? (
          <span className="no-print flex flex-wrap gap-2">
            {revealed?.step !== "all" && steps.some(hasHidden) ? <RevealAll id={id} /> : null}
            <FoldButtons />
          </span>
        ) : null}
      </div>
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
        <div className="mt-3 divide-y divide-line overflow-clip rounded-xl border border-line bg-white">
          {steps.map((step) => (
            <Step key={step.code} id={id} step={step} revealed={revealed} />
          ))}
        </div>
      )}
    </section>
  );
}

const hasHidden = ({ answers }: DeskStep) => answers.some(({ isHidden }) => isHidden);
const countsOf = ({ answers }: DeskStep) => {
  const signed = answers.filter(({ isAdded }) => !isAdded);
  return { signed, answered: signed.filter(({ answer, isHidden }) => isHidden || answer !== null).length };
};

/** Opens or closes all steps; needs a script. */
function FoldButtons() {
  const fold = (open: boolean) => () => {
    for (const step of document.querySelectorAll<HTMLDetailsElement>("details[data-step]")) step.open = open;
  };
  return (
    <span className="no-print flex gap-2 noscript:hidden">
      <Button variant="outline" size="sm" onClick={fold(true)}>
        Unfold all
      </Button>
      <Button variant="outline" size="sm" onClick={fold(false)}>
        Fold all
      </Button>
    </span>
  );
}

function Step({ id, step, revealed }: { id: string; step: DeskStep; revealed: Revealed | undefined }) {
  const shown = useRevealed(id, step.number, revealed);
  const { signed, answered } = countsOf(step);
  const hiddenAmendments = step.answers
    .flatMap(({ amendments }) => amendments)
    .filter(({ id, before, after }) => (before.isHidden || after.isHidden) && !shown?.amendments[id]).length;
  const hidden = (shown ? 0 : signed.filter(({ isHidden }) => isHidden).length) + hiddenAmendments;
  return (
    <details className="prints-open group/step scroll-mt-16 lg:scroll-mt-4" id={`step-${step.number}`} data-step="">
      <summary className="flex min-h-11 items-center gap-3 px-4 py-1.5 -outline-offset-2 hover:bg-foam print:min-h-0">
        <h3 className="min-w-0 flex-1 font-sans text-base font-semibold tracking-normal text-ink">{step.title}</h3>
        <span className="shrink-0 text-xs text-stone tabular-nums">
          {answered} of {signed.length}
          <span className="max-sm:sr-only"> answered</span>
        </span>
        <ChevronDown
          aria-hidden
          className="no-print size-5 shrink-0 text-stone transition-transform group-open/step:rotate-180"
        />
      </summary>
      {hidden > 0 ? (
        <RevealForm
          id={id}
          step={step.number}
          title={step.title}
          count={hidden}
          className="no-print border-t border-line"
        />
      ) : null}
      <div id={`step-${step.number}-answers`} role="status" className="sr-only">
        {shown ? `Hidden answers in ${step.title} are now shown.` : ""}
      </div>
      {step.answers.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-stone">Nothing was asked here.</p>
      ) : (
        <div className="divide-y divide-line border-t border-line px-4 py-1.5">
          {blocksOf(step.answers).map((answers) => (
            <Block key={answers[0]?.name} answers={answers} shown={shown} />
          ))}
        </div>
      )}
      {step.mayCorrect ? (
        <p className="no-print border-t border-line px-4 py-1.5">
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

/** Splits the answers after each amended one, so that its amendments appear below it. */
function blocksOf(answers: readonly DeskAnswer[]): DeskAnswer[][] {
  const blocks: DeskAnswer[][] = [];
  let isClosed = true;
  for (const answer of answers) {
    if (isClosed) blocks.push([]);
    blocks.at(-1)?.push(answer);
    isClosed = answer.amendments.length > 0;
  }
  return blocks;
}

function Block({ answers, shown }: { answers: readonly DeskAnswer[]; shown: Revealed | undefined }) {
  const last = answers.at(-1);
  return (
    <div>
      <div className="divide-y divide-line">
        {runsOf(answers.map((answer) => asShown(answer, shown?.answers))).map(({ key, entry, rows }) => (
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
      {last && last.amendments.length > 0 ? (
        <ul
          aria-label={`Corrections: ${last.label}`}
          className="mb-2.5 divide-y divide-line border-l-2 border-sea-ink/40 pl-3 sm:ml-[40%]"
        >
          {last.amendments.map((amendment) => (
            <AmendmentView
              key={amendment.id}
              amendment={amendment}
              under={last.label}
              revealed={shown?.amendments[amendment.id]}
            >
              <Signed amendment={amendment} />
            </AmendmentView>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const asShown = ({ name, label, answer, isHidden, isAdded }: DeskAnswer, shown: Revealed["answers"] | undefined) => ({
  name,
  label,
  answer: isAdded ? notAsked : isHidden ? shown?.[name] : answer,
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
