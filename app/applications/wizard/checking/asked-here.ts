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
 * `asked`: what is asked about on this page, with its ticks; `kept`: what was confirmed in this step and is not asked
 * about, by the keys of contradictions; `confirmed`: what was confirmed in the whole application, in words. On the
 * review `passport` says of one that expires too soon that it does, unless that is asked about (F-DESK-17).
 */
export type AskedHere = {
  asked: Asked[];
  kept: [key: string, mark: string][];
  confirmed: string[];
  passport: string | undefined;
};

/**
 * The contradictions that are asked about on a step's page: those that held its button (`held`), and on the review all
 * that nobody confirmed before it was opened. What held it is asked as it was answered, because the page may know the
 * other steps as they were before; once this step's part of it changes, as the page finds it, if it still does.
 */
export function useAskedHere(
  data: WizardData,
  definition: StepDefinition,
  answers: Answers,
  held: UnconfirmedContradictions,
): AskedHere {
  const isReview = definition.code === "review_certification";
  const [opened] = useState(() =>
    isReview ? openContradictions(allAnswers(data, definition, data.answers)).map(({ key }) => key) : [],
  );
  const keys = new Set([...opened, ...held.asked.map(({ key }) => key)]);
  const all = keys.size > 0 || isReview ? allAnswers(data, definition, answers) : undefined;
  const found = all ? contradictionsIn(all, isReview ? undefined : definition) : [];
  const standing = held.asked.filter(({ key }) => isAboutSame(key, definition, held.answers, answers));
  const asked = [...keys].flatMap((one) => [...standing, ...found].find(({ key }) => key === one) ?? []);
  const kept = Object.entries(confirmedIn(answers)).filter(([key]) => !asked.some((one) => one.key === key));
  const confirmed = all && isReview ? confirmedSentences(all) : [];
  const passport =
    all && isReview && !asked.some(({ key }) => key === "soonExpired") ? shortPassportIn(all)?.sentence : undefined;
  return { asked, kept, confirmed, passport };
}
