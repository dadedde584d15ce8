import { Hidden } from "~/applications/desk/case/hidden";
import { notAnswered } from "~/applications/submission/not-answered";
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
  onToggle: (name: string, ticked: boolean) => void;
};

/** The questions of a step in the words in which they were signed, each with the answer in force at its tick. */
export function QuestionTicks({ id, step, ticked, error, onToggle }: QuestionTicksProps) {
  const group = `${id}-group`;
  return (
    <div className={error ? wrongRule : undefined}>
      <fieldset aria-describedby={describedBy(group, "hint", error)} className="min-w-0">
        <ChoiceLegend
          id={group}
          legend="What is to be corrected?"
          hint="What a corrected answer makes necessary is asked with it."
          error={error}
        />
        <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-white">
          {step.questions.map(({ name, label, answer, isHidden }, place) => (
            <li key={name} className="px-3.5 py-1 has-checked:bg-foam">
              <Checkbox
                id={place === 0 ? id : `${id}-${name}`}
                name={id}
                value={`${step.code}.${name}`}
                size="sm"
                defaultChecked={ticked.includes(name)}
                onChange={(event) => onToggle(name, event.currentTarget.checked)}
                label={label}
                hint={
                  <span dir="auto" className="break-words whitespace-pre-line">
                    {isHidden ? <Hidden /> : (answer ?? notAnswered)}
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      </fieldset>
    </div>
  );
}

/** Without script the questions of a chosen step come with the next page. */
export function ShowQuestions() {
  return (
    <noscript>
      <Button type="submit" name="intent" value="show" variant="outline" size="sm">
        Show the questions of a correction
      </Button>
    </noscript>
  );
}
