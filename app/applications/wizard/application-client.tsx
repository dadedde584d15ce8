import { isRouteErrorResponse, useNavigation } from "react-router";
import { BrandMark } from "~/ui/brand/guilloche";
import type { WizardData } from "./data.server";

/** The step on the screen, and whether the one that was asked for instead could not be loaded. */
export type Shown = WizardData & { unreachable?: boolean };

let shown: WizardData | undefined;

export function rememberShown(data: WizardData): void {
  shown = data;
}

/** After a submission a network failure must not bring the form back. */
export function forgetShown(id: string): void {
  if (shown?.id === id) shown = undefined;
}

/**
 * The data of the step on the screen again, for a navigation that failed without a connection: an error page would lose
 * what was typed. A refusal by the server is rethrown.
 */
export function stayOnStep(id: string, error: unknown): Shown {
  const passing = isRouteErrorResponse(error) ? error.status === 429 || error.status >= 500 : error instanceof Error;
  if (!passing || shown?.id !== id) throw error;
  return { ...shown, unreachable: true };
}

/** Appears when a step takes its time; one that is there at once is not announced (W-WIZ-19). */
export function LoadingScreen() {
  const { state, location } = useNavigation();
  if (state !== "loading" || !location?.pathname.startsWith("/apply/")) return null;
  return (
    <div className="fixed inset-0 z-30 grid animate-late place-items-center bg-sand/90">
      <div role="status" className="grid justify-items-center gap-4">
        <BrandMark className="size-14" />
        <p className="text-lg font-medium text-navy">Loading application...</p>
      </div>
    </div>
  );
}
