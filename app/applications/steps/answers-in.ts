import { metadataKey } from "~/applications/steps/registry";
import type { Metadata } from "~/db/schema/applications";
import { type Answers, knownKey, type StepDefinition } from "../../form-engine/definition";
import { relevantAnswers } from "../../form-engine/relevance";

/** A step's answers with what its conditions read of other steps. Validation, views and signing all read them here. */
export const answersIn = (metadata: Metadata, step: StepDefinition): Answers =>
  withKnown(step, metadata[metadataKey(step)] ?? {}, metadata);

/** Adds to a step's answers, such as raw input, what its conditions read of other steps in `metadata`. */
export const withKnown = (step: StepDefinition, answers: Answers, metadata: Metadata): Answers =>
  step.knows ? { ...answers, [knownKey]: knownOf(step, metadata) } : answers;

/** What a step's conditions read of other steps, for a page that has only its own answers. */
export const knownOf = ({ knows = {} }: StepDefinition, metadata: Metadata): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(knows).map(([name, { step, answer }]) => [
      name,
      answer(relevantAnswers(step, answersIn(metadata, step))),
    ]),
  );
