import { sendLinkAgain } from "~/applications/access/address.server";
import type { HolderContext } from "~/applications/access/as-holder.server";
import { type ApplicationService, type FoundApplication, findApplication } from "~/applications/access/find.server";
import { noteSave } from "~/applications/access/holder-use.server";
import { leaveApplication } from "~/applications/access/resume.server";
import type { Problem } from "~/applications/steps/engine/definition";
import { type Answers, fieldsOf } from "~/applications/steps/engine/definition";
import type { TypedForm } from "~/applications/steps/engine/read-form";
import { fileAnswers } from "~/applications/steps/engine/relevance";
import { shownAnswers, storableAnswers, unfitAnswers } from "~/applications/steps/engine/unfit";
import { todayAround, validateStep } from "~/applications/steps/engine/validate";
import { storedStep } from "~/applications/submission/answers.server";
import type { StepProblems } from "~/applications/submission/completeness.server";
import { isAnyUnreadable } from "~/applications/submission/sealed-answers.server";
import { SubmissionError, submitApplication } from "~/applications/submission/submit.server";
import { detachDocument } from "~/applications/wizard/files/attach-document.server";
import { type ServiceStep, stepsOfService } from "~/applications/wizard/service-steps.server";
import { isDatabaseAway, sqlState } from "~/db/failure.server";
import { countryCodes } from "~/ground/countries.server";
import { unreadableAnswer } from "~/ground/unreadable";
import { log } from "~/log.server";
import { takeSave } from "./limits.server";
import { type NotSaved, saveStep } from "./save-step.server";
import { changedHash, goalOf, notOurs, readStep, type StepForm } from "./step-form.server";

/** The outcome of a step's form, for the page without script and for the script alike. */
export type StepOutcome =
  | { kind: "saved"; step: string; revision: number; savedAt: string; hash?: string }
  | { kind: "moved"; step: string; revision: number; savedAt: string }
  | { kind: "exited" }
  /** To a page of the application, by the end of its address. */
  | { kind: "leaving"; to: "documents" | "browsers" | "email" | `email?said=${"sent" | "limited"}` }
  | { kind: "uploading"; step: string; field: string }
  /** `unsaved`: the names of answers that could not be stored, when the others were (V-ATK-8); without it none were. */
  | {
      kind: "invalid";
      step: string;
      revision: number;
      savedAt: string;
      problems: Problem[];
      answers: Answers;
      unsaved?: string[];
    }
  | { kind: "stale"; step: string; revision: number; stored: Answers; answers: Answers }
  | { kind: "incomplete"; step: string; revision: number; savedAt: string; steps: StepProblems[] }
  /** Complete, and not submitted: there is no email address to write to. */
  | { kind: "unaddressed"; step: string; revision: number; savedAt: string; answers: Answers }
  | { kind: "submitted" }
  | { kind: "already" }
  | { kind: "refused" }
  /** Nothing was changed; the answers are given back, for the page without script to show again. */
  | { kind: "limited"; step: string; revision: number; answers: Answers; retryAfterSeconds: number }
  /** `message` is for the person, or empty. `away`: the database can't be reached, so a later try may succeed. */
  | {
      kind: "failed";
      step: string;
      revision: number;
      answers: Answers;
      message: string;
      away: boolean;
      submitting: boolean;
    };

/** A form of one application from one browser; `find` looks for the application at most once for it. */
type StepWork = {
  context: HolderContext;
  id: string;
  steps: ServiceStep[];
  form: StepForm;
  find: () => Promise<FoundApplication | undefined>;
};

/**
 * Answers one form of the wizard: saves what was typed, and then does what its button says: `save`, `next`, `previous`,
 * `exit`, `documents`, `browsers`, `email`, `send-again`, `goto:{code}`, `add:{list}`, `remove:{list}:{index}`,
 * `upload:{file}`, `detach:{file}`, `phone:{field}:{number}`, `submit`. `found`: the application, where the request has
 * looked for it already. A failure of ours is logged and answered, so that what was typed can be given back. Throws a
 * 400 Response for a form that no page of ours sends.
 */
