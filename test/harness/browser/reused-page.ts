import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { openContext } from "./browser";

const kept = new Map<string, Page>();

/**
 * A page that was nowhere before, as far as it and the program can tell: no cookies, nothing in its storage, no routes.
 * It is the one that the last call with these options gave, wherever that still is open: a process of its own that
 * compiles 30 scripts once more takes longer than all else about a page. With `clock` its time is in the test's hands.
 */
export async function keptPage(
  browser: Browser,
  origin: string,
  { viewport = { width: 1280, height: 720 }, clock = false, ...own }: BrowserContextOptions & { clock?: boolean } = {},
): Promise<Page> {
  const key = JSON.stringify([clock, own]);
  const before = kept.get(key);
  if (before && !before.isClosed() && before.context().browser() === browser) {
    await empty(before, origin);
    if (viewport) await before.setViewportSize(viewport);
    // It is now, and time passes.
    if (clock) await before.clock.resume();
    if (clock) await before.clock.install();
    return before;
  }
  const context = await openContext(browser, { ...own, viewport });
  if (clock) await context.clock.install();
  const page = await context.newPage();
  kept.set(key, page);
  return page;
}

async function empty(page: Page, origin: string): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of ["request", "response", "dialog"] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // Storage is reached from a page of the site alone, which may be one that could not be loaded.
  const isThere = await page.evaluate((site) => location.origin === site, origin);
  if (!isThere) await context.setOffline(false).then(() => page.goto(`${origin}/robots.txt`));
  await page.evaluate(() => {
    // What it was about is over: on leaving, or with its line back, it sends and keeps nothing of it.
    window.fetch = () => new Promise<Response>(() => undefined);
    Storage.prototype.setItem = () => undefined;
    sessionStorage.clear();
    localStorage.clear();
  });
  await context.setOffline(false);
  await context.clearCookies();
}
