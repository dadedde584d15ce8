import { emailStateOf } from "~/applications/access/email-state.server";
import type { FoundApplication } from "~/applications/access/find.server";
import { myRenewals } from "~/applications/access/renewals.server";
import { differencesFrom } from "~/applications/passport/compare.server";
import { waitingIn } from "~/applications/passport/reading-states";
import { passportPages } from "~/applications/passport/readings.server";
import { answersFromPassport, suggestionFrom } from "~/applications/passport/suggest.server";
import { type PaymentTerms, paymentTerms } from "~/applications/payment/payment-terms.server";
import { answersIn } from "~/applications/steps/answers-in";
import { type AskedQuestions, openQuestions } from "~/applications/steps/asked-again";
import { applicantIn } from "~/applications/steps/contradictions/applicant";
import type { Asked } from "~/applications/steps/contradictions/asked";
import { earlierHints, openingAnswers } from "~/applications/steps/earlier-answers";
import type { NeededFile } from "~/applications/steps/needed-files";
import { phoneCountries } from "~/applications/steps/phone-countries";
import { metadataKey } from "~/applications/steps/registry";
import { revisionOf, seenNow, storedAnswers } from "~/applications/stored-answers/answers.server";
import { answersToCheck, problemsOf } from "~/applications/stored-answers/completeness.server";
import { seenText } from "~/applications/stored-answers/seen";
import { countryList, countryName, countryNames } from "~/core/countries.server";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { percentAt } from "~/core/percent-at";
import { nassauDay } from "~/core/time";
import type { Metadata } from "~/db/schema/applications";
import { describedHintsOf } from "~/documents/hints/hints.server";
import { fieldsOf } from "~/form-engine/definition";
import { isPresent } from "~/form-engine/relevance";
import { todayAround, validateStep } from "~/form-engine/validate";
import { inputId } from "../access/step-url";
import { agedDocuments, newerOne } from "../required-files/aged-documents";
import { missingFiles } from "../required-files/missing.server";
import { filesByRequirement, isEmpty, removedFiles } from "../required-files/requirements.server";
import { type ServiceStep, stepsOfService } from "../steps/service-steps.server";
import { noLongerAskedFor } from "./files/file-limits";
import { hintedFiles } from "./files/hinted-files";
import { questionRules } from "./files/places.server";
import { readAgreementOnReview } from "./review/agreement-on-review.server";
import { reviewOf } from "./review/review-data";
import type { ListedStep, StepState } from "./step-list";

export type WizardData = Awaited<ReturnType<typeof wizardData>>;

type Shown = { change?: string | null; isSharedDevice?: boolean; cookie?: string | null };

