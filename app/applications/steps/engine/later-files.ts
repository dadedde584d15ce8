import { metadataKey } from "~/applications/steps/registry";
import type { Metadata } from "~/db/schema/applications";
import { type Answers, type FileField, fieldsOf, type StepDefinition } from "./definition";
import { isPresent, relevantAnswers } from "./relevance";

/** Whether a file is not there and its tick says that it is sent later. */
export const isLater = (field: FileField, answers: Answers): boolean =>
  field.later !== undefined && answers[field.later] === true && !isPresent(answers[field.name]);

/** A file that is sent later: `name` is its question's label, and the step and the input are where it belongs. */
export type LaterFile = { name: string; documentType: string; step: string; input: string };

/** The files of an application that are sent later and are not there yet (N-LACK-3). */
export const laterFiles = (steps: readonly { definition: StepDefinition }[], metadata: Metadata): LaterFile[] =>
  steps.flatMap(({ definition }) => {
    const answers = relevantAnswers(definition, metadata[metadataKey(definition)] ?? {});
    return fieldsOf(definition).flatMap((field): LaterFile[] =>
      field.kind === "file" && isLater(field, answers)
        ? [{ name: field.label, documentType: field.documentType, step: definition.code, input: field.name }]
        : [],
    );
  });
