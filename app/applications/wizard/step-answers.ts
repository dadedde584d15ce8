import { useEffect, useEffectEvent, useState } from "react";
import { withKnown } from "~/applications/steps/answers-in";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { fileAnswers } from "~/form-engine/relevance";
import { allAnswers } from "./checking/all-answers";
import { asSavedHere, restoreUnsent } from "./client";
import type { WizardData } from "./data.server";
import { acquirePageLock, setShared } from "./saving/device-copies";
import type { StepOutcome } from "./saving/step-outcome";
import { takeUnsent } from "./saving/unsent";

/** The outcome of a step's form that was sent without script. */
export type Answered = Extract<
  StepOutcome,
  {
    kind:
      | "invalid"
      | "mistyped"
      | "contradicted"
      | "stale"
      | "incomplete"
      | "unaddressed"
      | "changed"
      | "already"
      | "withdrawn"
      | "limited"
      | "failed";
  }
>;
export type Conflict = Extract<StepOutcome, { kind: "stale" }>;

type Opened = {
  /** What the form is rendered with. */
  stored: Answers;
  revision: number;
  /** Unsent answers of this tab were put back. */
  restored: boolean;
  /** The form is rendered a second time, with other answers than the page came with. */
  again: boolean;
  /** Unsent answers of this tab started from another revision: the person chooses. */
  conflict?: Conflict;
  /** The tab was checked for unsent answers: the form shows its final values. */
  ready: boolean;
};

/** The answers of the step: those that its form was rendered with, and the current ones. */
export function useStepAnswers(data: WizardData, definition: StepDefinition, answered: Answered | undefined) {
  const given = answered && "answers" in answered ? answered : undefined;
  const [opened, setOpened] = useState<Opened>({
    stored: given?.answers ?? data.answers,
    revision: given?.revision ?? data.revision,
    restored: false,
    again: false,
    ready: false,
  });
  const [answers, setAnswers] = useState(opened.stored);

  const open = useEffectEvent(() => {
    const newest = answered ? data : asSavedHere(data, definition);
    const unsent = answered ? undefined : restoreUnsent(newest, definition);
    if (unsent?.kind === "restored" || (!unsent && newest !== data)) {
      const back = { ...fileAnswers(definition, newest.answers), ...(unsent ?? newest).answers };
      setAnswers(back);
      return setOpened({
        stored: back,
        revision: newest.revision,
        restored: unsent !== undefined,
        again: true,
        ready: true,
      });
    }
    if (!unsent) return setOpened((before) => ({ ...before, ready: true }));
    const { revision, answers: stored } = newest;
    const conflict = { step: data.step.code, revision, stored, answers: unsent.answers };
    setOpened((before) => ({ ...before, conflict: { kind: "stale", ...conflict }, ready: true }));
  });
  // The server can't read the tab's storage, so the first rendering must not either.
  useEffect(() => {
    let isShown = true;
    setShared(data.id, data.isSharedDevice);
    acquirePageLock();
    // Without the copies the step opens all the same.
    const opening = () => isShown && open();
    takeUnsent(data.id).then(opening, opening);
    return () => {
      isShown = false;
    };
  }, [data.id, data.isSharedDevice]);

  return {
    ...opened,
    answers: definition.knows
      ? withKnown(definition, answers, allAnswers(data, definition, answers).metadata)
      : answers,
    /** What stands in the form, which does not carry the files of its questions. */
    setTyped: (typed: Answers) => setAnswers((before) => ({ ...fileAnswers(definition, before), ...typed })),
    /** The address of a question's file, or nothing once it was removed. */
    setFile: (field: string, url: string | undefined) => setAnswers((before) => ({ ...before, [field]: url })),
  };
}
