import type { Problem, StepDefinition } from "~/form-engine/definition";
import { sectionOf } from "./parts";

/** More are no summary; no step has more sections. */
const mostLines = 7;

/**
 * The problems that a step's error summary lists: all, or if these are too many, the first of each section, which says
 * how many questions there are to answer.
 */
export function summaryLines(step: StepDefinition, title: string, problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= mostLines) return problems;
  return [...Map.groupBy(problems, ({ name }) => sectionOf(step, name))].flatMap(([section, [first, ...more]]) => {
    if (!first || more.length === 0) return first ?? [];
    const message = `Answer ${more.length + 1} questions in ${step.sections[section]?.title ?? title}`;
    return { ...first, message };
  });
}
