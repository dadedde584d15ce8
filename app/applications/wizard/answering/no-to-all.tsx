import { CheckCheck, Undo2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { useLocation } from "react-router";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { noToAllToken, openQuestions, parseNoToAllToken, questionsOf } from "~/form-engine/no-to-all";
import { Button } from "~/ui/button";
import { selectAnswer } from "./select-answer";

type NoToAllProps = {
  step: StepDefinition;
  index: number;
  answers: Answers;
  onChange: () => void;
};

/** Answers a group's open questions with No; the next click undoes it. Without JavaScript it is a submit button. */
export function NoToAll({ step, index, answers, onChange }: NoToAllProps) {
  const { search } = useLocation();
  const [answeredNames, setAnsweredNames] = useState(() => {
    const before = parseNoToAllToken(step, new URLSearchParams(search).get("undo") ?? "");
    return before?.index === index ? before.names : undefined;
  });
  const section = step.sections[index];
  if (!section) return null;
  const questions = questionsOf(section);
  const hasYes = questions.some((name) => answers[name] === true);
  const count = questions.filter((name) => answers[name] === false).length;
  // An answer that was changed since belongs to the person again.
  const canUndo = answeredNames?.every((name) => answers[name] === false) ?? false;

  function press(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    const { form } = event.currentTarget;
    if (!form) return;
    const names = canUndo ? (answeredNames ?? []) : openQuestions(section ?? { fields: [] }, answers);
    for (const name of names) selectAnswer(form, name, canUndo ? undefined : "no");
    setAnsweredNames(canUndo ? undefined : names);
    onChange();
  }

  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        type="submit"
        name="intent"
        value={canUndo ? `undo-no:${noToAllToken(step, index, answeredNames ?? [])}` : `no-to-all:${index}`}
        variant="outline"
        formNoValidate
        before={canUndo ? <Undo2 aria-hidden /> : <CheckCheck aria-hidden />}
        aria-describedby={section.title ? `section-${index}` : undefined}
        onClick={press}
      >
        {canUndo ? "Undo" : hasYes ? "No to all the others" : "No to all of these"}
      </Button>
      <p role="status" className="text-stone">
        {canUndo ? `${count} ${count === 1 ? "question" : "questions"} answered No` : null}
      </p>
    </div>
  );
}
