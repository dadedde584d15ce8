import type { Browser, Page } from "@playwright/test";
import type { AppServer } from "../app-server";
import { signIn } from "../desk/desk";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "./browser";
import { giveBack, takePage } from "./desk-pages";

/** The cookies of a signed-in browser. */
export async function signedInCookies(app: AppServer, who?: { email: string; password: string }) {
  const { cookies } = await signIn(app, who);
  return [...cookies].map(([name, value]) => ({ name, value, url: app.url, httpOnly: true }));
}

/**
 * A desk page in a signed-in browser; the sign-in form has its own tests. `close` keeps the page for the next test,
 * without this one's state.
 */
export async function openDesk(
  browser: Browser,
  app: AppServer,
  path = "/admin",
  { who, ...options }: { who?: { email: string; password: string } } & Parameters<typeof openContext>[1] = {},
): Promise<Page> {
  const { viewport = { width: 1280, height: 720 }, javaScriptEnabled = true, ...otherOptions } = options;
  const page =
    viewport && javaScriptEnabled && Object.keys(otherOptions).length === 0
      ? await takePage(browser, app, viewport)
      : await (await openContext(browser, options)).newPage();
  await page.context().addCookies(await signedInCookies(app, who));
  await page.goto(app.url + path);
  if (javaScriptEnabled) await scripted(page);
  return page;
}

/** Waits until the page's script handles shortcuts and forms. */
export async function scripted(page: Page): Promise<void> {
  await page.locator("#main[data-scripted]").waitFor();
}

/** Presses one key after the other on the focused element. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Expects that Tab never moves the focus out of the open dialog, except into the browser's own UI. */
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
 * Checks the page on a phone and on a wide screen. For opened parts and messages: `every-screen.test.ts`,
 * `every-step.test.ts` and `every-page.test.ts` check every screen, most with errors.
 */
export async function expectAccessibleAtBoth(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize(sized(width).viewport);
    // From the top: a button half under a fixed bar is reported as too small a target.
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await expectAccessible(page);
  }
}

/** Navigates to another desk page, and waits for its script. */
export async function goTo(page: Page, { url }: AppServer, path: string): Promise<void> {
  await page.goto(url + path);
  await scripted(page);
}

export const pressButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Opens an editor that is folded behind the button with this text. */
export async function openEditor(page: Page, title: string): Promise<void> {
  const editor = page.locator("details").filter({ has: page.locator("> summary", { hasText: title }) });
  if ((await editor.getAttribute("open")) === null) await editor.locator("> summary").click();
}

export const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

/** Closes the page's browser, or clears it for the next test. Fails on script errors. */
export async function close(page: Page): Promise<void> {
  expectNoScriptErrors();
  if (!(await giveBack(page))) await page.context().close();
}
