import { Hidden } from "~/cases/masked-answers/hidden";
import { notAnswered } from "~/form-engine/not-answered";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { ChoiceLegend } from "~/ui/forms/choice-legend";
import { describedBy, wrongRule } from "~/ui/forms/field";
import type { AskableStep } from "./requests.server";

type QuestionTicksProps = {
  id: string;
  step: AskableStep;
  ticked: readonly string[];
  error: string | undefined;
  onToggle: (name: string, isChecked: boolean) => void;
};

/** A step's questions with the signed labels, each with its answer in force. */
export function QuestionCheckboxes({ id, step, ticked, error, onToggle }: QuestionTicksProps) {
  const group = `${id}-group`;
  return (
    <div className={error ? wrongRule : undefined}>
      <fieldset aria-describedby={describedBy(group, "hint", error)} className="min-w-0">
        <ChoiceLegend
          id={group}
          legend="What needs correcting?"
          hint="Questions that follow from a corrected answer are asked with it."
          error={error}
        />
        <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-white">
          {step.questions.map(({ name, label, answer, isHidden }, index) => {
            const inputId = index === 0 ? id : `${id}-${name}`;
            return (
              <li
                key={name}
                className="grid gap-x-6 px-3.5 py-1 has-checked:bg-foam sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
              >
                <Checkbox
                  id={inputId}
                  name={id}
                  value={`${step.code}.${name}`}
                  size="sm"
                  defaultChecked={ticked.includes(name)}
                  onChange={(event) => onToggle(name, event.currentTarget.checked)}
                  label={label}
                  aria-describedby={`${inputId}-answer`}
                />
                <p
                  id={`${inputId}-answer`}
                  dir="auto"
                  className="min-w-0 pb-1 pl-8 text-sm leading-snug wrap-anywhere whitespace-pre-line text-stone sm:py-1 sm:pl-0"
                >
                  {isHidden ? <Hidden /> : (answer ?? notAnswered)}
                </p>
              </li>
            );
          })}
        </ul>
      </fieldset>
    </div>
  );
}

/** Without script a chosen step's questions come with the next page. */
export function ShowQuestions() {
  return (
    <noscript>
      <Button type="submit" name="intent" value="show" variant="outline" size="sm">
        Choose the questions to correct
      </Button>
    </noscript>
  );
}
