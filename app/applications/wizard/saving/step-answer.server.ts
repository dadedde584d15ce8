import type { StepOutcome } from "./step-outcome";

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

export function statusOf(outcome: StepOutcome): number {
  if (outcome.kind === "failed") return outcome.away ? 503 : 500;
  if (outcome.kind === "invalid" && outcome.tooMany) return 429;
  return statuses[outcome.kind] ?? 200;
}

export function retryAfter(outcome: StepOutcome): Record<string, string> {
  if (outcome.kind === "limited") return { "Retry-After": String(outcome.retryAfterSeconds) };
  if (outcome.kind === "invalid" && outcome.tooMany) return { "Retry-After": "3600" };
  return outcome.kind === "failed" && outcome.away ? { "Retry-After": "10" } : {};
}

/** The outcome as JSON for the wizard's script, with its length: the HTTP layer compresses only long bodies. */
export function saveResponse(outcome: StepOutcome) {
  const body = JSON.stringify(outcome);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    ...retryAfter(outcome),
  };
  return { status: statusOf(outcome), headers, body };
}
