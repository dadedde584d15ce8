import { amendmentsByQuestion } from "~/applications/case/amendments/amended-record";
import { AmendmentNote } from "~/applications/case/amendments/amended-view";
import type { Amendment } from "~/applications/case/amendments/read-amendments.server";
import type { ShownAnswer, ShownStep } from "~/applications/steps/engine/review";
import { AnswerList } from "./answer-list";

type AnswersViewProps = { steps: readonly ShownStep[]; amendments: readonly Amendment[] };

/** Questions and answers under their steps, as they were signed, and at each question how it was amended (C-AMD-8). */
export function AnswersView({ steps, amendments }: AnswersViewProps) {
  return (
    <div className="grid gap-9 print:block print:columns-2 print:gap-x-8 print:text-[8.5pt] print:leading-snug">
      {steps.map((step) => (
        <section key={step.code} aria-labelledby={`answers-${step.code}`} className="print:mb-4">
          <h3 id={`answers-${step.code}`} className="border-b border-dune pb-2 text-xl print:pb-0.5 print:text-[11pt]">
            {step.title}
          </h3>
          <Amended answers={step.answers} amendments={amendments.filter(({ stepCode }) => stepCode === step.code)} />
        </section>
      ))}
    </div>
  );
}

function Amended({ answers, amendments }: { answers: readonly ShownAnswer[]; amendments: readonly Amendment[] }) {
  const notes = amendmentsByQuestion(
    answers.map(({ name }) => name),
    amendments,
  );
  return (
    <div className="divide-y divide-dune/70">
      {partsOf(answers, notes).map(({ name, answers: part }) => (
        <div key={name}>
          <AnswerList answers={part} />
          {notes.get(name)?.map((one) => (
            <AmendmentNote key={one.id} amendment={one} named={one.question !== name} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The answers in runs that end with an amended question; the last run has an empty name. */
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
