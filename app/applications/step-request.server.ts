import { z } from "zod";
import { isDatabaseAway, sqlState } from "~/db/failure.server";
import { log } from "~/log.server";
import { sendLinkAgain } from "./address.server";
import { detachDocument } from "./attach-document.server";
import { countryCodes } from "./countries.server";
import { type ApplicationService, type FoundApplication, findApplication } from "./find.server";
import { noteSave } from "./holder-use.server";
import { leaveApplication } from "./resume.server";
import { takeSave } from "./save-limits.server";
import { type SaveResult, saveStep } from "./save-step.server";
import { configuredSteps, type ServiceStep, stepsOfService } from "./service-steps.server";
import { type Answers, fieldsOf, type StepDefinition } from "./steps/definition";
import { readStepForm, type TypedForm } from "./steps/read-form";
import { metadataKey } from "./steps/registry";
import { entriesOf, fileAnswers } from "./steps/relevance";
import { shownAnswers, storableAnswers, unfitAnswers } from "./steps/unfit";
import { type Problem, todayAround, validateStep } from "./steps/validate";
import { type StepProblems, SubmissionError, submitApplication } from "./submit.server";

/** What became of a step's form, for the page without script and for the script alike. */
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

const envelope = z.object({
  step: z.string(),
  revision: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  intent: z
    .string()
    .regex(
      /^(save|next|previous|exit|documents|browsers|email|send-again|submit|goto:\w+|add:\w+|remove:\w+:\d+|upload:\w+|detach:\w+)$/,
    )
    .default("save"),
  attempt: z.uuid().optional(),
});

/** What a form carries around the answers. */
const around = ["step", "revision", "intent", "attempt"] as const;

export type Asking = { address: string; holder: string };
type StepForm = z.infer<typeof envelope> & { index: number; typed: Answers };

/**
 * Answers one form of the wizard: saves what was typed, and then does what its button says: `save`, `next`, `previous`,
 * `exit`, `documents`, `browsers`, `email`, `send-again`, `goto:{code}`, `add:{list}`, `remove:{list}:{index}`,
 * `upload:{file}`, `detach:{file}`, `submit`. A failure of
 * ours is logged and answered, so that what was typed can be given back. Throws a 400 Response for a form that no page
 * of ours sends.
 */
