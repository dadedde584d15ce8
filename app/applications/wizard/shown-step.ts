import { isRouteErrorResponse } from "react-router";
import { sectionIn } from "../access/step-url";
import type { WizardData } from "./data.server";
import { type KnownStep, knownStep } from "./saving/known-step";

/** The step on the screen. `unreachable`: the requested step could not be loaded. */
export type Shown = WizardData & { unreachable?: boolean; isKnown?: boolean };

let shown: WizardData | undefined;

export function rememberShown(data: WizardData): void {
  shown = data;
}

/** After a submission a network failure must not bring the form back. */
export function forgetShown(id: string): void {
  if (shown?.id === id) shown = undefined;
}

let goal: { id: string; code: string } | undefined;

export function openOffline(id: string, code: string): void {
  goal = { id, code };
}

export function offlineStep(id: string, url: string): KnownStep | undefined {
  const code = codeIn(url);
  const isGoal = goal?.id === id && goal.code === code;
  goal = undefined;
  return isGoal && code && shown?.id === id ? knownStep(shown, code) : undefined;
}

const codeIn = (url: string) => new URL(url).searchParams.get("step");

/** Whether two addresses of the step on the screen differ only in the section. */
export function isOtherSection(a: URL, b: URL): boolean {
  return sectionIn(a.search) !== sectionIn(b.search) && withoutSection(a) === withoutSection(b);
}

function withoutSection({ pathname, searchParams }: URL): string {
  const params = new URLSearchParams(searchParams);
  params.delete("section");
  // The first address of an application does not name its step.
  if (!params.has("step")) params.set("step", shown?.step.code ?? "");
  params.sort();
  return `${pathname}?${params}`;
}

/**
 * Offline: the other step as this page knows it; otherwise the step on the screen, since an error page would lose what
 * was typed. Rethrows a refusal by the server.
 */
export function afterFailure(id: string, url: string, error: unknown): Shown {
  const isTransient = isRouteErrorResponse(error)
    ? error.status === 429 || error.status >= 500
    : error instanceof Error;
  if (!isTransient || shown?.id !== id) throw error;
  const code = codeIn(url);
  const isOtherStep = code !== null && code !== shown.step.code;
  const known = isOtherStep && !navigator.onLine ? knownStep(shown, code) : undefined;
  return known ?? { ...shown, unreachable: true };
}
