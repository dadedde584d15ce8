import { metadataKey } from "~/applications/steps/registry";
import type { Metadata } from "~/db/schema/applications";
import { type Answers, knownKey, type StepDefinition } from "../../form-engine/definition";
import { relevantAnswers } from "../../form-engine/relevance";

/**
 * A step's stored answers out of those of the whole application, with what its conditions read of other steps. Whoever
 * judges, shows or signs a step takes its answers from here.
 */
export const answersIn = (metadata: Metadata, step: StepDefinition): Answers =>
  withKnown(step, metadata[metadataKey(step)] ?? {}, metadata);

/** These answers of a step, such as typed ones, with what its conditions read of the other steps in `metadata`. */
export const withKnown = (step: StepDefinition, answers: Answers, metadata: Metadata): Answers =>
  step.knows ? { ...answers, [knownKey]: knownOf(step, metadata) } : answers;

/** What a step's conditions read of the other steps, for a page that has its own answers alone. */
export const knownOf = ({ knows = {} }: StepDefinition, metadata: Metadata): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(knows).map(([name, { step, answer }]) => [
      name,
      answer(relevantAnswers(step, answersIn(metadata, step))),
    ]),
  );
