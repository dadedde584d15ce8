import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { openContext } from "./browser";

const pages = new Map<string, Page>();

/**
 * A page without state: no cookies, storage or routes. Reuses the page of the last call with these options while it is
 * open, because compiling 30 scripts in a new process takes longest. `clock`: the test controls its time.
 */
export async function reusedPage(
  browser: Browser,
  origin: string,
  { viewport = { width: 1280, height: 720 }, clock = false, ...own }: BrowserContextOptions & { clock?: boolean } = {},
): Promise<Page> {
  const key = JSON.stringify([clock, own]);
  const before = pages.get(key);
  if (before && !before.isClosed() && before.context().browser() === browser) {
    await empty(before, origin);
    if (viewport) await before.setViewportSize(viewport);
    // Reset to the present, and running.
    if (clock) await before.clock.resume();
    if (clock) await before.clock.install();
    return before;
  }
  const context = await openContext(browser, { ...own, viewport });
  if (clock) await context.clock.install();
  const page = await context.newPage();
  pages.set(key, page);
  return page;
}

async function empty(page: Page, origin: string): Promise<void> {
  const context = page.context();
  for (const otherPage of context.pages()) if (otherPage !== page) await otherPage.close();
  for (const event of ["request", "response", "dialog"] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // Storage is only accessible on a page of the site, which may have failed to load.
  const isThere = await page.evaluate((site) => location.origin === site, origin);
  if (!isThere) await context.setOffline(false).then(() => page.goto(`${origin}/robots.txt`));
  await page.evaluate(() => {
    // Its work is done: on unload or back online, it must send and save nothing.
    window.fetch = () => new Promise<Response>(() => undefined);
    Storage.prototype.setItem = () => undefined;
    sessionStorage.clear();
    localStorage.clear();
  });
  await context.setOffline(false);
  await context.clearCookies();
}
