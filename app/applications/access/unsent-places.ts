import { newIdempotencyKey } from "~/core/idempotency-key";

// Apart from reading unsent answers: a page that only forgets them must not load the wizard (T-BYTES-4).

/** Prefix of an application's keys in session storage. */
export const inTab = (application: string) => `unsent ${application} `;
/** Names this page's copies; another page, even of the same tab, has another name. */
export const page = typeof window === "undefined" ? "" : newIdempotencyKey();
export const keyOf = (application: string, step: string) => `kept ${application} ${step} ${page}`;

export function unsentSteps(application: string): string[] {
  try {
    const start = inTab(application);
    return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));
  } catch {
    return [];
  }
}

/** Forgets acknowledged steps of this tab, or everything unsent of an application in any tab. */
export function forgetUnsent(application: string, steps?: readonly string[]): void {
  dropCopies(application, steps);
  try {
    for (const step of steps ?? unsentSteps(application)) sessionStorage.removeItem(inTab(application) + step);
  } catch {
    // Storage is forbidden, so nothing was stored either.
  }
}

/** Removes this page's copies of some steps, or every page's copies of an application. */
export function dropCopies(application: string, steps?: readonly string[]): void {
  const keys = steps
    ? steps.map((step) => keyOf(application, step))
    : copiesHere()
        .filter((copy) => copy.application === application)
        .map(({ key }) => key);
  removeCopies(keys);
}

export function removeCopies(keys: readonly string[]) {
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored either.
  }
}

/** All copies on this device, of any page. */
export function copiesHere(): { key: string; application: string; step: string; page: string }[] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const [prefix, application = "", step = "", ofPage = ""] = key.split(" ");
      return prefix === "kept" ? [{ key, application, step, page: ofPage }] : [];
    });
  } catch {
    return [];
  }
}
