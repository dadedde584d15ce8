import { z } from "zod";
import { suggestEmail } from "~/applications/access/change/suggest-email";
import type { ApplicationService } from "~/applications/access/find.server";
import { inputId, rowId } from "~/applications/access/step-url";
import { chosenValueInput } from "~/applications/passport/suggestion";
import { stepByCode } from "~/applications/steps/registry";
import { configuredSteps, type ServiceStep } from "~/applications/steps/service-steps.server";
import { isSeenText, readSeen } from "~/applications/stored-answers/seen";
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
      /^(save|next|previous|exit|documents(:[a-z0-9_]{1,63})?|browsers|agreement|email|send-again|use-email|keep-email|keep-address|submit|goto:\w+(:[\w-]+)?|add:\w+|remove:\w+:\d+|upload:\w+|detach:\w+|keep-hint:\w+|no-to-all:\d+|undo-no:[\d-]+|(?:use|decline)-reading:[\da-f-]{36}|phone:\w+:\+[\d ]{8,20}(?: ext\. \d{1,7})?)$/,
    )
    .default("save"),
  attempt: z.uuid().optional(),
  seen: z.string().max(1000).regex(isSeenText).transform(readSeen).optional(),
  change: z.string().regex(inputId).optional().catch(undefined),
});

/** The form's inputs that are no answers. */
const around = ["step", "revision", "intent", "attempt", "seen", "change"] as const;

/**
 * `index` is from 0. `keepsEmail`: the person confirmed an address that looks misspelt. `change`: the input that is
 * changed from the review. `seen`: what the review showed of the other steps.
 */
export type StepForm = Omit<z.infer<typeof envelope>, "step"> & {
  step: ServiceStep;
  index: number;
  typed: Answers;
  keepsEmail: boolean;
  undo?: string;
  /** The values of the passport's page that are checked. */
  passportValues: string[];
  /** Hidden since its page was opened: its answers are stored without being checked. */
  isHidden?: true;
};

/**
 * Throws a 400 Response for a form that none of our pages sends. `keepsHidden`: also accepts a step that the service
 * lacks, since it may have been hidden while it was open.
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
  const answers = withPressed(step.definition, read, intent);
  const answered = withNoToAll(step.definition, answers, intent);
  const meant = withMeant(intent, answered.typed);
  const passportValues = form.getAll(chosenValueInput).filter((value) => typeof value === "string");
  return { ...parsed.data, step, index, ...answered, passportValues, keepsEmail: intent === "keep-email", ...meant };
}

/** A hidden step is saved from the first position, which every draft has reached. */
function hiddenForm(
  { step: code, intent, ...parsed }: z.infer<typeof envelope>,
  form: SubmittedFields,
  keepsHidden: boolean,
): StepForm {
  const definition = stepByCode(code);
  if (!definition || !keepsHidden) throw notOurs();
  const answers = withCountryCodes(definition, readStepForm(definition, form), countryNames);
  const step = { definition, title: definition.title, isAddOn: false, minutes: 0 };
  const nextIntent = intent === "exit" || intent.startsWith("goto:") ? intent : "save";
  return {
    ...parsed,
    step,
    index: 0,
    intent: nextIntent,
    typed: answers,
    passportValues: [],
    keepsEmail: false,
    isHidden: true,
  };
}

/** Both buttons of `Did you mean …?` continue as `Next Step`. */
function withMeant(intent: string, answers: Answers): { intent?: string; typed?: Answers } {
  if (intent === "keep-email") return { intent: "next" };
  if (intent !== "use-email") return {};
  const meant = typeof answers.email === "string" ? suggestEmail(answers.email.trim()) : undefined;
  return { intent: "next", typed: meant ? { ...answers, email: meant } : answers };
}

export const notOurs = () =>
  new Response("Something is wrong with this form. Please open your application again.", { status: 400 });

/** Without JavaScript `No to all of these` submits `no-to-all:{group}`, and its Undo `undo-no:{mark}`. */
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

function groupHash({ intent }: StepForm): string | undefined {
  const [, sectionIndex] = /^(?:no-to-all|undo-no):(\d+)/.exec(intent) ?? [];
  return sectionIndex && `section-${sectionIndex}`;
}

/** The element that a page without JavaScript scrolls to after one of its buttons changed it. */
function changedHash({ step, typed, intent }: StepForm): string | undefined {
  const [verb, name = "", position] = intent.split(":");
  if (verb === "phone") return name;
  const field = fieldsOf(step.definition).find((candidate) => candidate.kind === "list" && candidate.name === name);
  if (field?.kind !== "list") return undefined;
  const last = entriesOf(field, typed).length - 1;
  if (verb === "add" && last >= 0) return `${name}-${last}-${field.fields[0]?.name ?? ""}`;
  // The entry before the removed one, or its successor; without entries the button that adds one.
  return verb === "remove" && last >= 0 ? `${name}-${Math.max(Number(position) - 1, 0)}` : name;
}

const isReview = ({ definition }: ServiceStep) => definition.code === "review_certification";

export const returnsToReview = ({ intent, change, step }: StepForm): boolean =>
  change !== undefined && !isReview(step) && (intent === "next" || intent === "previous");

/** The requested step as an index of `steps`; the save decides whether it may be opened. */
export function goalOf(form: StepForm, steps: readonly ServiceStep[]): number {
  const { intent, index } = form;
  if (returnsToReview(form)) return Math.max(steps.findIndex(isReview), index);
  if (intent === "next") return Math.min(index + 1, steps.length - 1);
  if (intent === "previous") return Math.max(index - 1, 0);
  const [verb, code] = intent.split(":");
  const target = verb === "goto" ? steps.findIndex(({ definition }) => definition.code === code) : -1;
  return target >= 0 ? target : index;
}

/** The rest of the step's address: the answer that is changed from the review, and the element in view. */
export function placeIn(form: StepForm, code: string): { change?: string; hash?: string; undo?: string } {
  const { intent, change, step, undo } = form;
  const [verb, name = "", input] = intent.split(":");
  if (verb === "goto" && input && code !== step.definition.code) return { change: input, hash: input };
  if (code !== step.definition.code) return returnsToReview(form) ? { hash: rowId(step.definition.code, change) } : {};
  const hash = verb === "detach" || verb === "keep-hint" ? name : (groupHash(form) ?? changedHash(form));
  return { ...(change ? { change } : {}), ...(hash ? { hash } : {}), ...(undo === undefined ? {} : { undo }) };
}