export async function answerStep(
  asking: Asking,
  application: ApplicationService,
  form: TypedForm,
): Promise<StepOutcome> {
  const parsed = envelope.safeParse(Object.fromEntries(around.map((name) => [name, form.get(name) ?? undefined])));
  const steps = await stepsOfService(application.visaServiceId);
  const index = steps.findIndex((step) => step.definition.code === parsed.data?.step);
  const definition = steps[index]?.definition;
  // A step that only the configuration knows is not ours only if the configuration says so: a failed read is no answer.
  if (parsed.success && !definition) await configuredSteps(application.visaServiceId);
  if (!parsed.success || !definition) throw notOurs();
  const { intent, revision, step } = parsed.data;
  const typed = withListChange(definition, readStepForm(definition, form), intent);
  const { allowed, retryAfterSeconds } = takeSave(asking);
  if (!allowed) return { kind: "limited", step, revision, answers: typed, retryAfterSeconds };
  try {
    return await saveAndGo(asking, application, steps, { ...parsed.data, index, typed });
  } catch (err) {
    if (err instanceof Response) throw err;
    const away = isDatabaseAway(err);
    if (!away) log.error({ err, step, intent }, "a step could not be saved");
    return {
      kind: "failed",
      step,
      revision,
      answers: typed,
      message: wordsOf(err),
      away,
      submitting: intent === "submit",
    };
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

/** What a person may be told of a failure: our own words; that it is there already; otherwise nothing. */
function wordsOf(err: unknown) {
  if (err instanceof SubmissionError) return err.message;
  return sqlState(err) === "23505" ? "duplicate (23505)" : "";
}

async function saveAndGo(
  { address, holder }: Asking,
  application: ApplicationService,
  steps: ServiceStep[],
  { index, intent, revision, attempt, typed: answers }: StepForm,
): Promise<StepOutcome> {
  const step = steps[index];
  if (!step) throw notOurs();
  const code = step.definition.code;
  const unfit = unfitAnswers(step.definition, answers);
  const before = await answersBefore(application, step.definition, unfit);
  const typed = { ...answers, ...fileAnswers(step.definition, before) };
  const wrong = intent === "next" || intent === "submit" ? problemsIn(step.definition, typed) : [];
  const unsaved = unfit.filter(({ asked }) => asked).map(({ name, message }) => ({ name, message }));
  const problems = [...wrong, ...unsaved.filter(({ name }) => !wrong.some((one) => one.name === name))];
  const goal = problems.length > 0 ? index : goalOf(intent, index, steps);
  const places = { place: index + 1, goal: goal + 1, opensGoal: intent === "next", total: steps.length };
  const saved = await saveStep(
    { applicationId: application.id, holder },
    { step, revision, answers: storableAnswers(step.definition, typed, unfit, before), ...places },
  );
  if (saved.outcome === "unreached") throw notOurs();
  // A submission whose answer was lost comes again: its key gets the stored success (W-SUBMIT-16).
  const asked = { address, holder, id: application.id, attempt, step: code, answers: typed };
  if (saved.outcome === "submitted" && intent === "submit") return submit({ ...asked, revision, savedAt: "" });
  if (saved.outcome !== "saved") return notSaved(saved, code, typed);
  noteSave(holder);
  const receipt = { revision: saved.revision, savedAt: saved.savedAt.toISOString() };
  if (problems.length > 0) {
    const named = unsaved.length > 0 ? { unsaved: unsaved.map(({ name }) => name) } : {};
    return { kind: "invalid", step: code, problems, answers: shownAnswers(typed), ...named, ...receipt };
  }
  if (intent === "submit") return submit({ ...asked, ...receipt });
  if (intent === "exit") {
    await leaveApplication(application.id);
    return { kind: "exited" };
  }
  if (intent === "documents" || intent === "browsers" || intent === "email") return { kind: "leaving", to: intent };
  if (intent === "send-again") {
    const { outcome: result } = await sendLinkAgain({ address, holder }, application.id);
    return { kind: "leaving", to: result === "sent" || result === "limited" ? `email?said=${result}` : "email" };
  }
  const [verb, name = ""] = intent.split(":");
  if (verb === "upload") return { kind: "uploading", step: code, field: name };
  if (verb === "detach") {
    const found = await findApplication(application.id);
    const detached = found && (await detachDocument(found.application, holder, { step: code, field: name }));
    if (detached?.outcome === "done")
      return { kind: "saved", step: code, revision: detached.revision, savedAt: receipt.savedAt, hash: name };
  }
  const hash = listHash(step.definition, typed, intent);
  if (saved.place === index + 1) return { kind: "saved", step: code, ...receipt, ...(hash ? { hash } : {}) };
  return { kind: "moved", step: steps[saved.place - 1]?.definition.code ?? code, ...receipt };
}

/**
 * What is stored of a step, where a save has to keep some of it: files, which no form may carry, and what was there
 * before an answer that can't be stored. Other saves ask for nothing.
 */
async function answersBefore(
  application: ApplicationService,
  definition: StepDefinition,
  unfit: readonly Problem[],
): Promise<Answers> {
  if (unfit.length === 0 && !fieldsOf(definition).some((field) => field.kind === "file")) return {};
  const found = await findApplication(application.id);
  return found ? storedStep(found.application, definition).answers : {};
}

const notOurs = () =>
  new Response("This form is not one of ours. Please open your application again.", { status: 400 });

const problemsIn = (definition: StepDefinition, answers: Answers) =>
  validateStep(definition, answers, todayAround(), countryCodes);

function notSaved(
  result: Exclude<SaveResult, { outcome: "saved" | "unreached" }>,
  step: string,
  answers: Answers,
): StepOutcome {
  if (result.outcome === "stale")
    return { kind: "stale", step, revision: result.revision, stored: result.stored, answers };
  return { kind: result.outcome === "submitted" ? "already" : "refused" };
}

/** Where the person wants to go next, as an index of `steps`; whether they may is the save's to decide (W-WIZ-8). */
function goalOf(intent: string, index: number, steps: ServiceStep[]) {
  if (intent === "next") return Math.min(index + 1, steps.length - 1);
  if (intent === "previous") return Math.max(index - 1, 0);
  const wanted = intent.startsWith("goto:") && steps.findIndex((step) => step.definition.code === intent.slice(5));
  return typeof wanted === "number" && wanted >= 0 ? wanted : index;
}

/** Without script the list's buttons are submits: one entry more, or one less. */
function withListChange(definition: StepDefinition, answers: Answers, intent: string): Answers {
  const [verb, name, position] = intent.split(":");
  const field = fieldsOf(definition).find((one) => one.kind === "list" && one.name === name);
  if (field?.kind !== "list") return answers;
  const entries = entriesOf(field, answers);
  if (verb === "add" && entries.length < field.maxEntries) return { ...answers, [field.name]: [...entries, {}] };
  if (verb === "remove") return { ...answers, [field.name]: entries.filter((_, place) => place !== Number(position)) };
  return answers;
}

function listHash(definition: StepDefinition, answers: Answers, intent: string) {
  const [verb, name = ""] = intent.split(":");
  const field = fieldsOf(definition).find((one) => one.kind === "list" && one.name === name);
  if (field?.kind !== "list") return undefined;
  const last = entriesOf(field, answers).length - 1;
  return verb === "add" && last >= 0 ? `${name}-${last}-${field.fields[0]?.name ?? ""}` : name;
}

type Submission = Asking & { id: string; attempt: string | undefined; answers: Answers } & Receipt;
type Receipt = { step: string; revision: number; savedAt: string };

async function submit({ address, holder, id, attempt, answers, ...receipt }: Submission): Promise<StepOutcome> {
  const found = await findApplication(id);
  if (!found) return { kind: "refused" };
  const result = await submitApplication({ address, holder }, found, attempt ?? crypto.randomUUID());
  if (result.outcome === "incomplete") return { kind: "incomplete", steps: result.steps, ...receipt };
  if (result.outcome === "unaddressed") return { kind: "unaddressed", answers, ...receipt };
  if (result.outcome === "limited")
    return { kind: "limited", answers, retryAfterSeconds: result.retryAfterSeconds, ...receipt };
  return { kind: result.outcome };
}

/** The answers of a step as stored, with the revision that a change of them has to carry. */
export function storedStep(application: FoundApplication["application"], definition: StepDefinition) {
  const key = metadataKey(definition);
  return { answers: application.metadata[key] ?? {}, revision: application.revisions[key] ?? 0 };
}
