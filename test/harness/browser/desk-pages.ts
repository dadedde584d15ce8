import type { Browser, Page, ViewportSize } from "@playwright/test";
import { TestRunner } from "vitest";
import type { AppServer } from "../app-server";
import { openContext } from "./browser";

// A new browser loads and compiles every script again, which costs more than the page itself. So a page is reused after
// its cookies and storage were cleared. Anything else that would last, such as a listener or a clock, ends the page
// with its test.

type PooledPage = { page: Page; origin: string; isChanged: boolean; isUsed: boolean };
const pools = new WeakMap<Browser, PooledPage[]>();
const ofPage = new WeakMap<Page, PooledPage>();

/** Methods of a page or its context with effects that outlast a test. */
const lasting = [
  ...["on", "once", "routeFromHAR", "routeWebSocket", "addInitScript", "exposeFunction", "exposeBinding", "newPage"],
  ...["emulateMedia", "setDefaultTimeout", "setDefaultNavigationTimeout", "setExtraHTTPHeaders", "addLocatorHandler"],
  ...["setGeolocation", "grantPermissions", "newCDPSession"],
];

/** An unused page, in a browser without any state. */
export async function takePage(browser: Browser, app: AppServer, size: ViewportSize): Promise<Page> {
  const all = pools.get(browser) ?? [];
  pools.set(browser, all);
  const idle = all.find(({ page, origin, isUsed }) => !isUsed && origin === app.url && !page.isClosed());
  if (idle) {
    idle.isUsed = true;
    await idle.page.setViewportSize(size);
    return idle.page;
  }
  const page = await (await openContext(browser, { viewport: size })).newPage();
  const pooled: PooledPage = { page, origin: app.url, isChanged: false, isUsed: true };
  noteChanges(pooled);
  all.push(pooled);
  ofPage.set(page, pooled);
  return page;
}

function noteChanges(pooled: PooledPage) {
  const note = () => {
    pooled.isChanged = true;
  };
  for (const owner of [pooled.page, pooled.page.context()]) {
    for (const name of lasting) {
      const method: unknown = Reflect.get(owner, name);
      if (typeof method !== "function") continue;
      const value = (...args: unknown[]) => {
        note();
        return Reflect.apply(method, owner, args);
      };
      Object.defineProperty(owner, name, { configurable: true, value });
    }
    const { clock } = owner;
    const get = () => {
      note();
      return clock;
    };
    Object.defineProperty(owner, "clock", { configurable: true, get });
  }
}

/** Whether the page is kept for the next test; otherwise it must be closed. */
export async function giveBack(page: Page): Promise<boolean> {
  const pooled = ofPage.get(page);
  if (!pooled || pooled.isChanged || page.isClosed() || page.context().pages().length > 1) return false;
  if (!pooled.isUsed) return true;
  // Pages of a failed test are captured as they are.
  if (TestRunner.getCurrentTest()?.result?.state === "fail") return false;
  try {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().setOffline(false);
    // Leave to a page without a script first: on unload a page saves its last input, which must be cleared too.
    await page.goto(`${pooled.origin}/robots.txt`, { waitUntil: "commit" });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.context().clearCookies();
  } catch {
    return false;
  }
  pooled.isUsed = false;
  return true;
}
