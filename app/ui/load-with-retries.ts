/** Waits before each retry, in milliseconds. */
const waits = [500, 2000, 8000];

/**
 * The script of a part of a page, asked for again when it is lost on the way. When it does not come at all, the part
 * stays as the server drew it, with its forms and links: nobody loses a page, or what was typed in it, for want of a
 * script. Where the server has not drawn `drawn` (a selector), it is asked to; without one the page goes without.
 */
export async function loadWithRetries<Part>(load: () => Promise<Part>, drawn?: string): Promise<Part> {
  for (const wait of waits)
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  return load().catch(() => {
    if (drawn && !document.querySelector(drawn) && navigator.onLine) location.reload();
    return new Promise(() => {});
  });
}
