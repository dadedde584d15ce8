import type { ReactNode } from "react";
import type { ShownStep } from "~/applications/steps/engine/review";
import { notAnswered } from "./not-answered";

/** Questions and answers under their steps: the review, and what was signed. `action` stands beside a step's title. */
export function AnswersView({
  steps,
  action,
}: {
  steps: readonly ShownStep[];
  action?: (step: ShownStep) => ReactNode;
}) {
  return (
    <div className="grid gap-9 print:block print:columns-2 print:gap-x-8 print:text-[8.5pt] print:leading-snug">
      {steps.map((step) => (
        <section key={step.code} aria-labelledby={`answers-${step.code}`} className="print:mb-4">
          <div className="flex flex-wrap items-baseline justify-between gap-3 border-b border-dune pb-2 print:pb-0.5">
            <h3 id={`answers-${step.code}`} className="text-xl print:text-[11pt]">
              {step.title}
            </h3>
            {action?.(step)}
          </div>
          <dl className="divide-y divide-dune/70">
            {step.answers.map((answer) => (
              <div
                key={answer.name}
                className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:break-inside-avoid print:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:gap-x-3 print:py-0.5"
              >
                <dt className="text-sm text-stone print:text-[length:inherit]">{answer.label}</dt>
                <dd dir="auto" className="whitespace-pre-line break-words">
                  {answer.answer ?? <span className="text-stone">{notAnswered}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
