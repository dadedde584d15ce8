import { withKnown } from "~/applications/steps/answers-in";
import { openQuestions } from "~/applications/steps/asked-again";
import { applicantIn } from "~/applications/steps/contradictions/applicant";
import { earlierHints, followed, openingAnswers } from "~/applications/steps/earlier-answers";
import { phoneCountries } from "~/applications/steps/phone-countries";
import { metadataKey, stepByCode } from "~/applications/steps/registry";
import { seenText } from "~/applications/stored-answers/seen";
import type { WizardData } from "~/applications/wizard/data.server";
import { reviewOf } from "~/applications/wizard/review/review-data";
import type { ListedStep } from "~/applications/wizard/step-list";
import { namesIn } from "~/core/countries/country-options";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { percentAt } from "~/core/percent-at";
import type { Metadata } from "~/db/schema/applications";
import { type Answers, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { fileAnswers } from "~/form-engine/relevance";
import { validateStep } from "~/form-engine/validate";
import { formOf } from "~/form-engine/write-form";
import { saverOf } from "./saver";
import { readUnsent, storeUnsent } from "./unsent";
import { answersOf, answersOfUnsent, type Unsent, withoutAnswers } from "./unsent-fields";

/** Marks a step opened offline. `unsaved`: unacknowledged answers of other steps; `known`: all answers then. */
export type KnownStep = WizardData & { isKnown: true; unsaved: Metadata; known: Metadata };

/** Builds a step's page for an offline person from unsent answers, else from the last save or page (N-LINE-4). */
export function knownStep(shown: WizardData | KnownStep, code: string): KnownStep | undefined {
  const index = shown.steps.findIndex((step) => step.code === code);
  const listed = shown.steps[index];
  const definition = stepByCode(code);
  if (!listed || !definition) return undefined;
  const { known, all: metadata } = knownAnswers(shown);
  const own = known.find((candidate) => candidate.definition === definition);
  const { [metadataKey(definition)]: _, ...besides } = metadata;
  const otherSteps = known.filter((candidate) => candidate.definition !== definition);
  const isReview = code === "review_certification";
  const countries = new Map(shown.countries.map((country) => [country.code, country.name]));
  const countryName = (country: string) => countries.get(country) ?? country;
  const wrong = otherSteps
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
    .filter((entry) => entry.problems.length > 0);
  const isOpen = ({ definition, answers }: (typeof known)[number]) =>
    openQuestions(shown.asked.questions, definition, withKnown(definition, answers, metadata)).length > 0;
  const isWrong = new Set([...wrong, ...otherSteps.filter(isOpen)].map(({ code }) => code));
  const { needed, ...review } = reviewOf(
    isReview ? otherSteps : [],
    metadata,
    isReview ? wrong : [],
    countryName,
    shown.asked.questions,
  );
  const steps = shown.steps.map((step, position): ListedStep => {
    const open = step.open || position <= index;
    if (step.code === code) return { ...step, open, state: "Current" };
    const isStarted = open && (step.code !== "review_certification" || step.state !== "Not started");
    return {
      ...step,
      open,
      state: !isStarted ? "Not started" : isWrong.has(step.code) ? "Needs attention" : "Complete",
    };
  });
  return {
    ...shown,
    place: index + 1,
    percent: percentAt(index + 1, steps.length),
    step: { code, title: listed.title },
    previous: shown.steps[index - 1]?.code ?? null,
    isKnown: true,
    // Its own unsent answers are restored from the tab.
    answers: openingAnswers(definition, {
      ...besides,
      ...(own?.stored && { [metadataKey(definition)]: own.stored }),
    }),
    earlier: earlierHints(
      definition,
      metadata,
      steps.flatMap((step) => stepByCode(step.code) ?? []),
      countryName,
    ),
    revision: own?.revision ?? 0,
    seen: isReview
      ? seenText(Object.fromEntries(otherSteps.map((otherStep) => [otherStep.definition.code, otherStep.revision])))
      : null,
    // Includes this step, because the answers above are its initial ones.
    others: Object.fromEntries(
      known.flatMap(({ definition, stored, revision }) =>
        stored ? [[definition.code, { answers: stored, revision }]] : [],
      ),
    ),
    known: metadata,
    unsaved: Object.fromEntries(otherSteps.map((otherStep) => [metadataKey(otherStep.definition), otherStep.answers])),
    steps,
    ...review,
    // Only the server knows in which files a virus was found.
    later: needed.filter(({ url }) => !url || shown.later.some((laterFile) => laterFile.url === url)),
    phoneCountries: phoneCountries(metadata),
    change: null,
    documents: isReview ? shown.documents : undefined,
    attempt: newIdempotencyKey(),
  };
}

/** The stored answers of a step as far as this page knows; empty for an unknown step. */
export function storedHere(shown: WizardData, { code, title }: ListedStep) {
  const definition = stepByCode(code);
  if (!definition) return [];
  const { countries } = shown;
  const loaded = shown.others[code] ?? (code === shown.step.code ? shown : undefined);
  const files = fileAnswers(definition, loaded?.answers ?? {});
  const { fields, revision } = saverOf(shown.id).known(code);
  // The last loaded page may be newer than the last save from this one.
  const isNewer = fields && revision > (loaded?.revision ?? -1);
  const stored = isNewer ? { ...files, ...answersOf(definition, fields, countries) } : loaded?.answers;
  const latest = Math.max(revision, loaded?.revision ?? 0);
  return [{ code, definition, title, files, loaded: loaded?.answers, stored, revision: latest }];
}

/** Unsent answers, else stored ones. Those that follow a change on the screen are updated as on the server. */
function knownAnswers(shown: WizardData & Partial<KnownStep>) {
  const { id, countries } = shown;
  const here = shown.steps
    .flatMap((step) => storedHere(shown, step))
    .map((step) => ({ ...step, key: metadataKey(step.definition), unsent: readUnsent(id, step.code) }));
  const byKey = (answersOf: (step: (typeof here)[number]) => Answers | undefined): Metadata =>
    Object.fromEntries(
      here.flatMap((step) => {
        const answers = answersOf(step);
        return answers ? [[step.key, answers]] : [];
      }),
    );
  const current = byKey(({ definition, files, stored, unsent }) =>
    unsent ? { ...files, ...answersOfUnsent(definition, unsent, { answers: stored ?? {}, countries }) } : stored,
  );
  const all = followed(shown.known ?? byKey(({ loaded }) => loaded), current);
  const known = here.map(({ key, unsent, ...step }) => {
    const answers = all[key] ?? {};
    if (unsent && answers !== current[key])
      storeUnsent(id, step.code, withFollowed(step.definition, unsent, current[key] ?? {}, answers));
    return { ...step, answers, stored: unsent ? step.stored : all[key] };
  });
  return { known, all };
}

function withFollowed(step: StepDefinition, unsent: Unsent, before: Answers, after: Answers): Unsent {
  const names = fieldsOf(step).flatMap(({ name }) => (before[name] === after[name] ? [] : [name]));
  const changed = formOf(step, Object.fromEntries(names.map((name) => [name, after[name]])));
  return { ...unsent, fields: [...withoutAnswers(unsent.fields, names), ...changed] };
}
