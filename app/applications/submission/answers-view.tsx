import type { ShownStep } from "~/applications/steps/engine/review";
import { AnswerList } from "./answer-list";

/** Questions and answers under their steps, as they were signed. */
export function AnswersView({ steps }: { steps: readonly ShownStep[] }) {
  return (
    <div className="grid gap-9 print:block print:columns-2 print:gap-x-8 print:text-[8.5pt] print:leading-snug">
      {steps.map((step) => (
        <section key={step.code} aria-labelledby={`answers-${step.code}`} className="print:mb-4">
          <h3 id={`answers-${step.code}`} className="border-b border-dune pb-2 text-xl print:pb-0.5 print:text-[11pt]">
            {step.title}
          </h3>
          <AnswerList answers={step.answers} />
        </section>
      ))}
    </div>
  );
}
