import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Program } from "../program";
import { expectNoScriptErrors, openContext } from "./browser";
import { scripted, signedInCookies } from "./desk-browser";

/**
 * Pages of the desk in one browser, for tests that follow each other in a file: it signs in once, and keeps the scripts
 * that it has loaded. Without script it is another one.
 */
export function deskTabs(opened: () => { program: Program; browser: Browser }) {
  const contexts = new Map<boolean, Promise<BrowserContext>>();
  async function signIn(javaScriptEnabled: boolean) {
    const { program, browser } = opened();
    const context = await openContext(browser, { javaScriptEnabled });
    await context.addCookies(await signedInCookies(program));
    return context;
  }
  return {
    async open(path: string, javaScriptEnabled = true): Promise<Page> {
      const context = contexts.get(javaScriptEnabled) ?? signIn(javaScriptEnabled);
      contexts.set(javaScriptEnabled, context);
      const page = await (await context).newPage();
      await page.goto(opened().program.url + path);
      if (javaScriptEnabled) await scripted(page);
      return page;
    },
    /** No script of it may have failed. */
    async close(page: Page): Promise<void> {
      expectNoScriptErrors();
      await page.close();
    },
  };
}