export async function answerStep(
  context: HolderContext,
  application: ApplicationService,
  given: TypedForm,
  found?: FoundApplication,
): Promise<StepOutcome> {
  const { id } = application;
  const steps = await stepsOfService(application.visaServiceId);
  const form = await readStep(steps, application, given);
  const { intent, revision, typed: answers } = form;
  const step = form.step.definition.code;
  const { allowed, retryAfterSeconds } = takeSave(context);
  if (!allowed) return { kind: "limited", step, revision, answers, retryAfterSeconds };
  let finding = found && Promise.resolve<FoundApplication | undefined>(found);
  const find = () => {
    finding ??= findApplication(id);
    return finding;
  };
  try {
    return await saveAndGo({ context, id, steps, form, find });
  } catch (err) {
    if (err instanceof Response) throw err;
    const away = isDatabaseAway(err);
    if (!away) log.error({ err, step, intent }, "a step could not be saved");
    return { kind: "failed", step, revision, answers, message: wordsOf(err), away, submitting: intent === "submit" };
  }
}

const statuses: Partial<Record<StepOutcome["kind"], number>> = {
  invalid: 422,
  incomplete: 422,
  unaddressed: 422,
  stale: 409,
  already: 409,
  refused: 403,
  limited: 429,
};

/** The HTTP status of an outcome. */
export const statusOf = (outcome: StepOutcome) =>
  outcome.kind === "failed" ? (outcome.away ? 503 : 500) : (statuses[outcome.kind] ?? 200);

/** The header that says when another try makes sense, in seconds. */
export function retryAfter(outcome: StepOutcome): Record<string, string> {
  if (outcome.kind === "limited") return { "Retry-After": String(outcome.retryAfterSeconds) };
  return outcome.kind === "failed" && outcome.away ? { "Retry-After": "10" } : {};
}

/** An outcome as the wizard's script reads it. By its length the shell sees whether compressing it is worth while. */
export function saveAnswer(outcome: StepOutcome) {
  const body = JSON.stringify(outcome);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    ...retryAfter(outcome),
  };
  return { status: statusOf(outcome), headers, body };
}

/** The message of a failure for the person: our own, or that it is a duplicate; otherwise empty. */
function wordsOf(err: unknown) {
  if (err instanceof SubmissionError) return err.message;
  return sqlState(err) === "23505" ? "duplicate (23505)" : "";
}

type Receipt = { step: string; revision: number; savedAt: string };

async function saveAndGo(work: StepWork): Promise<StepOutcome> {
  const { context, id, steps, form } = work;
  const { step, index, intent, revision } = form;
  const code = step.definition.code;
  const { typed, storable, problems, unsaved, isUnreadable } = await sortAnswers(work);
  // Nothing is written in the place of what may be read again once its key is back.
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
  const goal = problems.length > 0 ? index : goalOf(form, steps);
  const places = { place: index + 1, goal: goal + 1, opensGoal: intent === "next", total: steps.length };
  const saved = await saveStep(
    { applicationId: id, holder: context.holder },
    { step, revision, answers: storable, ...places },
  );
  if (!saved.ok) {
    // A submission whose answer was lost comes again: its key gets the stored success (W-SUBMIT-16).
    if (saved.reason === "closed" && intent === "submit")
      return submit(work, typed, { step: code, revision, savedAt: "" });
    return notSaved(saved, code, typed);
  }
  noteSave(context.holder);
  const receipt = { step: code, revision: saved.revision, savedAt: saved.savedAt.toISOString() };
  if (problems.length > 0)
    return {
      kind: "invalid",
      ...receipt,
      problems,
      answers: shownAnswers(typed),
      ...(unsaved.length > 0 ? { unsaved: unsaved.map(({ name }) => name) } : {}),
    };
  if (intent === "submit") return submit(work, typed, receipt);
  return (await leave(work)) ?? (await stay(work, receipt, saved.place));
}

/**
 * The typed answers, together with the files that no form carries: those that can be stored, and problems of the
 * others.
 */
