import { inTab, unsentSteps } from "../../access/unsent-places";
import { adoptCopies, saveCopy } from "./device-copies";
import { isUnsent, sameFields, type Unsent, withoutAnswers } from "./unsent-fields";

// In `sessionStorage` they survive a reload or a crashed tab, and no other tab sees them.

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

/** The steps with unsent answers: first those that were left offline, in the order in which they were left. */
export function stepsInOrder(application: string): string[] {
  const leftAt = (step: string) => readUnsent(application, step)?.left ?? Number.POSITIVE_INFINITY;
  return unsentSteps(application).sort((a, b) => leftAt(a) - leftAt(b) || 0);
}

/**
 * A copy without the answers that are never copied waits until its step is opened, where the stored ones complete it;
 * until then nothing is submitted.
 */
export const takeUnsent = (application: string): Promise<void> =>
  adoptCopies(application, (step, copy) => {
    const own = readUnsent(application, step);
    if (own) {
      // After a reload the tab has all of it; store it under this page's name.
      const isSame = sameFields(withoutAnswers(own.fields, copy.omitted), copy.fields);
      if (isSame) storeUnsent(application, step, own);
      return isSame;
    }
    storeUnsent(application, step, copy);
    return true;
  });
