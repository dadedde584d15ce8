/** Waits before each retry, in milliseconds. */
const waits = [500, 2000, 8000];

/**
 * Loads the script of a part of a page, with retries. If it can't be loaded, the promise never settles, so that the
 * part stays as the server rendered it, with its forms and links. If the server did not render it (nothing matches
 * `drawn`), the page is reloaded, or left for `goal`, if online; without `drawn` the page does without the part.
 * Reverts what others changed in the part (`foreign/record.server.ts`).
 */
export async function loadWithRetries<Part>(load: () => Promise<Part>, drawn?: string, goal?: string): Promise<Part> {
  for (const wait of waits)
    try {
      const part = await load();
      // On the server nobody has changed the part, and there is no window.
      if (drawn && typeof window !== "undefined") window.undoForeign?.();
      return part;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  return load().catch(() => {
    if (drawn && !document.querySelector(drawn) && navigator.onLine)
      if (goal) location.assign(goal);
      else location.reload();
    return new Promise(() => {});
  });
}
