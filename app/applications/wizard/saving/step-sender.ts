import type { Problem } from "~/form-engine/definition";
import { withRetries } from "./retry";
import type { StepOutcome } from "./step-outcome";

/**
 * Why a form had no effect. `away`: the server answers that it can't store anything now. `early`: a step that was left
 * without a line waits for an earlier one that is not complete. `waiting`: a submission, for steps that are not saved.
 */
export type Unsent = {
  kind: "unsent";
  why: "offline" | "network" | "away" | "limited" | "failed" | "early" | "waiting";
  /** The server's message, or empty. */
  message: string;
  /** How long the server asks to wait, in milliseconds. */
  wait: number;
};
export type Sent = Exclude<StepOutcome, { kind: "limited" | "failed" }> | Unsent;

/** It was saved and its step is not left: a misspelt address and a contradiction are asked about in their step. */
export const isRefused = (sent: Sent): sent is Refusal =>
  sent.kind === "invalid" || sent.kind === "mistyped" || sent.kind === "contradicted";
export type Refusal = Extract<Sent, { kind: "invalid" | "mistyped" | "contradicted" }>;

/**
 * What keeps a step's answers from being saved. `conflict`: it was changed elsewhere, and the person has to choose;
 * `unfit`: answers that can't be stored as they were typed (V-ATK-8, V-ATK-11), with their problems; `unopened`: some
 * answers are not kept on the device, so the step has to be opened first; `refused`: the browser's right has ended;
 * `hidden`: one of these, or what the server does not take, of a step that can no longer be opened (O-STEP-6).
 */
export type Stop = {
  step: string;
  why: Unsent["why"] | "conflict" | "unfit" | "unopened" | "refused" | "hidden";
  /** The server's own message, or empty. */
  message: string;
  problems: readonly Problem[];
};

/** What the saving of an application comes to, for the screen. */
export type SaveState = {
  kind: "saved" | "saving" | "failed";
  /** What keeps each unsaved step from being saved; what the person has to see to first comes first. */
  stops: readonly Stop[];
  /** Whether all that is unsaved survives a closed tab. */
  isKept: boolean;
  /** Steps that the person went on from without a line (N-LINE-4), and those that the server then found invalid. */
  left: readonly string[];
  invalid: readonly string[];
  /** When something was last saved. */
  at: string;
  /** When the oldest unsaved answer was typed, in milliseconds; 0 when there is none. */
  since: number;
  /** It is no draft any more, or is not there: nothing is kept in this tab or sent from then on. */
  ended: Ended | undefined;
  /** What a screen reader hears: it changes only when the state does (W-SAVE-8). */
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
    // `keepalive`: a save that starts while the page is put away still arrives. It takes 64 KB at most.
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

/** Network, fetch, timeout and connection errors are temporary; a duplicate is not (W-SUBMIT-14, -15). */
function mayPass(sent: Sent): boolean {
  if (sent.kind !== "unsent" || /duplicate|unique|23505/i.test(sent.message)) return false;
  if (sent.why === "offline" || sent.why === "network" || sent.why === "away") return true;
  return /network|fetch|timeout|connection/i.test(sent.message);
}

/**
 * A submission is tried three times, with waits from 1 s to 5 s (W-SUBMIT-12, -13); while offline, or while other steps
 * are not saved, not at all.
 */
export async function submitStep(send: () => Promise<Sent>, isWaiting: () => boolean): Promise<Sent> {
  if (!navigator.onLine) return unsent("offline");
  if (isWaiting()) return unsent("waiting");
  return withRetries(send, mayPass, { attempts: 3, start: 1_000, cap: 5_000 });
}
