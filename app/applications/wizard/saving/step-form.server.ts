import { z } from "zod";
import { suggestEmail } from "~/applications/access/change/suggest-email";
import type { ApplicationService } from "~/applications/access/find.server";
import { inputId, rowId } from "~/applications/access/step-url";
import { stepByCode } from "~/applications/steps/registry";
import { configuredSteps, type ServiceStep } from "~/applications/steps/service-steps.server";
import { isSeenText, readSeen } from "~/applications/submission/seen";
import { withPressed } from "~/applications/wizard/answering/pressed-button";
import { countryNames } from "~/core/countries.server";
import { withCountryCodes } from "~/form-engine/countries/typed-countries";
import { type Answers, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { answeredNo, noToAllToken, openAgain, openQuestions, parseNoToAllToken } from "~/form-engine/no-to-all";
import { readStepForm, type SubmittedFields } from "~/form-engine/read-form";
import { entriesOf } from "~/form-engine/relevance";

const envelope = z.object({
  step: z.string(),
  revision: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  intent: z
    .string()
    .regex(
      /^(save|next|previous|exit|documents|browsers|email|send-again|use-email|keep-email|keep-address|submit|goto:\w+(:[\w-]+)?|add:\w+|remove:\w+:\d+|upload:\w+|detach:\w+|no-to-all:\d+|undo-no:[\d-]+|phone:\w+:\+[\d ]{8,20}(?: ext\. \d{1,7})?)$/,
    )
    .default("save"),
  attempt: z.uuid().optional(),
  seen: z.string().max(1000).regex(isSeenText).transform(readSeen).optional(),
  change: z.string().regex(inputId).optional().catch(undefined),
});

/** The inputs of a form beside the answers. */
const around = ["step", "revision", "intent", "attempt", "seen", "change"] as const;

/**
 * A form of the wizard: the step that it is of and its place (from 0), what its button says, and what was typed.
 * `keepsEmail`: it goes on with an address that looks misspelt. `change`: the input whose answer is changed from the
 * review, to which the step leads back. `seen`: what the review showed of the other steps.
 */
export type StepForm = Omit<z.infer<typeof envelope>, "step"> & {
  step: ServiceStep;
  index: number;
  typed: Answers;
  keepsEmail: boolean;
  undo?: string;
  /** Hidden since its page was opened: what was typed is kept, and nothing of it is asked for (O-STEP-6). */
  isHidden?: true;
};

/**
 * Reads a form of the wizard. Throws a 400 Response for one that no page of ours sends. `keepsHidden`: also
 * reads a step that the service does not have, or no longer has, with answers or without: it may have been open.
 */
export async function readStep(
  steps: readonly ServiceStep[],
  { visaServiceId }: ApplicationService,
  form: SubmittedFields,
  { keepsHidden = false } = {},
): Promise<StepForm> {
  const parsed = envelope.safeParse(Object.fromEntries(around.map((name) => [name, form.get(name) ?? undefined])));
  const index = steps.findIndex(({ definition }) => definition.code === parsed.data?.step);
  const step = steps[index];
  // A missing step is only an error if the configuration could be read: `configuredSteps` throws if not.
  if (parsed.success && !step) await configuredSteps(visaServiceId);
  if (!parsed.success) throw notOurs();
  if (!step) return hiddenForm(parsed.data, form, keepsHidden);
  const { intent } = parsed.data;
  const read = withCountryCodes(step.definition, readStepForm(step.definition, form), countryNames);
  const typed = withPressed(step.definition, read, intent);
  const answered = withNoToAll(step.definition, typed, intent);
  const meant = withMeant(intent, answered.typed);
  return { ...parsed.data, step, index, ...answered, keepsEmail: intent === "keep-email", ...meant };
}

/** A form of a step that is hidden by now: saved as it is, from the first place, which every draft has reached. */
function hiddenForm(
  { step: code, intent, ...parsed }: z.infer<typeof envelope>,
  form: SubmittedFields,
  isKept: boolean,
): StepForm {
  const definition = stepByCode(code);
  if (!definition || !isKept) throw notOurs();
  const typed = withCountryCodes(definition, readStepForm(definition, form), countryNames);
  const step = { definition, title: definition.title, isAddOn: false, minutes: 0 };
  const goesOn = intent === "exit" || intent.startsWith("goto:") ? intent : "save";
  return { ...parsed, step, index: 0, intent: goesOn, typed, keepsEmail: false, isHidden: true };
}

/** The two answers to `Did you mean …?` go on as `Next Step` does (N-EMAIL-3). */
function withMeant(intent: string, typed: Answers): { intent?: string; typed?: Answers } {
  if (intent === "keep-email") return { intent: "next" };
  if (intent !== "use-email") return {};
  const meant = typeof typed.email === "string" ? suggestEmail(typed.email.trim()) : undefined;
  return { intent: "next", typed: meant ? { ...typed, email: meant } : typed };
}

export const notOurs = () =>
  new Response("Something is wrong with this form. Please open your application again.", { status: 400 });

/**
 * Without script the button `No to all of these` is a submit, `no-to-all:{group}`, and so is its Undo,
 * `undo-no:{mark}`. `undo`: the mark with which the page offers to undo it (N-SEC-2).
 */
function withNoToAll(definition: StepDefinition, answers: Answers, intent: string): { typed: Answers; undo?: string } {
  const [verb, value = ""] = intent.split(":");
  const section = verb === "no-to-all" ? definition.sections[Number(value)] : undefined;
  if (section?.noToAll) {
    const open = openQuestions(section, answers);
    return { typed: answeredNo(answers, open), undo: noToAllToken(definition, Number(value), open) };
  }
  const before = verb === "undo-no" ? parseNoToAllToken(definition, value) : undefined;
  return { typed: before ? openAgain(answers, before.names) : answers };
}

/** The group that a page without script comes back to. */
function groupHash({ intent }: StepForm): string | undefined {
  const [, place] = /^(?:no-to-all|undo-no):(\d+)/.exec(intent) ?? [];
  return place && `section-${place}`;
}

/**
 * Where the page without script goes on after it was changed by a button: the new entry's first field, or the list; the
 * phone that was given its code.
 */
function changedHash({ step, typed, intent }: StepForm): string | undefined {
  const [verb, name = "", position] = intent.split(":");
  if (verb === "phone") return name;
  const field = fieldsOf(step.definition).find((one) => one.kind === "list" && one.name === name);
  if (field?.kind !== "list") return undefined;
  const last = entriesOf(field, typed).length - 1;
  if (verb === "add" && last >= 0) return `${name}-${last}-${field.fields[0]?.name ?? ""}`;
  // The entry before the removed one, or the one that took its place; the button that adds one where none is left.
  return verb === "remove" && last >= 0 ? `${name}-${Math.max(Number(position) - 1, 0)}` : name;
}

const isReview = ({ definition }: ServiceStep) => definition.code === "review_certification";

/** Whether a step that was opened from the review is left for it again (N-REVIEW-1). */
export const returnsToReview = ({ intent, change, step }: StepForm): boolean =>
  change !== undefined && !isReview(step) && (intent === "next" || intent === "previous");

/** The requested step as an index of `steps`; the save decides whether it may be opened (W-WIZ-8). */
export function goalOf(form: StepForm, steps: readonly ServiceStep[]): number {
  const { intent, index } = form;
  if (returnsToReview(form)) return Math.max(steps.findIndex(isReview), index);
  if (intent === "next") return Math.min(index + 1, steps.length - 1);
  if (intent === "previous") return Math.max(index - 1, 0);
  const [verb, code] = intent.split(":");
  const target = verb === "goto" ? steps.findIndex(({ definition }) => definition.code === code) : -1;
  return target >= 0 ? target : index;
}

/**
 * What the address of the step says beside its code, after a save that leads to the step with this code: the answer
 * that is changed from the review, and the element that is in view.
 */
export function placeIn(form: StepForm, code: string): { change?: string; hash?: string; undo?: string } {
  const { intent, change, step, undo } = form;
  const [verb, , input] = intent.split(":");
  if (verb === "goto" && input && code !== step.definition.code) return { change: input, hash: input };
  if (code !== step.definition.code) return returnsToReview(form) ? { hash: rowId(step.definition.code, change) } : {};
  const hash = verb === "detach" ? intent.slice(7) : (groupHash(form) ?? changedHash(form));
  return { ...(change ? { change } : {}), ...(hash ? { hash } : {}), ...(undo === undefined ? {} : { undo }) };
}
