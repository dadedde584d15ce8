import type { Browser, Page } from "@playwright/test";
import type { AppServer } from "../app-server";
import { signIn } from "../desk/desk";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "./browser";
import { giveBack, takePage } from "./desk-pages";

/** The cookies of a browser that has just signed in. */
export async function signedInCookies(program: AppServer, who?: { email: string; password: string }) {
  const { cookies } = await signIn(program, who);
  return [...cookies].map(([name, value]) => ({ name, value, url: program.url, httpOnly: true }));
}

/**
 * A page of the desk in a browser of its own, which is signed in already: the form is a test of its own. `close` keeps
 * the page for the next test, without anything of this one.
 */
export async function openDesk(
  browser: Browser,
  program: AppServer,
  path = "/admin",
  { who, ...options }: { who?: { email: string; password: string } } & Parameters<typeof openContext>[1] = {},
): Promise<Page> {
  const { viewport = { width: 1280, height: 720 }, javaScriptEnabled = true, ...others } = options;
  const page =
    viewport && javaScriptEnabled && Object.keys(others).length === 0
      ? await takePage(browser, program, viewport)
      : await (await openContext(browser, options)).newPage();
  await page.context().addCookies(await signedInCookies(program, who));
  await page.goto(program.url + path);
  if (javaScriptEnabled) await scripted(page);
  return page;
}

/** Waits until the page's script handles keys and forms. */
export async function scripted(page: Page): Promise<void> {
  await page.locator("#main[data-scripted]").waitFor();
}

/** One key after the other, on whatever has the focus. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Expects that Tab never moves the focus out of the open dialog, except into the browser's own bar. */
export async function expectTrapped(page: Page): Promise<void> {
  for (let times = 0; times < 12; times++) {
    await press(page, "Tab");
    const outside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && !activeElement?.closest("dialog");
    });
    expect(outside).toBe(false);
  }
}

/** A phone, and a wide screen. */
export const widths = [360, 1440];
export const sized = (width: number) => ({ viewport: { width, height: width === 360 ? 740 : 900 } });

/**
 * The same page on a phone and on a wide screen: for what is open or said on it, since every screen is looked at clean,
 * and most with their errors, in `every-screen.test.ts`, `every-step.test.ts` and `every-page.test.ts`.
 */
export async function expectAccessibleAtBoth(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize(sized(width).viewport);
    // From the top: a button that is scrolled half under a fixed bar is no small target.
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await expectAccessible(page);
  }
}

/** To another page of the desk, once its script runs. */
export async function goTo(page: Page, { url }: AppServer, path: string): Promise<void> {
  await page.goto(url + path);
  await scripted(page);
}

/** Presses the first button of that name. */
export const pressButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

export const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

/** Ends the page's browser, or clears it for the next test. No script may have failed in it. */
export async function close(page: Page): Promise<void> {
  expectNoScriptErrors();
  if (!(await giveBack(page))) await page.context().close();
}
