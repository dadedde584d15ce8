import type { Locator, Page, Route } from "@playwright/test";
import { expect, expectAccessible } from "./browser";

export type NetworkFailure = [name: string, said: RegExp, answer: (route: Route) => Promise<void>];

/** Why a form gets no response, and the message for it. */
export const troubles: [NetworkFailure, NetworkFailure] = [
  ["offline", /You(’re| seem to be) offline/i, (route) => route.abort()],
  [
    "with the server unavailable",
    /couldn’t (be sent|send this)/,
    (route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }),
  ],
];

/**
 * Clicks a button twice, first during the trouble: the page then stays, and says that nothing was sent. `what`: the
 * URLs that fail.
 */
export async function pressTwice(
  page: Page,
  name: string | RegExp,
  [, message, answer]: NetworkFailure,
  pattern: string | RegExp = "**/*",
): Promise<void> {
  const button = page.getByRole("button", { name });
  const notice = page.getByText(message);
  // Before hydration the browser itself submits the form.
  await expect.poll(() => button.evaluate((element) => Object.keys(element).join())).toContain("__reactProps");
  // The error pages' code comes last, and a page doesn't retry a failed import.
  await codeOf(page, "/error-pages-");
  await page.route(pattern, answer);
  await button.click();
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.unroute(pattern);
  await button.click();
  await expect(notice).toHaveCount(0);
}

/**
 * Types an email and leaves its input, which loads the code that checks it. A page on which this import failed offline
 * can't navigate without a reload.
 */
export async function fillEmail(input: Locator, email: string): Promise<void> {
  await input.fill(email);
  await input.blur();
  await codeOf(input.page(), "/used-email-");
}

/** Waits until a script with this in its URL is loaded with its imports. */
async function codeOf(page: Page, part: string): Promise<void> {
  const address = await page.waitForFunction((wanted) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return loaded.find((name) => name.includes(wanted));
  }, part);
  // As a string, so that the tests' own loader doesn't transform the import.
  await page.evaluate(`import("${await address.jsonValue()}")`);
}
