import { dropCopies, keepCopy, takeCopies } from "./device-copies";
import { isUnsent, sameFields, type Unsent, withoutAnswers } from "./unsent-fields";

// Unsent answers stand in `sessionStorage`: there they survive a reload, a discarded or crashed tab, and no other tab
// sees them. A copy on the device survives the tab as well (N-LINE-1).

const prefix = (application: string) => `unsent ${application} `;

/** Stores them in the tab, with a copy on the device. */
export function storeUnsent(application: string, step: string, unsent: Unsent): void {
  keepCopy(application, step, unsent);
  try {
    sessionStorage.setItem(prefix(application) + step, JSON.stringify(unsent));
  } catch {
    // Storage is full or forbidden; the answers are still in the form.
  }
}

export function readUnsent(application: string, step: string): Unsent | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix(application) + step) ?? "null");
    return isUnsent(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** The steps that have unsent answers. */
export function unsentSteps(application: string): string[] {
  try {
    const start = prefix(application);
    return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));
  } catch {
    return [];
  }
}

/** The same, those that were left without a line first, in the order in which they were left (N-LINE-5). */
export function stepsInOrder(application: string): string[] {
  const leftAt = (step: string) => readUnsent(application, step)?.left ?? Number.POSITIVE_INFINITY;
  return unsentSteps(application).sort((one, other) => leftAt(one) - leftAt(other) || 0);
}

/** Forgets acknowledged steps of this tab, or everything unsent of an application, whichever tab it was typed in. */
export function forgetUnsent(application: string, steps?: readonly string[]): void {
  dropCopies(application, steps);
  try {
    for (const step of steps ?? unsentSteps(application)) sessionStorage.removeItem(prefix(application) + step);
  } catch {
    // Storage is forbidden, so nothing was stored either.
  }
}

/**
 * Takes over what a closed tab never sent. What lacks answers that no device keeps waits in the tab for its step to be
 * opened, where they are filled in from what is stored; until then nothing is submitted.
 */
export const takeLeft = (application: string): Promise<void> =>
  takeCopies(application, (step, copy) => {
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
