import type { HolderContext } from "~/applications/access/as-holder.server";
import { keepCurrentEmail } from "~/applications/access/change/keep-current-email.server";
import { sendLinkAgain } from "~/applications/access/email-state.server";
import { type ApplicationService, type FoundApplication, findApplication } from "~/applications/access/find.server";
import { noteSave } from "~/applications/access/holder-use.server";
import { leaveApplication } from "~/applications/access/resume.server";
import { withDifferences } from "~/applications/passport/compare.server";
import { withKnown } from "~/applications/steps/answers-in";
import { applicantInfo } from "~/applications/steps/applicant-info";
import { applicantIn } from "~/applications/steps/contradictions/applicant";
import { type Asked, canContradict, openContradictions } from "~/applications/steps/contradictions/asked";
import { metadataKey } from "~/applications/steps/registry";
import { type ServiceStep, stepsOfService } from "~/applications/steps/service-steps.server";
import { readRawMetadata, storedStep } from "~/applications/stored-answers/answers.server";
import { answersToCheck } from "~/applications/stored-answers/completeness.server";
import { isAnyUnreadable } from "~/applications/stored-answers/sealed-answers.server";
import { readVisa } from "~/applications/stored-answers/visa.server";
import { SubmissionError, submitApplication } from "~/applications/submit/submit.server";
import { detachDocument } from "~/applications/wizard/files/attach-document.server";
import { keepHintOfAnswer } from "~/applications/wizard/files/keep-hint.server";
import { countryNames } from "~/core/countries.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { unreadableAnswer } from "~/core/unreadable";
import { db } from "~/db/client.server";
import { isDatabaseUnavailable, sqlState } from "~/db/failure.server";
import { type Answers, fieldsOf } from "~/form-engine/definition";
import type { SubmittedFields } from "~/form-engine/read-form";
import { fileAnswers } from "~/form-engine/relevance";
import { shownAnswers, shownProblems, storableAnswers, unstorableAnswers } from "~/form-engine/storable";
import { todayAround, validateStep } from "~/form-engine/validate";
import { log } from "~/log.server";
import { declinePassport, fillFromPassport } from "../passport/fill-from-passport.server";
import { consumeSaveLimit } from "./limits.server";
import { type NotSaved, saveStep } from "./save-step.server";
import { goalOf, notOurs, placeIn, readStep, returnsToReview, type StepForm } from "./step-form.server";
import type { StepOutcome } from "./step-outcome";
import { applySubmittedEmail, type SubmittedEmail, submittedEmail } from "./submitted-email.server";

type StepWork = {
  context: HolderContext;
  id: string;
  steps: ServiceStep[];
  form: StepForm;
  find: () => Promise<FoundApplication | undefined>;
};

/**
 * Saves the answers, then does what the button says: `save`, `next`, `previous`, `exit`, `documents`,
 * `documents:{type}`, `browsers`, `agreement`, `email`, `send-again`, `use-email`, `keep-email`, `keep-address`,
 * `goto:{code}`, `goto:{code}:{input}` to change one answer, `add:{list}`, `remove:{list}:{index}`, `upload:{file}`,
 * `detach:{file}`, `keep-hint:{file}`, `no-to-all:{group}`, `undo-no:{mark}`, `use-reading:{document}`,
 * `decline-reading:{document}`, `phone:{field}:{number}`, `submit`. Logs unexpected errors and returns the answers.
 * Throws a 400 Response for a form that is not ours.
 */