/** Loads the step `code` if it was reached, otherwise the current one. `change`: the input changed from the review. */
export async function wizardData(
  found: FoundApplication,
  code: string | null,
  { change = null, isSharedDevice = false, cookie = null }: Shown = {},
) {
  const { application } = found;
  const steps = await stepsOfService(application.visaServiceId);
  const requested = steps.findIndex((step) => step.definition.code === code);
  const reached = Math.min(Math.max(application.furthestStep, 1), steps.length);
  const index = requested >= 0 && requested < reached ? requested : Math.min(application.currentStep, steps.length) - 1;
  const step = steps[index] ?? steps[0];
  if (!step) throw new Error("A service has no steps");
  const isReview = step.definition.code === "review_certification";
  const otherSteps = steps.filter((candidate) => candidate !== step);
  const reviewed = isReview ? otherSteps : [];
  const answers = await storedAnswers(application);
  const asked = await askedIn(application, steps);
  const { needed, ...review } = reviewOf(
    reviewed,
    answers,
    problemsOf(reviewed, answers),
    countryName,
    asked.questions,
  );
  const shownSteps = steps.map((serviceStep, position) =>
    listed({ answers, asked: asked.questions }, serviceStep, position, index, reached),
  );
  const documents = isReview ? await documentsOf(application, needed, { steps: otherSteps, answers }) : undefined;
  return {
    view: "wizard" as const,
    id: application.id,
    number: application.applicationNumber,
    /** Applicant and date tell several applications of one browser apart. */
    applicant: application.applicantName,
    begunAt: application.createdAt.toISOString(),
    serviceName: found.serviceName,
    tierName: application.tierName,
    /** Compared with the answers to find contradictions. */
    visa: found.visa,
    ...(await passportIn(found, steps, answers, step)),
    isSharedDevice,
    savedAt: application.lastUpdatedAt.toISOString(),
    address: await emailStateOf(application),
    place: index + 1,
    total: steps.length,
    percent: percentAt(index + 1, steps.length),
    step: { code: step.definition.code, title: step.title },
    previous: steps[index - 1]?.definition.code ?? null,
    change: !isReview && isReviewReached(steps, reached) && inputId.test(change ?? "") ? change : null,
    answers: openingAnswers(step.definition, answers),
    earlier: earlierHints(
      step.definition,
      answers,
      steps.map(({ definition }) => definition),
      countryName,
    ),
    revision: revisionOf(application, step.definition),
    /** For the review: what it shows of the other steps, as only that is certified. */
    seen: isReview ? seenText(seenNow(otherSteps, application)) : null,
    others: Object.fromEntries(otherSteps.flatMap((otherStep) => storedIn(application, otherStep, answers))),
    steps: shownSteps,
    added: addedSince(application, steps.slice(0, reached), answers),
    countries: countryList,
    phoneCountries: phoneCountries(answers),
    today: todayAround(),
    ...(await questionRules(application.visaServiceId, steps)),
    removed: await removedIn(application.id, step, answers),
    hints: await hintsIn(step, answers),
    ...review,
    /** What a renewal asks for again: questions by step key, answered or not, and missing documents. */
    asked,
    renews: application.renewsId ? (await myRenewals(application, cookie)).renews : null,
    /** Every step has it, because the review may be opened offline. */
    payment: (await paymentTerms(found)) as PaymentTerms | null,
    /** For the review: whether the agreement is signed; null while none is offered. */
    agreement: isReview ? await readAgreementOnReview(application.id) : null,
    later: documents?.later ?? [],
    documents,
    /** For the review: files with hints that nobody answered. */
    hinted: documents?.hinted ?? [],
    signatureDate: nassauDay(),
    attempt: newIdempotencyKey(),
  };
}

/** What the wizard shows of the passport's page: the differences, and in the two steps that it answers the box. */
async function passportIn(
  { application, visa }: FoundApplication,
  steps: ServiceStep[],
  all: Metadata,
  step: ServiceStep,
) {
  const { states, answeredAt, reading } = await passportPages(application.id);
  const isHere = answersFromPassport.includes(step.definition.code);
  return {
    /** Answers that differ from the passport's page. */
    differences: reading
      ? await differencesFrom(reading, answersToCheck(steps, all, visa), application.id)
      : ([] as Asked[]),
    passport: {
      suggestion: isHere ? suggestionFrom(reading, all) : null,
      waiting: isHere ? waitingIn(states) : [],
      // In other steps the form has nothing of it, so it stays as it is.
      answeredAt: (isHere && answeredAt?.toISOString()) || "",
    },
  };
}

/**
 * Steps that the office added before the furthest one. A draft whose steps were all opened at once has more unsaved
 * steps than saved ones, and gets no notice.
 */
function addedSince(application: FoundApplication["application"], reached: readonly ServiceStep[], all: Metadata) {
  const before = reached.slice(0, -1);
  const unsaved = before.filter(({ definition }) => revisionOf(application, definition) === 0);
  if (unsaved.length * 2 >= before.length) return [];
  return unsaved
    .filter(({ definition }) => !Object.values(all[metadataKey(definition)] ?? {}).some(isPresent))
    .map(({ definition, title }) => ({ code: definition.code, title }));
}

const removedIn = async (id: string, { definition }: ServiceStep, all: Metadata): Promise<string[]> =>
  fieldsOf(definition).some(({ kind, name }) => kind === "file" && isPresent(all[metadataKey(definition)]?.[name]))
    ? removedFiles(id)
    : [];

