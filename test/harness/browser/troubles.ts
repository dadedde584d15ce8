import type { Locator, Page, Route } from "@playwright/test";
import { expect, expectAccessible } from "./browser";

export type Trouble = [name: string, said: RegExp, answer: (route: Route) => Promise<void>];

/** Why a form gets no answer, and what is said of it. */
export const troubles: [Trouble, Trouble] = [
  ["without a line", /You seem to be offline/i, (route) => route.abort()],
  [
    "while the server is away",
    /This couldn’t be sent/,
    (route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }),
  ],
];

/**
 * Presses a button twice, the first time in the trouble: the page then stays, and says that nothing was sent. `what`:
 * the addresses that are in trouble.
 */
export async function pressTwice(
  page: Page,
  name: string | RegExp,
  [, said, answer]: Trouble,
  what: string | RegExp = "**/*",
): Promise<void> {
  const button = page.getByRole("button", { name });
  const told = page.getByText(said);
  // Until then the browser alone sends the form.
  await expect.poll(() => button.evaluate((one) => Object.keys(one).join())).toContain("__reactProps");
  // Their code comes last, and is not asked for again by the same page where it did not come.
  await codeOf(page, "/error-pages-");
  await page.route(what, answer);
  await button.click();
  await expect(told).toBeVisible();
  await expectAccessible(page);
  await page.unroute(what);
  await button.click();
  await expect(told).toHaveCount(0);
}

/**
 * Fills a box of an email address and leaves it, which fetches the code that says which address is used. A page whose
 * code did not come while there was no line can't open the next one without a reload.
 */
export async function fillEmail(box: Locator, email: string): Promise<void> {
  await box.fill(email);
  await box.blur();
  await codeOf(box.page(), "/used-email-");
}

/** Waits until a script with this in its address is there, and all that it imports. */
async function codeOf(page: Page, part: string): Promise<void> {
  const address = await page.waitForFunction((wanted) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return loaded.find((name) => name.includes(wanted));
  }, part);
  // As text, which the tests' own loader leaves alone.
  await page.evaluate(`import("${await address.jsonValue()}")`);
}
