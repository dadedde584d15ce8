import { type ReactNode, useEffect, useRef } from "react";
import type { Asked } from "~/applications/steps/contradictions/asked";
import { confirmedIn, confirmingInput } from "~/form-engine/confirmed-part";
import type { Answers } from "~/form-engine/definition";
import { Checkbox } from "~/ui/forms/checkbox";

type CheckAnswersProps = {
  asked: readonly Asked[];
  answers: Answers;
  /** They blocked the clicked button: the heading takes the focus. */
  isHeld: boolean;
  wayTo: (asked: Asked) => ReactNode;
  className?: string;
};

export function CheckAnswers({ asked, answers, isHeld, wayTo, className = "" }: CheckAnswersProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isHeld) heading.current?.focus();
  }, [isHeld]);
  if (asked.length === 0) return null;
  const confirmed = confirmedIn(answers);
  return (
    <div
      role={isHeld ? "alert" : undefined}
      className={`rounded-r-md border-l-4 border-warning bg-warning-ground px-5 py-5 sm:px-6 ${className}`}
    >
      <h2 ref={heading} tabIndex={-1} className="font-sans text-lg leading-snug font-bold tracking-normal text-ink">
        Please check these answers
      </h2>
      <p className="mt-1 text-stone">
        {asked.length === 1
          ? "Correct it, or check the box if it’s right."
          : "Correct them, or check the ones that are right."}
      </p>
      <ul className="mt-3">
        {asked.map((contradiction) => (
          <li
            key={`${contradiction.key} ${contradiction.mark}`}
            className="border-t border-warning/30 pt-3 pb-1.5 last:-mb-2.5"
          >
            <fieldset className="min-w-0">
              <legend className="font-medium wrap-anywhere">{wayTo(contradiction)}</legend>
              <Checkbox
                id={`confirm-${contradiction.key}`}
                name={confirmingInput(contradiction.key)}
                value={contradiction.mark}
                defaultChecked={confirmed[contradiction.key] === contradiction.mark}
                label="Yes, this is right"
              />
            </fieldset>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sends earlier confirmations that are not shown here unchanged. */
export const HiddenConfirmations = ({ kept }: { kept: readonly [key: string, mark: string][] }) =>
  kept.map(([key, mark]) => <input key={key} type="hidden" name={confirmingInput(key)} value={mark} />);
