import { applicantIn } from "~/applications/steps/contradictions/applicant";
import { withKnown } from "~/applications/steps/engine/answers-in";
import { openingAnswers } from "~/applications/steps/engine/earlier-answers";
import { fileAnswers } from "~/applications/steps/engine/relevance";
import { validateStep } from "~/applications/steps/engine/validate";
import { phoneCountries } from "~/applications/steps/phone-countries";
import { metadataKey, stepByCode } from "~/applications/steps/registry";
import { seenText } from "~/applications/submission/seen";
import type { WizardData } from "~/applications/wizard/data.server";
import { reviewOf } from "~/applications/wizard/review/review-data";
import { type ListedStep, percentAt } from "~/applications/wizard/step-list";
import type { Metadata } from "~/db/schema/applications";
import { newAttempt } from "~/ground/attempt-key";
import { namesIn } from "~/ground/countries/offered";
import { saverOf } from "./saver";
import { readUnsent } from "./unsent";
import { answersOf, answersOfUnsent } from "./unsent-fields";

/** It was opened without asking the server. `unsaved`: the other steps with what was not acknowledged of them. */
export type KnownStep = WizardData & { isKnown: true; unsaved: Metadata };

/**
 * A step of the application on the screen as far as this page knows it, for a person who goes on without a line
 * (N-LINE-4): what is unsent, what was saved from here, else what the last page said of it. Undefined for a step that
 * the application does not have.
 */
export function knownStep(shown: WizardData, code: string): KnownStep | undefined {
  const index = shown.steps.findIndex((step) => step.code === code);
  const listed = shown.steps[index];
  const definition = stepByCode(code);
  if (!listed || !definition) return undefined;
  const known = shown.steps.flatMap((step) => knownAnswers(shown, step));
  const metadata = Object.fromEntries(known.map(({ definition, answers }) => [metadataKey(definition), answers]));
  const others = known.filter((one) => one.definition !== definition);
  const own = known.find((one) => one.definition === definition);
  const isReview = code === "review_certification";
  const countries = new Map(shown.countries.map((country) => [country.code, country.name]));
  const wrong = others
    .map(({ definition, title, answers }) => ({
      code: definition.code,
      title,
      problems: validateStep(
        definition,
        withKnown(definition, answers, metadata),
        shown.today,
        namesIn(shown.countries),
        () => applicantIn(metadata),
      ),
    }))
    .filter((one) => one.problems.length > 0);
  const isWrong = new Set(wrong.map((one) => one.code));
  const { needed, ...review } = reviewOf(
    isReview ? others : [],
    metadata,
    isReview ? wrong : [],
    (country) => countries.get(country) ?? country,
  );
  const steps = shown.steps.map((step, place): ListedStep => {
    const open = step.open || place <= index;
    if (step.code === code) return { ...step, open, state: "Current" };
    const isBegun = open && (step.code !== "review_certification" || step.state !== "Not started");
    return {
      ...step,
      open,
      state: !isBegun ? "Not started" : isWrong.has(step.code) ? "Needs attention" : "Complete",
    };
  });
  return {
    ...shown,
    place: index + 1,
    percent: percentAt(steps, index),
    step: { code, title: listed.title },
    previous: shown.steps[index - 1]?.code ?? null,
    isKnown: true,
    // What is unsent of it is put back from the tab.
    answers: openingAnswers(definition, { ...metadata, [metadataKey(definition)]: own?.stored ?? {} }),
    revision: own?.revision ?? 0,
    seen: isReview ? seenText(Object.fromEntries(others.map((one) => [one.definition.code, one.revision]))) : null,
    others: Object.fromEntries(
      others.map(({ definition, stored, revision }) => [definition.code, { answers: stored, revision }]),
    ),
    unsaved: Object.fromEntries(others.map((one) => [metadataKey(one.definition), one.answers])),
    steps,
    ...review,
    // Only the server knows in which files a virus was found.
    later: needed.filter(({ url }) => !url || shown.later.some((one) => one.url === url)),
    phoneCountries: phoneCountries(metadata),
    change: null,
    documents: isReview ? shown.documents : undefined,
    attempt: newAttempt(),
  };
}

/** What is stored of a step of the application, as far as this page knows: nothing for a step that there is not. */
export function storedHere(shown: WizardData, { code, title }: ListedStep) {
  const definition = stepByCode(code);
  if (!definition) return [];
  const { countries } = shown;
  const loaded = code === shown.step.code ? shown : shown.others[code];
  const files = fileAnswers(definition, loaded?.answers ?? {});
  const { fields, revision } = saverOf(shown.id).known(code);
  // What the last page said may be newer than what was saved from here.
  const isNewer = fields && revision > (loaded?.revision ?? -1);
  const stored = isNewer ? { ...files, ...answersOf(definition, fields, countries) } : (loaded?.answers ?? {});
  return [{ code, definition, title, files, stored, revision: Math.max(revision, loaded?.revision ?? 0) }];
}

const knownAnswers = (shown: WizardData, step: ListedStep) =>
  storedHere(shown, step).map(({ code, files, ...known }) => {
    const unsent = readUnsent(shown.id, code);
    const { definition, stored } = known;
    const { countries } = shown;
    const answers = unsent
      ? { ...files, ...answersOfUnsent(definition, unsent, { answers: stored, countries }) }
      : stored;
    return { ...known, answers };
  });
