/** Waits before each retry, in milliseconds. */
const waits = [500, 2000, 8000];

/**
 * Loads the script of a part of a page, with retries. When it does not come at all, the promise never settles, so that
 * the part stays as the server drew it, with its forms and links. When the server has not drawn it (nothing matches the
 * selector `drawn`), the page is reloaded, or left for `goal`, if online; without `drawn` the page goes without the
 * part. What others have changed in the part meanwhile is taken back (`foreign/record.server.ts`).
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