export async function handleStepForm(
  context: HolderContext,
  application: ApplicationService,
  submitted: SubmittedFields,
  found?: FoundApplication,
): Promise<StepOutcome> {
  const { id } = application;
  const steps = await stepsOfService(application.visaServiceId);
  let finding = found && Promise.resolve<FoundApplication | undefined>(found);
  const find = () => {
    finding ??= findApplication(id);
    return finding;
  };
  const form = await readStep(steps, application, submitted, { keepsHidden: true });
  const { intent, revision, typed: answers } = form;
  const step = form.step.definition.code;
  const limit = consumeSaveLimit(context);
  const { retryAfterSeconds } = limit;
  if (!limit.allowed)
    return { kind: "limited", step, revision, answers, message: tooMany("saves came", limit), retryAfterSeconds };
  try {
    return await saveAndGo({ context, id, steps, form, find });
  } catch (err) {
    if (err instanceof Response) throw err;
    const isUnavailable = isDatabaseUnavailable(err);
    if (!isUnavailable) log.error({ err, step, intent }, "a step could not be saved");
    return {
      kind: "failed",
      step,
      revision,
      answers,
      message: wordsOf(err),
      away: isUnavailable,
      submitting: intent === "submit",
    };
  }
}

/** The part of an error that the person may read: our own message, or that it is a duplicate. */
function wordsOf(err: unknown) {
  if (err instanceof SubmissionError) return err.message;
  return sqlState(err) === "23505" ? "duplicate (23505)" : "";
}

type Receipt = { step: string; revision: number; savedAt: string };

async function saveAndGo(work: StepWork): Promise<StepOutcome> {
  const { context, id, steps, form, find } = work;
  const { step, index, intent, revision } = form;
  const code = step.definition.code;
  const { typed, storable, problems, unsaved, isUnreadable } = await sortAnswers(work);
  // Unreadable answers may be readable again once their key is back, so they are not overwritten.
  if (isUnreadable)
    return {
      kind: "failed",
      step: code,
      revision,
      answers: typed,
      message: enterAgain,
      away: false,
      submitting: false,
    };
  const newEmail = problems.length === 0 && !form.isHidden ? await submittedEmail(form, typed, find) : undefined;
  const asked = problems.length === 0 && intent === "next" ? await contradictionsWith(work, typed) : [];
  const save = (goal: number, since: number) =>
    saveStep(
      { applicationId: id, holder: context.holder },
      {
        ...{ step, revision: since, answers: storable, steps },
        ...{ place: index + 1, goal: goal + 1, opensGoal: intent === "next" && !returnsToReview(form) },
      },
    );
  const stays = problems.length > 0 || asked.length > 0;
  const position = form.isHidden ? await currentPosition(work) : index;
  let saved = await save(stays || newEmail ? position : goalOf({ ...form, index: position }, steps), revision);
  if (!saved.ok) {
    // A submission whose response was lost is sent again, and gets the success stored under its key.
    if (saved.reason === "closed" && intent === "submit")
      return submit(work, typed, { step: code, revision, savedAt: "" });
    if (saved.reason === "forbidden" && !(await findApplication(id))) return { kind: "deleted" };
    return notSaved(saved, code, typed);
  }
  noteSave(context.holder);
  if (newEmail) {
    const stopped = await settle(work, newEmail, typed, receiptOf(code, saved));
    if (stopped) return stopped;
    if (!stays) saved = await save(goalOf(form, steps), saved.revision);
    if (!saved.ok) return notSaved(saved, code, typed);
  }
  const receipt = receiptOf(code, saved);
  if (problems.length > 0)
    return {
      kind: "invalid",
      ...receipt,
      problems,
      answers: shownAnswers(typed),
      ...(unsaved.length > 0 ? { unsaved: unsaved.map(({ name }) => name) } : {}),
    };
  if (asked.length > 0) return { kind: "contradicted", ...receipt, asked, answers: shownAnswers(typed) };
  if (intent === "submit") return submit(work, typed, receipt);
  return (await leave(work)) ?? (await stay(work, receipt, saved.place));
}

/** The draft's current position, for a step that was hidden after its page was opened. */
async function currentPosition({ find, steps }: StepWork): Promise<number> {
  const draft = await find();
  return Math.min(draft?.application.currentStep ?? 1, steps.length) - 1;
}

