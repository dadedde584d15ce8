import { useEffect, useEffectEvent, useState } from "react";
import type { Answers, StepDefinition } from "~/applications/steps/engine/definition";
import { fileAnswers } from "~/applications/steps/engine/relevance";
import { restoreUnsent } from "./client";
import type { WizardData } from "./data.server";
import type { StepOutcome } from "./saving/step-request.server";

/** The outcome of a step's form that was sent without script. */
export type Answered = Extract<
  StepOutcome,
  { kind: "invalid" | "stale" | "incomplete" | "unaddressed" | "already" | "withdrawn" | "limited" | "failed" }
>;
export type Conflict = Extract<StepOutcome, { kind: "stale" }>;

type Opened = {
  /** What the form is rendered with. */
  stored: Answers;
  /** Unsent answers of this tab were put back. */
  restored: boolean;
  /** Unsent answers of this tab started from another revision: the person chooses. */
  conflict?: Conflict;
  /** The tab was checked for unsent answers: the form shows its final values. */
  ready: boolean;
};

/** The answers of the step: those that its form was rendered with, and the current ones. */
export function useStepAnswers(data: WizardData, definition: StepDefinition, answered: Answered | undefined) {
  const given = answered && "answers" in answered ? answered : undefined;
  const revision = given?.revision ?? data.revision;
  const [opened, setOpened] = useState<Opened>({
    stored: given?.answers ?? data.answers,
    restored: false,
    ready: false,
  });
  const [answers, setAnswers] = useState(opened.stored);

  const open = useEffectEvent(() => {
    const unsent = answered ? undefined : restoreUnsent(data, definition);
    if (unsent?.kind === "restored") {
      const back = { ...fileAnswers(definition, data.answers), ...unsent.answers };
      setAnswers(back);
      return setOpened({ stored: back, restored: true, ready: true });
    }
    if (!unsent) return setOpened((before) => ({ ...before, ready: true }));
    const conflict = { step: data.step.code, revision, stored: data.answers, answers: unsent.answers };
    setOpened((before) => ({ ...before, conflict: { kind: "stale", ...conflict }, ready: true }));
  });
  // The server can't read the tab's storage, so the first rendering must not either.
  useEffect(() => open(), []);

  return { ...opened, answers, setAnswers, revision };
}
