import { useEffect, useState } from "react";
import type { Asked } from "~/applications/steps/contradictions/asked";
import type { Answers, Problem } from "~/form-engine/definition";
import type { Notice } from "./ended";
import { noticeFor } from "./notices";
import type { Sent } from "./saving/step-sender";
import type { Answered, Conflict } from "./step-answers";

/** Below this window height in CSS pixels a page title and the errors do not fit together. */
export const lowWindow = 400;

type Result = {
  tries: number;
  problems: Problem[];
  incomplete: Extract<Sent, { kind: "incomplete" }>["steps"];
  conflict: Conflict | undefined;
  /** The misspelt address of step 1 and the suggestion. */
  mistyped: { typed: string; meant: string } | undefined;
  held: UnconfirmedContradictions;
};

/** Unconfirmed contradictions, and the step's answers that they were found in. */
export type UnconfirmedContradictions = { asked: Asked[]; answers: Answers };

const unconfirmedIn = (outcome: Sent | Answered | undefined): UnconfirmedContradictions =>
  outcome?.kind === "contradicted" ? outcome : { asked: [], answers: {} };

const mistypedIn = (outcome: Sent | Answered) =>
  outcome.kind === "mistyped" ? { typed: String(outcome.answers.email ?? ""), meant: outcome.meant } : undefined;

export function useStepResult(answered: Answered | undefined) {
  const [result, setResult] = useState<Result>({
    tries: 0,
    problems: answered?.kind === "invalid" ? answered.problems : [],
    incomplete: answered?.kind === "incomplete" ? answered.steps : [],
    conflict: answered?.kind === "stale" ? answered : undefined,
    mistyped: answered && mistypedIn(answered),
    held: unconfirmedIn(answered),
  });
  const [notice, setNotice] = useState<Notice>();

  // After each attempt that failed. Focusing the summary may have scrolled.
  useEffect(() => {
    const { problems, incomplete, conflict, mistyped, held } = result;
    if (problems.length + incomplete.length + held.asked.length === 0 && !conflict && !mistyped) return;
    // In a low window the step's title would hide the errors.
    if (window.innerHeight >= lowWindow) window.scrollTo({ top: 0 });
    else document.activeElement?.scrollIntoView({ block: "start" });
  }, [result]);

  function show(sent: Sent, intent: string) {
    setResult(({ tries, conflict }) => ({
      tries: tries + 1,
      problems: sent.kind === "invalid" ? sent.problems : [],
      incomplete: sent.kind === "incomplete" ? sent.steps : [],
      conflict: sent.kind === "stale" ? sent : conflict,
      mistyped: mistypedIn(sent),
      held: unconfirmedIn(sent),
    }));
    setNotice(noticeFor(sent, intent));
  }

  return { ...result, show, notice, setNotice };
}
