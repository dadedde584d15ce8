import type { Metadata } from "~/db/schema/applications";
import { type Answers, type FileField, fieldsOf, type StepDefinition, textOf } from "../../form-engine/definition";
import { isPresent, isRequired, relevantAnswers, visibleFields } from "../../form-engine/relevance";
import { answersIn } from "./answers-in";

/** Whether a file is not there and its tick says that it is sent later. */
export const isLater = (field: FileField, answers: Answers): boolean =>
  field.later !== undefined && answers[field.later] === true && !isPresent(answers[field.name]);

/**
 * A file that an application needs: `name` is its question's label, the step and the input are where it belongs, and
 * `url` is the address of the one that is there.
 */
export type NeededFile = { name: string; documentType: string; step: string; input: string; url: string | undefined };

/** The files that are sent later and are not there yet, and the required ones that are (N-LACK-3). */
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

/** The files that a step asks for under these answers, and that are not there: required ones, and those sent later. */
export function missingStepFiles(definition: StepDefinition, answers: Answers): NeededFile[] {
  const relevant = relevantAnswers(definition, answers);
  return visibleFields(definition, answers).flatMap((field): NeededFile[] => {
    if (field.kind !== "file" || isPresent(relevant[field.name])) return [];
    if (!isRequired(field, relevant) && !isLater(field, relevant)) return [];
    const { label, documentType, name } = field;
    return [{ name: label, documentType, step: definition.code, input: name, url: undefined }];
  });
}
