import { inTab, unsentSteps } from "../../access/unsent-places";
import { adoptCopies, saveCopy } from "./device-copies";
import { isUnsent, sameFields, type Unsent, withoutAnswers } from "./unsent-fields";

// Unsent answers stand in `sessionStorage`: there they survive a reload, a discarded or crashed tab, and no other tab
// sees them. A copy on the device survives the tab as well (N-LINE-1).

/** Stores them in the tab, with a copy on the device. */
export function storeUnsent(application: string, step: string, unsent: Unsent): void {
  saveCopy(application, step, unsent);
  try {
    sessionStorage.setItem(inTab(application) + step, JSON.stringify(unsent));
  } catch {
    // Storage is full or forbidden; the answers are still in the form.
  }
}

export function readUnsent(application: string, step: string): Unsent | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(inTab(application) + step) ?? "null");
    return isUnsent(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The steps that have unsent answers, those that were left while offline first, in the order in which they were left
 * (N-LINE-5).
 */
export function stepsInOrder(application: string): string[] {
  const leftAt = (step: string) => readUnsent(application, step)?.left ?? Number.POSITIVE_INFINITY;
  return unsentSteps(application).sort((one, other) => leftAt(one) - leftAt(other) || 0);
}

/**
 * Takes over what a closed tab never sent. What lacks answers that no device keeps waits in the tab for its step to be
 * opened, where they are filled in from what is stored; until then nothing is submitted.
 */
export const takeUnsent = (application: string): Promise<void> =>
  adoptCopies(application, (step, copy) => {
    const own = readUnsent(application, step);
    if (own) {
      // The page was reloaded: the tab has all of it, and its copy is made anew.
      const isSame = sameFields(withoutAnswers(own.fields, copy.omitted), copy.fields);
      if (isSame) storeUnsent(application, step, own);
      return isSame;
    }
    storeUnsent(application, step, copy);
    return true;
  });