const receiptOf = (step: string, { revision, savedAt }: { revision: number; savedAt: Date }): Receipt => ({
  step,
  revision,
  savedAt: savedAt.toISOString(),
});

/**
 * Returns an outcome if the step is not left. `Save & Exit` leaves even with a refused address: `Next Step` says so
 * when the applicant is back.
 */
async function settle(
  { context, id, form }: StepWork,
  submitted: SubmittedEmail,
  stepAnswers: Answers,
  receipt: Receipt,
): Promise<StepOutcome | undefined> {
  const answers = shownAnswers(stepAnswers);
  if (submitted.meant) return { kind: "mistyped", ...receipt, meant: submitted.meant, answers };
  const stopped = await applySubmittedEmail(context, id, submitted);
  if (!stopped) return undefined;
  if (typeof stopped === "string") return { kind: stopped };
  if (form.intent === "exit") return undefined;
  const { problem, tooMany } = stopped;
  return { kind: "invalid", ...receipt, problems: [problem], answers, ...(tooMany ? { tooMany } : {}) };
}

async function sortAnswers({ id, form, find }: StepWork) {
  const { definition } = form.step;
  const hasUnstorable = unstorableAnswers(definition, form.typed).length > 0;
  // Only these saves read the stored answers, for the name, files, or the old value of an unstorable one.
  const isChecked = form.intent === "next" || form.intent === "submit";
  const isSigned = isChecked && fieldsOf(definition).some((field) => "signature" in field);
  const needsStored = isSigned || hasUnstorable || fieldsOf(definition).some((field) => field.kind === "file");
  const found = needsStored ? await find() : undefined;
  const before = found ? (await storedStep(found.application, definition)).answers : {};
  const answers = { ...form.typed, ...fileAnswers(definition, before) };
  const step1 = isSigned && found ? (await storedStep(found.application, applicantInfo)).answers : {};
  const applicant = () => applicantIn({ step1 });
  const rawMetadata = (isChecked || hasUnstorable) && definition.knows ? await readRawMetadata(id) : undefined;
  const known = withKnown(definition, answers, rawMetadata ?? {});
  // Whether a question is shown may depend on other steps.
  const unstorable = hasUnstorable ? unstorableAnswers(definition, known) : [];
  const wrong = isChecked ? validateStep(definition, known, todayAround(), countryNames, applicant) : [];
  const unsaved = shownProblems(unstorable);
  const problems = [...wrong, ...unsaved.filter(({ name }) => !wrong.some((problem) => problem.name === name))];
  // An unreadable date would be rendered as an empty input.
  const isUnreadable = isAnyUnreadable(definition, answers) || isAnyUnreadable(definition, { ...before, ...answers });
  return {
    typed: answers,
    storable: storableAnswers(definition, answers, unstorable, before),
    problems,
    unsaved,
    isUnreadable,
  };
}

async function contradictionsWith({ id, form, steps }: StepWork, answers: Answers): Promise<Asked[]> {
  const { definition } = form.step;
  const stored = canContradict(definition) ? await readRawMetadata(id) : undefined;
  if (!stored) return [];
  const visa = await readVisa(id, db);
  const all = answersToCheck(steps, { ...stored, [metadataKey(definition)]: answers }, visa);
  return openContradictions(await withDifferences(all, id, db, definition), definition);
}

const enterAgain = `${unreadableAnswer} Please enter it again, or try again later.`;

const closed = ({ status }: { status: string }): StepOutcome => ({
  kind: status === "withdrawn" ? "withdrawn" : "already",
});

function notSaved(refused: NotSaved, step: string, answers: Answers): StepOutcome {
  switch (refused.reason) {
    case "conflict":
      return { kind: "stale", step, ...refused.detail, answers };
    case "closed":
      return closed(refused.detail);
    case "forbidden":
      return { kind: "refused" };
    case "invalid":
      throw notOurs();
  }
}

