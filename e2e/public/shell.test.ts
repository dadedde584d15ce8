import type { Page } from "@playwright/test";
import { afterEach, expect as same, test } from "vitest";
import { expect, expectAccessible, expectNoScriptErrors, openPage } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const phone = { width: 360, height: 740 };

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const open = (path: string, options?: Parameters<typeof openPage>[2]) => openPage(browser, app.url + path, options);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

/** All that a page says and where it leads, without the picker of languages; what it requested since it was asked. */
const everythingElse = (page: Page) =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const element of copy.querySelectorAll("script, [aria-label='Contact and language'] details"))
      element.remove();
    return {
      title: document.title,
      language: document.documentElement.lang,
      address: location.href,
      header: copy.querySelector("header")?.textContent,
      footer: copy.querySelector("footer")?.textContent,
      words: copy.textContent,
      links: [...copy.querySelectorAll("a")].map((link) => link.getAttribute("href")),
      stored: JSON.stringify({ ...localStorage, ...sessionStorage, cookies: document.cookie }),
      requests: performance.getEntriesByType("resource").filter(({ name }) => name.includes(".data")).length,
    };
  });

test("[L-STILL-5, P-SHELL-5, P-SHELL-4] picking a language changes only the picker's label", async () => {
  const page = await open("/about");
  // What comes a moment later, such as the reviews' part, is there before anything is picked.
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.readyState === "complete");
  const picker = page.getByRole("region", { name: "Contact and language" });
  const label = picker.locator("summary");
  await expect(label).toHaveText("Language: English");
  const before = await everythingElse(page);
  same(before.words?.length).toBeGreaterThan(1_000);
  for (const language of ["Español", "Creole", "French", "English", "Español"]) {
    await label.click();
    await picker.getByRole("button", { name: language }).click();
    await expect(label).toHaveText(`Language: ${language}`);
    same(await everythingElse(page), language).toEqual(before);
  }
  expectNoScriptErrors();
});

test("[P-SHELL-19] a picked language and an opened answer are reset at the next load", async () => {
  const page = await open("/faqs");
  const picker = page.getByRole("region", { name: "Contact and language" });
  await picker.locator("summary").click();
  await picker.getByRole("button", { name: "Español" }).click();
  await expect(picker.locator("summary")).toHaveText("Language: Español");
  const answer = page.getByRole("main").locator("details").first();
  await answer.locator("summary").click();
  await expect(answer.locator("p")).toBeVisible();
  same(page.url()).toBe(`${app.url}/faqs`);
  await page.reload();
  await expect(picker.locator("summary")).toHaveText("Language: English");
  await expect(answer.locator("p")).toBeHidden();
});

test("[L-STILL-5, P-SHELL-8, A-CONST-2] the header becomes compact with a shadow beyond 20 pixels of scrolling, and not at 20", async () => {
  const page = await open("/");
  const look = () =>
    page.getByRole("banner").evaluate((header) => {
      const top = header.parentElement?.getBoundingClientRect().top ?? 0;
      const height = header.getBoundingClientRect().bottom - top;
      return { shadow: getComputedStyle(header).boxShadow !== "none", height };
    });
  const scroll = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
  const { height } = await look();
  // Scrolls to 21 first, to see that the script listens; otherwise the check at 20 would prove nothing.
  await scroll(21);
  await expect.poll(async () => (await look()).shadow).toBe(true);
  await expect.poll(async () => (await look()).height).toBeLessThan(height);
  await scroll(20);
  await expect.poll(look).toEqual({ shadow: false, height });
});

test("[L-STILL-5, P-SHELL-14] a followed link starts at the top of the page, for scroll position and focus", async () => {
  const page = await open("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "About us" }).click();
  await expect(page).toHaveURL(`${app.url}/about`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  // And from far down there is a short way back.
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("link", { name: "Back to the top" }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("on a phone the menu traps the focus, closes with Escape and restores the focus", async () => {
  const page = await open("/", { viewport: phone });
  const menu = page.getByRole("banner").locator("summary").filter({ hasText: "Menu" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const menuNavigation = page.getByRole("navigation", { name: "Menu" });
  await expect(menuNavigation).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Shift+Tab");
  same(await focused(page)).toMatch(/@/);
  await page.keyboard.press("Tab");
  await expect(menu).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menuNavigation).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await menuNavigation.getByRole("link", { name: "Have Questions?" }).click();
  await expect(page).toHaveURL(`${app.url}/faqs`);
  await expect(menuNavigation).toBeHidden();
});

test("[L-STILL-8, P-SHELL-18, P-REV-20] a followed link keeps the current page until the next one is complete, with its figures", async () => {
  const page = await open("/faqs");
  const asItIs = await page.getByRole("main").textContent();
  await page.evaluate(() =>
    addEventListener("pagehide", () =>
      sessionStorage.setItem("left", document.querySelector("main")?.textContent ?? ""),
    ),
  );
  await page.route(`${app.url}/`, async (route) => {
    // The line is slow: a skeleton would have had its time.
    await new Promise((done) => setTimeout(done, 600));
    await route.continue();
  });
  // By key: the browser would have prepared a page whose link the pointer rests on.
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/`);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("left"))).toBe(asItIs);
  await expect(page.getByRole("region", { name: "Trust index" })).toContainText("0 reviews");
  expectNoScriptErrors();
});