async function sortAnswers({ form, find }: StepWork) {
  const { definition } = form.step;
  const unfit = unfitAnswers(definition, form.typed);
  // Only these saves read the stored answers: for their files, or to leave the value before an unfit answer in place.
  const needsStored = unfit.length > 0 || fieldsOf(definition).some((field) => field.kind === "file");
  const found = needsStored ? await find() : undefined;
  const before = found ? (await storedStep(found.application, definition)).answers : {};
  const typed = { ...form.typed, ...fileAnswers(definition, before) };
  const isChecked = form.intent === "next" || form.intent === "submit";
  const wrong = isChecked ? validateStep(definition, typed, todayAround(), countryCodes) : [];
  const unsaved = unfit.filter(({ visible }) => visible).map(({ name, message }) => ({ name, message }));
  const problems = [...wrong, ...unsaved.filter(({ name }) => !wrong.some((one) => one.name === name))];
  // A date that can't be read is an empty input.
  const isUnreadable = isAnyUnreadable(definition, typed) || isAnyUnreadable(definition, { ...before, ...typed });
  return { typed, storable: storableAnswers(definition, typed, unfit, before), problems, unsaved, isUnreadable };
}

const enterAgain = `${unreadableAnswer} Please enter it again, or try again later.`;

function notSaved(refused: NotSaved, step: string, answers: Answers): StepOutcome {
  switch (refused.reason) {
    case "conflict":
      return { kind: "stale", step, ...refused.detail, answers };
    case "closed":
      return { kind: "already" };
    case "forbidden":
      return { kind: "refused" };
    case "invalid":
      throw notOurs();
  }
}

/** After a save: what leads to another page of the application. */
async function leave({ context, id, form: { intent, step } }: StepWork): Promise<StepOutcome | undefined> {
  if (intent === "documents" || intent === "browsers" || intent === "email") return { kind: "leaving", to: intent };
  if (intent === "exit") {
    await leaveApplication(id);
    return { kind: "exited" };
  }
  if (intent === "send-again") {
    const sent = await sendLinkAgain(context, id);
    if (sent.ok) return { kind: "leaving", to: "email?said=sent" };
    return { kind: "leaving", to: sent.reason === "limited" ? "email?said=limited" : "email" };
  }
  const [verb, name = ""] = intent.split(":");
  return verb === "upload" ? { kind: "uploading", step: step.definition.code, field: name } : undefined;
}

/** After a save: what stays in the wizard, on this step or another one. */
async function stay(work: StepWork, receipt: Receipt, place: number): Promise<StepOutcome> {
  const { steps, form } = work;
  const [verb, field = ""] = form.intent.split(":");
  const revision = verb === "detach" ? await detach(work, field) : undefined;
  if (revision !== undefined) return { kind: "saved", ...receipt, revision, hash: field };
  const hash = changedHash(form);
  if (place === form.index + 1) return { kind: "saved", ...receipt, ...(hash ? { hash } : {}) };
  return { kind: "moved", ...receipt, step: steps[place - 1]?.definition.code ?? receipt.step };
}

/** Takes a file's answer away; the step's revision afterwards, nothing when it could not be. */
async function detach({ context, form, find }: StepWork, field: string): Promise<number | undefined> {
  const found = await find();
  const place = { step: form.step.definition.code, field };
  const detached = found && (await detachDocument(context, found.application, place));
  return detached?.ok ? detached.revision : undefined;
}

async function submit({ context, form, find }: StepWork, answers: Answers, receipt: Receipt): Promise<StepOutcome> {
  const found = await find();
  if (!found) return { kind: "refused" };
  const result = await submitApplication(context, found, form.attempt ?? crypto.randomUUID());
  if (result.ok) return { kind: "submitted" };
  switch (result.reason) {
    case "invalid":
      return { kind: "incomplete", ...receipt, steps: result.detail.steps };
    case "conflict":
      return { kind: "unaddressed", ...receipt, answers };
    case "limited":
      return { kind: "limited", ...receipt, answers, ...result.detail };
    case "closed":
      return { kind: "already" };
    case "forbidden":
      return { kind: "refused" };
  }
}
