import { z } from "zod";
import type { ApplicationService } from "~/applications/access/find.server";
import { type Answers, fieldsOf, type StepDefinition } from "~/applications/steps/engine/definition";
import { readStepForm, type TypedForm } from "~/applications/steps/engine/read-form";
import { entriesOf } from "~/applications/steps/engine/relevance";
import { typedIn, withTyped } from "~/applications/steps/typed/typed-part";
import { configuredSteps, type ServiceStep } from "~/applications/wizard/service-steps.server";

const envelope = z.object({
  step: z.string(),
  revision: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  intent: z
    .string()
    .regex(
      /^(save|next|previous|exit|documents|browsers|email|send-again|submit|goto:\w+|add:\w+|remove:\w+:\d+|upload:\w+|detach:\w+|phone:\w+:\+[\d ]{8,20})$/,
    )
    .default("save"),
  attempt: z.uuid().optional(),
});

/** The inputs of a form beside the answers. */
const around = ["step", "revision", "intent", "attempt"] as const;

/** A form of the wizard: the step that it is of and its place (from 0), what its button says, and what was typed. */
export type StepForm = Omit<z.infer<typeof envelope>, "step"> & { step: ServiceStep; index: number; typed: Answers };

/** Reads a form of the wizard. Throws a 400 Response for one that no page of ours sends. */
export async function readStep(
  steps: readonly ServiceStep[],
  { visaServiceId }: ApplicationService,
  form: TypedForm,
): Promise<StepForm> {
  const parsed = envelope.safeParse(Object.fromEntries(around.map((name) => [name, form.get(name) ?? undefined])));
  const index = steps.findIndex(({ definition }) => definition.code === parsed.data?.step);
  const step = steps[index];
  // A missing step is only an error if the configuration could be read: `configuredSteps` throws if not.
  if (parsed.success && !step) await configuredSteps(visaServiceId);
  if (!parsed.success || !step) throw notOurs();
  const { intent } = parsed.data;
  const typed = withPhone(
    step.definition,
    withListChange(step.definition, readStepForm(step.definition, form), intent),
    intent,
  );
  return { ...parsed.data, step, index, typed };
}

export const notOurs = () =>
  new Response("This form is not one of ours. Please open your application again.", { status: 400 });

/** Without script the button that offers a phone with a code is a submit: it says which number (N-NUM-6). */
function withPhone(definition: StepDefinition, answers: Answers, intent: string): Answers {
  const [verb, name = "", number = ""] = intent.split(":");
  if (verb !== "phone" || !fieldsOf(definition).some((one) => one.kind === "phone" && one.name === name))
    return answers;
  const typed = Object.entries(typedIn(answers)).filter(([input]) => input !== name);
  return withTyped({ ...answers, [name]: number }, Object.fromEntries(typed));
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

/**
 * Where the page without script goes on after it was changed by a button: the new entry's first field, or the list; the
 * phone that was given its code.
 */
export function changedHash({ step, typed, intent }: StepForm): string | undefined {
  const [verb, name = ""] = intent.split(":");
  if (verb === "phone") return name;
  const field = fieldsOf(step.definition).find((one) => one.kind === "list" && one.name === name);
  if (field?.kind !== "list") return undefined;
  const last = entriesOf(field, typed).length - 1;
  return verb === "add" && last >= 0 ? `${name}-${last}-${field.fields[0]?.name ?? ""}` : name;
}

/** The requested step as an index of `steps`; the save decides whether it may be opened (W-WIZ-8). */
export function goalOf({ intent, index }: StepForm, steps: readonly ServiceStep[]): number {
  if (intent === "next") return Math.min(index + 1, steps.length - 1);
  if (intent === "previous") return Math.max(index - 1, 0);
  const target = intent.startsWith("goto:") && steps.findIndex((step) => step.definition.code === intent.slice(5));
  return typeof target === "number" && target >= 0 ? target : index;
}