async function leave({ context, id, form: { intent, step, change } }: StepWork): Promise<StepOutcome | undefined> {
  if (intent === "documents" || intent === "browsers" || intent === "agreement" || intent === "email")
    return { kind: "leaving", to: intent };
  const document = /^documents:(.+)$/.exec(intent)?.[1];
  if (document) return { kind: "leaving", to: `documents#${document}` };
  if (intent === "exit") {
    await leaveApplication(id);
    return { kind: "exited" };
  }
  if (intent === "send-again") {
    const sent = await sendLinkAgain(context, id);
    if (sent.ok) return { kind: "leaving", to: "email?said=sent" };
    return { kind: "leaving", to: sent.reason === "limited" ? "email?said=limited" : "email" };
  }
  if (intent === "keep-address" && !(await keepCurrentEmail(context, id)).ok) return { kind: "refused" };
  const [verb, name = ""] = intent.split(":");
  return verb === "upload" ? { kind: "uploading", step: step.definition.code, field: name, change } : undefined;
}

async function stay(work: StepWork, receipt: Receipt, position: number): Promise<StepOutcome> {
  const { steps, form } = work;
  const [verb, field = ""] = form.intent.split(":");
  const revision = verb === "detach" ? await detach(work, field) : undefined;
  const passport = await answerPassport(work, verb, field);
  if (verb === "keep-hint") await keep(work, field);
  const step = steps[position - 1]?.definition.code ?? receipt.step;
  const kind = step === receipt.step ? "saved" : "moved";
  return {
    kind,
    ...receipt,
    ...(revision === undefined ? {} : { revision }),
    step,
    ...placeIn(form, step),
    ...passport,
  };
}

/**
 * Both buttons of the box about the passport's page. The receipt keeps the revision of the save: what is typed until
 * the page shows the new answers must not overwrite them.
 */
async function answerPassport({ context, id, form }: StepWork, verb: string | undefined, document: string) {
  if (verb === "decline-reading") await declinePassport(context, id, document);
  if (verb !== "use-reading") return undefined;
  const used = await fillFromPassport(context, id, { document, values: form.passportValues });
  return { filled: used.ok ? used.filled : 0, hash: "passport-filled" };
}

/** Returns the step's new revision, or undefined if the file could not be removed. */
async function detach({ context, form, find }: StepWork, field: string): Promise<number | undefined> {
  const found = await find();
  const question = { step: form.step.definition.code, field };
  const detached = found && (await detachDocument(context, found.application, question));
  return detached?.ok ? detached.revision : undefined;
}

async function keep({ context, form, find }: StepWork, field: string): Promise<void> {
  const found = await find();
  if (found) await keepHintOfAnswer(context, found.application, { step: form.step.definition.code, field });
}

async function submit({ context, form, find }: StepWork, answers: Answers, receipt: Receipt): Promise<StepOutcome> {
  const found = await find();
  if (!found) return { kind: "deleted" };
  const seen = form.seen && { ...form.seen, [receipt.step]: receipt.revision };
  const result = await submitApplication(context, found, { attempt: form.attempt ?? crypto.randomUUID(), seen });
  if (result.ok) return { kind: "submitted" };
  switch (result.reason) {
    case "invalid":
      if (result.detail.steps.length > 0) return { kind: "incomplete", ...receipt, steps: result.detail.steps };
      return { kind: "contradicted", ...receipt, asked: result.detail.asked, answers: shownAnswers(answers) };
    case "conflict":
      return result.detail.why === "changed"
        ? { kind: "changed", ...receipt, message: result.detail.message, answers: shownAnswers(answers) }
        : { kind: "unaddressed", ...receipt, answers: shownAnswers(answers) };
    case "limited":
      return { kind: "limited", ...receipt, answers, message: result.message, ...result.detail };
    case "closed":
      return closed(result.detail);
    case "forbidden":
      return { kind: "refused" };
  }
}
