import type { Asked } from "~/applications/steps/contradictions/asked";
import { fieldId } from "~/applications/wizard/field-view";
import { TextButton } from "~/applications/wizard/links";
import type { StepDefinition } from "~/form-engine/definition";
import { jumpToField } from "~/ui/forms/jump-to-field";

type WayToAnswerProps = { asked: Asked; step: StepDefinition; form: string; onGo: (intent: string) => void };

/** A contradiction in words: a link to its question on this page, or a button that opens its step there. */
export function WayToAnswer({ asked, step, form, onGo }: WayToAnswerProps) {
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