/** What we noticed about the files of a step, by URL. */
async function hintsIn({ definition }: ServiceStep, all: Metadata): Promise<Record<string, string[]>> {
  const urls = fieldsOf(definition)
    .filter(({ kind }) => kind === "file")
    .flatMap(({ name }) => all[metadataKey(definition)]?.[name] ?? [])
    .filter((url) => typeof url === "string");
  const idOf = (url: string) => url.replace(/^\/documents\//, "");
  const hintsOf = await describedHintsOf(urls.map(idOf));
  return Object.fromEntries(urls.map((url) => [url, hintsOf(idOf(url))]));
}

function storedIn(application: FoundApplication["application"], { definition }: ServiceStep, all: Metadata) {
  const answers = all[metadataKey(definition)];
  return answers ? [[definition.code, { answers, revision: revisionOf(application, definition) }] as const] : [];
}

/** A question's file counts as given if its document was uploaded among the documents. */
async function askedIn(application: FoundApplication["application"], steps: readonly ServiceStep[]) {
  const { askedAnew } = application;
  if (!askedAnew) return { questions: {}, documents: [] };
  const { slots } = await filesByRequirement(application);
  const uploaded = new Set(slots.filter((slot) => !isEmpty(slot)).map(({ type }) => type));
  const questions = steps.flatMap(({ definition }): [string, string[]][] => {
    const names = askedAnew.answers[metadataKey(definition)] ?? [];
    const asked = fieldsOf(definition).filter(
      (field) => names.includes(field.name) && !(field.kind === "file" && uploaded.has(field.documentType)),
    );
    return asked.length > 0 ? [[metadataKey(definition), asked.map(({ name }) => name)]] : [];
  });
  const missing = slots.filter(({ type }) => askedAnew.documents.includes(type) && !uploaded.has(type));
  return { questions: Object.fromEntries(questions), documents: missing.map(({ name }) => name) };
}

const isReviewReached = (steps: readonly ServiceStep[], reached: number) =>
  steps.slice(0, reached).some(({ definition }) => definition.code === "review_certification");

async function documentsOf(
  application: FoundApplication["application"],
  needed: readonly NeededFile[],
  { steps, answers }: { steps: readonly ServiceStep[]; answers: Metadata },
) {
  const files = await filesByRequirement(application);
  const { documents: missing, later } = missingFiles(files, needed);
  const aged = agedDocuments(files.slots);
  const former = { type: "no-longer-asked-for", name: noLongerAskedFor, files: files.former };
  const shown = files.former.length > 0 ? [...files.slots, former] : files.slots;
  return {
    missing,
    later,
    aged: aged.map(({ type, name, says, answer, isDated }) => ({ type, name, says, answer, isDated })),
    /** Those of which a submission requests a newer one. */
    newer: aged.flatMap(({ name, tooOldOf }) => (tooOldOf ? [newerOne(name)] : [])),
    hinted: hintedFiles(files, steps, answers),
    slots: shown.map(({ type, name, files }) => ({ type, name, files: files.map((file) => file.name) })),
  };
}

type Answered = { answers: Metadata; asked: AskedQuestions };

function listed(all: Answered, step: ServiceStep, position: number, current: number, reached: number): ListedStep {
  const open = position < reached;
  return {
    code: step.definition.code,
    title: step.title,
    ...{ hint: step.hint, help: step.help },
    open,
    state: stateOf(all, step, position, current, open),
  };
}

function stateOf(
  { answers: all, asked }: Answered,
  { definition }: ServiceStep,
  position: number,
  current: number,
  open: boolean,
): StepState {
  if (position === current) return "Current";
  const answers = answersIn(all, definition);
  if (!open || (definition.code === "review_certification" && !Object.values(answers).some(isPresent)))
    return "Not started";
  if (openQuestions(asked, definition, answers).length > 0) return "Needs attention";
  const problems = validateStep(definition, answers, todayAround(), countryNames, () => applicantIn(all));
  return problems.length === 0 ? "Complete" : "Needs attention";
}
