/** The URL part of the documents, which are not a step. */
export const documentsPart = "documents";

type Walk = { wizard: { steps: readonly { code: string }[]; step: { code: string } } };

/** The step, or the documents, to which a wizard's button leads. */
export function partAfter({ wizard: { steps, step } }: Walk, rawIntent: FormDataEntryValue | null): string {
  const intent = typeof rawIntent === "string" ? rawIntent : "";
  const index = steps.findIndex(({ code }) => code === step.code);
  const [verb, code] = intent.split(":");
  if (verb === "goto" && code) return code;
  if (intent === "submit" || intent === documentsPart) return documentsPart;
  const next = intent === "next" ? index + 1 : intent === "previous" ? index - 1 : index;
  return steps[Math.max(0, next)]?.code ?? step.code;
}
