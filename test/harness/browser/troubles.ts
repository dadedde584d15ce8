import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible } from "./browser";

export type Trouble = [name: string, said: RegExp, answer: (route: Route) => Promise<void>];

/** Why a form gets no answer, and what is said of it. */
export const troubles: [Trouble, Trouble] = [
  ["without a line", /there is no connection/i, (route) => route.abort()],
  [
    "while the server is away",
    /It could not be sent just now/,
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
  await afterErrorPages(page);
  await page.route(what, answer);
  await button.click();
  await expect(told).toBeVisible();
  await expectAccessible(page);
  await page.unroute(what);
  await button.click();
  await expect(told).toHaveCount(0);
}

/**
 * Waits for the code of the error pages, which comes last: a script that did not come once is not asked for again by
 * the same page, and the next one may need a part of it.
 */
async function afterErrorPages(page: Page): Promise<void> {
  const address = await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return loaded.find((name) => name.includes("/error-pages-"));
  });
  // As text, which the tests' own loader leaves alone.
  await page.evaluate(`import("${await address.jsonValue()}")`);
}
