import type { Route } from "@playwright/test";
import { afterEach, expect as same, test } from "vitest";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  openContext,
  openPage,
} from "../../test/harness/browser/browser";
import { openDesk } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const phone = { width: 360, height: 740 };

// What moves on the pages that load no React.
const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const open = (path: string, options?: Parameters<typeof openPage>[2]) => openPage(browser, app.url + path, options);

test("[L-STILL-9] the menus of visa services and of languages close by Escape and by a click outside", async () => {
  const page = await open("/about");
  const services = page.getByRole("navigation", { name: "Main" }).locator("details");
  const languages = page.getByRole("region", { name: "Contact and language" }).locator("details");
  for (const menu of [services, languages]) {
    const button = menu.locator("summary");
    const isOpen = () => menu.evaluate((details: HTMLDetailsElement) => details.open);
    await button.click();
    same(await isOpen()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    same(await isOpen()).toBe(false);
    await expect(button).toBeFocused();
    await button.click();
    await expectAccessible(page);
    await page.mouse.click(700, 600);
    same(await isOpen()).toBe(false);
  }
  expectNoScriptErrors();
});

test("[L-STILL-9] the phone's menu is closed after going back from the page that it led to", async () => {
  const page = await open("/", { viewport: phone });
  const menu = page.getByRole("banner").locator("details[data-covers]");
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "About", exact: true }).click();
  await expect(page).toHaveURL(`${app.url}/about`);
  await page.goBack();
  await expect(page).toHaveURL(`${app.url}/`);
  same(await menu.evaluate((details: HTMLDetailsElement) => details.open)).toBe(false);
});

const fates: [string, (route: Route) => Promise<void> | void][] = [
  ["blocked", (route) => route.abort()],
  ["answered with 503", (route) => route.fulfill({ status: 503 })],
  ["never answered", () => undefined],
];
test.each(fates)("[L-STILL-7] with the module %s a static page can be read and used", async (_, fate) => {
  const page = await (await openContext(browser, { viewport: phone })).newPage();
  let requestCount = 0;
  await page.route(/\/assets\/static-pages-/, (route) => {
    requestCount++;
    return fate(route);
  });
  await page.goto(`${app.url}/faqs`, { waitUntil: "commit" });
  const menu = page.getByRole("banner").locator("details[data-covers]");
  await menu.locator("summary").click();
  await expect(menu.getByRole("link", { name: "About", exact: true })).toBeVisible();
  await menu.locator("summary").click();
  const answer = page.getByRole("main").locator("details").first();
  await answer.locator("summary").click();
  await expect(answer.locator("p")).toBeVisible();
  await page.getByRole("searchbox").fill("refund");
  await page.getByRole("button", { name: "Search", exact: true }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(/\/faqs\?q=refund/);
  await expect(page.getByRole("status")).toContainText("for “refund”");
  await page.getByRole("link", { name: "Clear the search" }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(`${app.url}/faqs`);
  same(requestCount).toBeGreaterThan(1);
});

test("[L-STILL-4] links from a form's page and from the wizard load a static page as a document", async () => {
  const page = await open("/contact");
  await expect(page.locator("input#residenceCountry")).toBeAttached();
  const markDocument = () => page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const isSame = () => page.evaluate(() => "sameDocument" in window);
  await markDocument();
  await page.getByRole("main").getByRole("link", { name: "questions and answers" }).click();
  await expect(page).toHaveURL(`${app.url}/faqs`);
  same(await isSame()).toBe(false);

  const { client, id } = await startBahamas(app);
  await page.context().addCookies(cookiesOf(client));
  await page.goto(`${app.url}/apply/${id}`);
  await markDocument();
  await page.getByRole("link", { name: "Lucaya, home page" }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  same(await isSame()).toBe(false);
  expectNoScriptErrors();
});

test("[L-STILL-4] the desk's list of services opens a service's page", async () => {
  const page = await openDesk(browser, app, "/admin/services");
  await page.getByRole("link", { name: "Preview the page of UK Visitor Visa" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "UK Visitor Visa" })).toBeVisible();
});

test("[L-LOOK-9] clearing a search shows everything and keeps the focus in the search", async () => {
  const page = await open("/forms", { viewport: phone });
  const clear = page.getByRole("link", { name: "Clear the search" });
  const searchbox = page.getByRole("searchbox");
  const count = page.getByRole("main").getByRole("status");
  const all = await count.textContent();
  await expect(clear).toBeHidden();
  await searchbox.fill("worksheet");
  await expect(count).toContainText("with “worksheet”");
  await expectAccessible(page);
  await clear.click();
  await expect(searchbox).toHaveValue("");
  await expect(searchbox).toBeFocused();
  await expect(count).toHaveText(all ?? "");
  await expect(clear).toBeHidden();
  await expect(page).toHaveURL(`${app.url}/forms`);
  expectNoScriptErrors();
});

test("[L-STILL-10] email, phone and postal address of the office can be copied, and that is announced", async () => {
  const page = await open("/contact", { permissions: ["clipboard-read", "clipboard-write"] });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [kind, text] of [
    ["the phone number", "+1 242 555 0142"],
    ["the email address", "hello@lucaya.example"],
    ["the address", "12 Parliament Street, Nassau, New Providence, Bahamas"],
  ] as const) {
    await page.getByRole("button", { name: `Copy ${kind}`, exact: true }).click();
    await expect(page.locator("[data-copied]")).toHaveText("Copied");
    await expect.poll(copied).toBe(text);
  }
  // What is said when one fails stays, and is not taken away when the time of the one before is over.
  await page.clock.install();
  // It stands still until the test moves it.
  await page.clock.pauseAt(Date.now() + 10_000);
  // Its name says "Copied" for two seconds.
  const phone = page.locator("[data-copy='+1 242 555 0142']");
  await phone.click();
  await expect(phone).toHaveAttribute("data-done");
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await page.getByRole("button", { name: "Copy the email address", exact: true }).click();
  await expect(page.locator("[data-copied]")).toContainText("Please select the text");
  await expect(phone).not.toHaveAttribute("data-done");
  await page.clock.runFor(3_000);
  await expect(page.locator("[data-copied]")).toContainText("Please select the text");
  const staticPage = await open("/contact", { javaScriptEnabled: false });
  await expect(staticPage.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
});
