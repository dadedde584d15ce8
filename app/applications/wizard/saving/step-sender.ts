import type { Problem } from "~/form-engine/definition";
import { withRetries } from "./retry";
import type { StepOutcome } from "./step-outcome";

/**
 * `away`: the server can't store anything now. `early`: the step waits for an earlier, incomplete one. `waiting`: a
 * submission waits for unsaved steps.
 */
export type Unsent = {
  kind: "unsent";
  why: "offline" | "network" | "away" | "limited" | "failed" | "early" | "waiting";
  message: string;
  /** The requested wait in milliseconds. */
  wait: number;
};
export type Sent = Exclude<StepOutcome, { kind: "limited" | "failed" }> | Unsent;

/** Saved but not left: a misspelt address and a contradiction are confirmed in their step. */
export const isRefused = (sent: Sent): sent is Refusal =>
  sent.kind === "invalid" || sent.kind === "mistyped" || sent.kind === "contradicted";
export type Refusal = Extract<Sent, { kind: "invalid" | "mistyped" | "contradicted" }>;

/**
 * `conflict`: changed elsewhere. `unfit`: unstorable as typed. `unopened`: the device lacks some answers, so the step
 * has to be opened first. `refused`: the browser's right has ended. `hidden`: one of these, or refused by the server,
 * in a step that the office hid.
 */
export type Stop = {
  step: string;
  why: Unsent["why"] | "conflict" | "unfit" | "unopened" | "refused" | "hidden";
  message: string;
  problems: readonly Problem[];
};

export type SaveState = {
  kind: "saved" | "saving" | "failed";
  /** For each unsaved step, sorted by urgency. */
  stops: readonly Stop[];
  /** Whether everything unsaved survives a closed tab. */
  isKept: boolean;
  /** Steps that were left offline, and those of them that the server found invalid. */
  left: readonly string[];
  invalid: readonly string[];
  at: string;
  /** When the oldest unsaved answer was typed, in milliseconds; 0 if there is none. */
  since: number;
  /** No longer a draft, or deleted: the tab stores and sends nothing from now on. */
  ended: Ended | undefined;
  /** For screen readers: changes only when the state does. */
  spoken: "" | "Saved" | "Save failed";
};

export type Ended = Extract<Sent["kind"], "already" | "withdrawn" | "deleted">;

/** The timeout of a request in milliseconds. */
const patience = 20_000;

/** Sends one form of a step to `/apply/{id}/save`. Never rejects. */
export async function sendStep(application: string, body: URLSearchParams): Promise<Sent> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    // With `keepalive` a save that starts while the page is closed still arrives. Browsers limit it to 64 KB.
    const keepalive = body.toString().length < 60_000;
    const response = await fetch(`/apply/${application}/save`, {
      method: "POST",
      body,
      keepalive,
      credentials: "same-origin",
      signal: stop.signal,
    });
    return await read(response);
  } catch {
    return unsent(navigator.onLine ? "network" : "offline");
  } finally {
    clearTimeout(timer);
  }
}

const unsent = (why: Unsent["why"], message = "", wait = 0): Unsent => ({ kind: "unsent", why, message, wait });

async function read(response: Response): Promise<Sent> {
  const wait = Number(response.headers.get("retry-after") ?? 0) * 1000 || 0;
  if (!response.headers.get("content-type")?.includes("json")) {
    if (response.status === 413) return unsent("failed", "These answers are too long to save.");
    if (response.status === 429) return unsent("limited", "", wait);
    if (response.status === 400) return unsent("early");
    return unsent([408, 502, 503, 504].includes(response.status) ? "away" : "failed");
  }
  const outcome = (await response.json()) as StepOutcome;
  if (outcome.kind === "limited") return unsent("limited", outcome.message, wait);
  if (outcome.kind === "failed") return unsent(outcome.away ? "away" : "failed", outcome.message, wait);
  return outcome;
}

/** Network and timeout errors are transient; a duplicate is not. */
function mayPass(sent: Sent): boolean {
  if (sent.kind !== "unsent" || /duplicate|unique|23505/i.test(sent.message)) return false;
  if (sent.why === "offline" || sent.why === "network" || sent.why === "away") return true;
  return /network|fetch|timeout|connection/i.test(sent.message);
}

/** Tries a submission three times, 1 s to 5 s apart; not at all while offline or while other steps are unsaved. */
export async function submitStep(send: () => Promise<Sent>, isWaiting: () => boolean): Promise<Sent> {
  if (!navigator.onLine) return unsent("offline");
  if (isWaiting()) return unsent("waiting");
  return withRetries(send, mayPass, { attempts: 3, start: 1_000, cap: 5_000 });
}
