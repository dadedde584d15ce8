import type { Problem } from "~/form-engine/definition";
import { knowsOutcomes, type StepOutcome } from "./step-outcome";

const statuses: Partial<Record<StepOutcome["kind"], number>> = {
  invalid: 422,
  incomplete: 422,
  unaddressed: 422,
  mistyped: 422,
  contradicted: 422,
  changed: 409,
  stale: 409,
  already: 409,
  withdrawn: 409,
  deleted: 410,
  refused: 403,
  limited: 429,
};

/** The HTTP status of an outcome. */
export function statusOf(outcome: StepOutcome): number {
  if (outcome.kind === "failed") return outcome.away ? 503 : 500;
  if (outcome.kind === "invalid" && outcome.tooMany) return 429;
  return statuses[outcome.kind] ?? 200;
}

/** The header that says when another try makes sense, in seconds. */
export function retryAfter(outcome: StepOutcome): Record<string, string> {
  if (outcome.kind === "limited") return { "Retry-After": String(outcome.retryAfterSeconds) };
  if (outcome.kind === "invalid" && outcome.tooMany) return { "Retry-After": "3600" };
  return outcome.kind === "failed" && outcome.away ? { "Retry-After": "10" } : {};
}

/**
 * What a page that is open since an older release can show of the outcomes that it does not know, instead of taking
 * them for a save that led nowhere: a problem at the question, or that the page has to be opened again.
 */
function forOlderPage(outcome: StepOutcome): StepOutcome {
  const again = "Please correct it or, if it is right, reload this page and try again.";
  const invalid = (found: StepOutcome & { kind: "contradicted" | "mistyped" }, problems: Problem[]): StepOutcome => {
    const { step, revision, savedAt, answers } = found;
    return { kind: "invalid", step, revision, savedAt, answers, problems };
  };
  switch (outcome.kind) {
    case "contradicted":
      return invalid(
        outcome,
        outcome.asked.map(({ name, sentence }) => ({ name, message: `${sentence} ${again}` })),
      );
    case "mistyped":
      return invalid(outcome, [{ name: "email", message: `Did you mean ${outcome.meant}? ${again}` }]);
    case "changed": {
      const { kind: _, message: words, ...rest } = outcome;
      const message = `${words} Reload this page first.`;
      return { kind: "invalid", ...rest, problems: [{ name: "electronicSignature", message }] };
    }
    case "withdrawn":
    case "deleted":
      return { kind: "refused" };
    default:
      return outcome;
  }
}

/**
 * An outcome as the wizard's script reads it. `known` is the request's header `knowsOutcomes`. By its length the shell
 * sees whether compressing it is worth while.
 */
export function saveResponse(found: StepOutcome, known: unknown) {
  // Pages of the last release say 2: they know all but `changed`, since they don't say what they showed.
  const isKnown = known === knowsOutcomes.value || (known === "2" && found.kind !== "changed");
  const outcome = isKnown ? found : forOlderPage(found);
  const body = JSON.stringify(outcome);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    ...retryAfter(outcome),
  };
  return { status: statusOf(outcome), headers, body };
}
