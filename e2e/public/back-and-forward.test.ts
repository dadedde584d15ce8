import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, expect as same, test } from "vitest";
import type { AppServer } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { chromiumProgram, needsDebian } from "../../test/harness/debian-packages";
import { until } from "../../test/harness/http-client";
import { sharedApp } from "../../test/harness/shared";

const isThere = needsDebian(chromiumProgram);
let app: AppServer;
let browser: Browser;
beforeAll(async () => {
  if (!isThere) return;
  app = await sharedApp();
  browser = await chromium.launch({
    executablePath: chromiumProgram.path,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
});
afterAll(() => browser?.close());

/** A page that notes whether it was brought back as it was left. */
async function open(path: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
    // Views of an address are counted in memory, where those of other files still are.
    extraHTTPHeaders: { "sec-ch-ua": '"Chromium";v="150"', "x-forwarded-for": "10.202.1.7" },
  });
  const page = await context.newPage();
  await page.addInitScript(() =>
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { broughtBack: persisted })),
  );
  await page.goto(app.url + path);
  return page;
}
async function leaveAndReturn(page: Page) {
  const left = page.url();
  // Neither by pointer nor by key: both scroll.
  const about = page.getByRole("banner").getByRole("link", { name: "About", exact: true });
  await about.evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page).toHaveURL(`${app.url}/about`);
  // Not `goBack`, which waits for a load that a page from this cache does not have.
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(left);
  await expect.poll(() => page.evaluate(() => "broughtBack" in window && window.broughtBack)).toBe(true);
}

test("[L-NAV-5] Back restores a service's scroll position and open answer without a second view", async () => {
  const page = await open("/visa/uk-visitor-visa");
  const stored = () => app.query("select id from visa_service_views");
  await until("its view is stored", async () => (await stored()).length === 1);
  const answer = page.getByRole("main").locator("details").nth(1);
  await answer.locator("summary").click();
  await expect(answer.locator("p")).toBeVisible();
  const scrollTop = await page.evaluate(() => scrollY);
  same(scrollTop).toBeGreaterThan(300);
  await leaveAndReturn(page);
  same(await answer.evaluate((details: HTMLDetailsElement) => details.open)).toBe(true);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollTop);
  // A view that came after this one is stored after it.
  const otherPage = await open("/visa/uk-transit-visa");
  await until("the other's view is stored", async () => (await stored()).length >= 2);
  same(await stored()).toHaveLength(2);
  await otherPage.close();
});

test("[L-NAV-5] Back restores a search with its text and results", async () => {
  const page = await open("/faqs");
  await page.getByRole("searchbox").fill("refund");
  const count = page.getByRole("main").getByRole("status");
  await expect(count).toHaveText(/for “refund”$/);
  await leaveAndReturn(page);
  await expect(page.getByRole("searchbox")).toHaveValue("refund");
  await expect(count).toHaveText(/for “refund”$/);
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL(`${app.url}/about`);
});
