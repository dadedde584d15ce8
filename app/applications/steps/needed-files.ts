import type { Metadata } from "~/db/schema/applications";
import { type Answers, type FileField, fieldsOf, type StepDefinition, textOf } from "../../form-engine/definition";
import { isPresent, isRequired, relevantAnswers, visibleFields } from "../../form-engine/relevance";
import { answersIn } from "./answers-in";

/** Whether a file is missing and its checkbox says that it follows later. */
export const isLater = (field: FileField, answers: Answers): boolean =>
  field.later !== undefined && answers[field.later] === true && !isPresent(answers[field.name]);

/** `name` is the label of the file's question, `step` and `input` where it belongs, `url` the existing file. */
export type NeededFile = { name: string; documentType: string; step: string; input: string; url: string | undefined };

/** Missing files that follow later, and existing required files. */
export const neededFiles = (steps: readonly { definition: StepDefinition }[], metadata: Metadata): NeededFile[] =>
  steps.flatMap(({ definition }) => {
    const answers = relevantAnswers(definition, answersIn(metadata, definition));
    return fieldsOf(definition).flatMap((field): NeededFile[] => {
      if (field.kind !== "file") return [];
      const url = textOf(answers[field.name]);
      if (url ? !isRequired(field, answers) : !isLater(field, answers)) return [];
      const { label, documentType, name } = field;
      return [{ name: label, documentType, step: definition.code, input: name, url: url || undefined }];
    });
  });

export function missingStepFiles(definition: StepDefinition, answers: Answers): NeededFile[] {
  const relevant = relevantAnswers(definition, answers);
  return visibleFields(definition, answers).flatMap((field): NeededFile[] => {
    if (field.kind !== "file" || isPresent(relevant[field.name])) return [];
    if (!isRequired(field, relevant) && !isLater(field, relevant)) return [];
    const { label, documentType, name } = field;
    return [{ name: label, documentType, step: definition.code, input: name, url: undefined }];
  });
}
