import { metadataKey, standardSteps } from "~/applications/steps/registry";
import type { Answers, StepDefinition } from "~/form-engine/definition";

/** Names in older records. */
const olderSpelling: Record<string, string> = { firstName: "first_name", lastName: "last_name" };

export type StoredStep = { definition: StepDefinition; answers: Answers | "unreadable" };

/** Parses `metadata` of unknown origin; null without any known step. A step that is no object is `unreadable`. */
export function storedSteps(metadata: unknown): StoredStep[] | null {
  if (!isRecord(metadata)) return null;
  const keys = Object.keys(metadata).filter((key) => /^step\d+$/.test(key) && metadata[key] !== null);
  if (keys.length === 0) return null;
  return standardSteps.flatMap((definition): StoredStep[] => {
    const stored = metadata[metadataKey(definition)];
    if (stored === undefined || stored === null) return [];
    return [{ definition, answers: isRecord(stored) ? inOurSpelling(definition, stored) : "unreadable" }];
  });
}

function inOurSpelling(definition: StepDefinition, stored: Answers): Answers {
  if (definition.code !== "applicant_info") return stored;
  const answers = { ...stored };
  for (const [name, older] of Object.entries(olderSpelling)) answers[name] ??= answers[older];
  return answers;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
