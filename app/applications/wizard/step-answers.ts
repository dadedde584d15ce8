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
  /** The form's initial values. */
  stored: Answers;
  revision: number;
  restored: boolean;
  /** The form is rendered again with other values than the page loaded with. */
  again: boolean;
  /** Unsent answers of this tab are based on another revision: the person chooses. */
  conflict?: Conflict;
  /** The tab was checked for unsent answers: the form shows its final values. */
  ready: boolean;
};

export function useStepAnswers(data: WizardData, definition: StepDefinition, answered: Answered | undefined) {
  const returned = answered && "answers" in answered ? answered : undefined;
  const [opened, setOpened] = useState<Opened>({
    stored: returned?.answers ?? data.answers,
    revision: returned?.revision ?? data.revision,
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
    // The step opens even if reading the copies fails.
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
    /** The form does not carry files, so they are added. */
    setTyped: (input: Answers) => setAnswers((before) => ({ ...fileAnswers(definition, before), ...input })),
    /** The URL of a question's file, or undefined once it was removed. */
    setFile: (field: string, url: string | undefined) => setAnswers((before) => ({ ...before, [field]: url })),
  };
}
