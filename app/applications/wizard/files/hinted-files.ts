import { answersIn } from "~/applications/steps/answers-in";
import type { Metadata } from "~/db/schema/applications";
import { fieldsOf, type StepDefinition } from "~/form-engine/definition";
import type { StoredFiles } from "../../required-files/requirements.server";

/** A file with hints; `step` and `input` if it answers a question, otherwise it is among the documents. */
export type HintedFile = { id: string; name: string; of: string; step?: string; input?: string };

/** The files whose hints nobody answered, in the order of the steps and then of the documents. */
export function hintedFiles(
  { slots, others }: StoredFiles,
  steps: readonly { definition: StepDefinition }[],
  answers: Metadata,
): HintedFile[] {
  const hinted = [...slots.flatMap(({ files }) => files), ...others].filter(({ hints }) => hints.length > 0);
  const answering = steps.flatMap(({ definition }) => {
    const stored = answersIn(answers, definition);
    return fieldsOf(definition).flatMap((field) => {
      const file = hinted.find(({ url }) => field.kind === "file" && url === stored[field.name]);
      return file ? [{ id: file.id, name: file.name, of: field.label, step: definition.code, input: field.name }] : [];
    });
  });
  const added = slots.flatMap(({ name: of, files }) =>
    files.flatMap(({ id, name, hints, fromAnswers }) => (hints.length > 0 && !fromAnswers ? [{ id, name, of }] : [])),
  );
  return [...answering, ...added];
}
