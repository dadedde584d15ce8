import type { ReactNode } from "react";
import type { Asked } from "~/applications/steps/contradictions/asked";
import type { WizardData } from "~/applications/wizard/data.server";
import { fieldId } from "~/applications/wizard/field-view";
import { TextButton } from "~/applications/wizard/links";
import type { useStepAnswers } from "~/applications/wizard/step-answers";
import type { useStepResult } from "~/applications/wizard/step-result";
import type { StepDefinition } from "~/form-engine/definition";
import { jumpToField } from "~/ui/forms/jump-to-field";
import { useAskedHere } from "./asked-here";
import { CheckAnswers, HiddenConfirmations } from "./check-answers";

type Step = {
  data: WizardData;
  definition: StepDefinition;
  opened: ReturnType<typeof useStepAnswers>;
  result: ReturnType<typeof useStepResult>;
  form: string;
  onGo: (intent: string) => void;
};

/** `check` shows contradictions; `kept` carries earlier confirmations; `confirmed`: all of them, for the review. */
export function useChecks({ data, definition, opened, result, form, onGo }: Step): {
  check: ReactNode;
  kept: ReactNode;
  confirmed: string[];
  passport: string | undefined;
} {
  const { asked, kept, confirmed, passport } = useAskedHere(data, definition, opened.answers, result.held);
  const check = (
    <CheckAnswers
      // Reset the checkboxes after each blocked attempt, and when answers were restored.
      key={`${result.tries} ${opened.again}`}
      asked={asked}
      answers={opened.answers}
      isHeld={result.held.asked.length > 0}
      wayTo={(contradiction) => <WayToAnswer asked={contradiction} step={definition} form={form} onGo={onGo} />}
      className={definition.code === "review_certification" ? "" : "mb-9"}
    />
  );
  return { check, kept: <HiddenConfirmations kept={kept} />, confirmed, passport };
}

type WayToAnswerProps = { asked: Asked; step: StepDefinition; form: string; onGo: (intent: string) => void };

function WayToAnswer({ asked, step, form, onGo }: WayToAnswerProps) {
  const id = fieldId(asked.name);
  if (asked.step !== step.code)
    return (
      <TextButton form={form} intent={`goto:${asked.step}:${id}`} onGo={onGo} className="text-left text-ink!">
        {asked.sentence}
      </TextButton>
    );
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        if (jumpToField(id)) event.preventDefault();
      }}
      className="rounded-xs py-1 font-semibold text-ink underline decoration-1 underline-offset-[0.2em] hover:decoration-2"
    >
      {asked.sentence}
    </a>
  );
}
