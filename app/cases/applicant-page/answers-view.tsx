import type { ShownAnswer, ShownStep } from "~/applications/steps/review";
import { amendmentsByQuestion } from "~/cases/requests/amendments/amended-record";
import { AmendmentNote } from "~/cases/requests/amendments/amended-view";
import type { Amendment } from "~/cases/requests/amendments/read-amendments.server";
import { counted } from "~/core/counted";
import { breakable } from "~/ui/breakable";
import { Fold } from "~/ui/fold";
import { TextLink } from "~/ui/link";
import { AnswerList } from "../../applications/stored-answers/answer-list";

type AnswersViewProps = {
  steps: readonly ShownStep[];
  amendments: readonly Amendment[];
  /** URL of the page that reports a wrong answer of a step. */
  wrongAt: string;
};

/** The signed questions and answers by step, with the amendments at each question. */
export function AnswersView({ steps, amendments, wrongAt }: AnswersViewProps) {
  return (
    <div className="divide-y divide-dune print:block print:columns-2 print:gap-x-8 print:divide-y-0 print:text-[8.5pt] print:leading-snug">
      {steps.map((step) => (
        <Step
          key={step.code}
          step={step}
          amendments={amendments.filter(({ stepCode }) => stepCode === step.code)}
          wrongAt={wrongAt}
        />
      ))}
    </div>
  );
}

type StepProps = Pick<AnswersViewProps, "amendments" | "wrongAt"> & { step: ShownStep };

function Step({ step, amendments, wrongAt }: StepProps) {
  const count = step.answers.filter(({ answer }) => answer !== null).length;
  const title = `answers-${step.code}`;
  return (
    <section aria-labelledby={title} className="print:mb-4">
      <Fold
        title={
          <h3 id={title} className="text-lg print:border-b print:border-dune print:pb-0.5 print:text-[11pt]">
            {breakable(step.title)}
          </h3>
        }
        aside={
          <span className="no-print">
            {amendments.length > 0 ? <span className="mr-3 font-medium text-sea-ink">Corrected</span> : null}
            {counted(count, "answer")}
          </span>
        }
      >
        <div className="pb-5 print:pb-0">
          <Amended answers={step.answers} amendments={amendments} />
          <TextLink
            to={`${wrongAt}?${new URLSearchParams({ step: step.code })}`}
            look="standalone"
            className="no-print mt-2"
          >
            Something is wrong here<span className="sr-only">: {step.title}</span>
          </TextLink>
        </div>
      </Fold>
    </section>
  );
}

type AmendedProps = { answers: readonly ShownAnswer[]; amendments: readonly Amendment[] };

function Amended({ answers, amendments }: AmendedProps) {
  const notes = amendmentsByQuestion(
    answers.map(({ name }) => name),
    amendments,
  );
  return (
    <div className="divide-y divide-dune/70">
      {partsOf(answers, notes).map(({ name, answers: part }) => (
        <div key={name}>
          <AnswerList answers={part} />
          {notes.get(name)?.map((amendment) => (
            <AmendmentNote key={amendment.id} amendment={amendment} named={amendment.question !== name} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Splits the answers after each amended question; the last part has an empty name. */
function partsOf(answers: readonly ShownAnswer[], notes: ReadonlyMap<string, unknown>) {
  const parts: { name: string; answers: ShownAnswer[] }[] = [];
  let open: ShownAnswer[] = [];
  for (const answer of answers) {
    open.push(answer);
    if (!notes.has(answer.name)) continue;
    parts.push({ name: answer.name, answers: open });
    open = [];
  }
  return open.length > 0 || notes.has("") ? [...parts, { name: "", answers: open }] : parts;
}
