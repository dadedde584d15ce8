import type { ReactNode } from "react";
import type { ShownAnswer, ShownStep } from "~/applications/steps/review";
import { amendmentsByQuestion } from "~/cases/requests/amendments/amended-record";
import { AmendmentNote } from "~/cases/requests/amendments/amended-view";
import type { Amendment } from "~/cases/requests/amendments/read-amendments.server";
import { TextLink } from "~/ui/link";
import { AnswerList } from "../../applications/stored-answers/answer-list";
import type { AnswerRow } from "../../applications/stored-answers/answer-runs";

type AnswersViewProps = {
  steps: readonly ShownStep[];
  amendments: readonly Amendment[];
  /** URL of the page that reports a wrong answer. */
  wrongAt: string;
};

/** The signed questions and answers by step, with the amendments at each question. */
export function AnswersView({ steps, amendments, wrongAt }: AnswersViewProps) {
  return (
    <div className="grid gap-9 print:block print:columns-2 print:gap-x-8 print:text-[8.5pt] print:leading-snug">
      {steps.map((step) => (
        <section key={step.code} aria-labelledby={`answers-${step.code}`} className="print:mb-4">
          <h3 id={`answers-${step.code}`} className="border-b border-dune pb-2 text-xl print:pb-0.5 print:text-[11pt]">
            {step.title}
          </h3>
          <Amended
            answers={step.answers}
            amendments={amendments.filter(({ stepCode }) => stepCode === step.code)}
            wrong={({ input, question }) => (
              <TextLink
                to={`${wrongAt}?${new URLSearchParams({ step: step.code, question: questionOf(input) })}`}
                className="no-print text-sm"
              >
                Something is wrong here<span className="sr-only">: {question}</span>
              </TextLink>
            )}
          />
        </section>
      ))}
    </div>
  );
}

/** The list's name, for an answer in one of its entries. */
const questionOf = (input: string) => input.split("-")[0] ?? input;

type AmendedProps = {
  answers: readonly ShownAnswer[];
  amendments: readonly Amendment[];
  wrong: (row: AnswerRow) => ReactNode;
};

function Amended({ answers, amendments, wrong }: AmendedProps) {
  const notes = amendmentsByQuestion(
    answers.map(({ name }) => name),
    amendments,
  );
  return (
    <div className="divide-y divide-dune/70">
      {partsOf(answers, notes).map(({ name, answers: part }) => (
        <div key={name}>
          <AnswerList answers={part} action={wrong} />
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
