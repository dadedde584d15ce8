import { useState } from "react";
import {
  type Asked,
  confirmedSentences,
  contradictionsIn,
  isAboutSame,
  openContradictions,
  shortPassportIn,
} from "~/applications/steps/contradictions/asked";
import type { WizardData } from "~/applications/wizard/data.server";
import type { UnconfirmedContradictions } from "~/applications/wizard/step-result";
import { confirmedIn } from "~/form-engine/confirmed-part";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { allAnswers } from "./all-answers";

/**
 * `kept`: contradictions confirmed in this step and not shown, by key. `confirmed`: all confirmed ones, in words.
 * `passport`: a warning on the review that it expires too soon, unless `asked` already says so.
 */
export type AskedHere = {
  asked: Asked[];
  kept: [key: string, mark: string][];
  confirmed: string[];
  passport: string | undefined;
};

/**
 * The contradictions to confirm on a step's page; on the review all that were open when it was opened. One that
 * blocked its button (`unconfirmed`) is shown as the server found it, since the page may know older answers of other
 * steps, until this step's part of it changes.
 */
export function useAskedHere(
  data: WizardData,
  definition: StepDefinition,
  answers: Answers,
  unconfirmed: UnconfirmedContradictions,
): AskedHere {
  const isReview = definition.code === "review_certification";
  const [opened] = useState(() =>
    isReview ? openContradictions(allAnswers(data, definition, data.answers)).map(({ key }) => key) : [],
  );
  const keys = new Set([...opened, ...unconfirmed.asked.map(({ key }) => key)]);
  const all = keys.size > 0 || isReview ? allAnswers(data, definition, answers) : undefined;
  const found = all ? contradictionsIn(all, isReview ? undefined : definition) : [];
  const standing = unconfirmed.asked.filter(({ key }) => isAboutSame(key, definition, unconfirmed.answers, answers));
  const asked = [...keys].flatMap((askedKey) => [...standing, ...found].find(({ key }) => key === askedKey) ?? []);
  const kept = Object.entries(confirmedIn(answers)).filter(
    ([key]) => !asked.some((contradiction) => contradiction.key === key),
  );
  const confirmed = all && isReview ? confirmedSentences(all) : [];
  const passport =
    all && isReview && !asked.some(({ key }) => key === "soonExpired") ? shortPassportIn(all)?.sentence : undefined;
  return { asked, kept, confirmed, passport };
}
