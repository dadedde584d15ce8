import { afterEach, expect as same, test } from "vitest";
import {
  beforeScript,
  expect,
  expectAccessible,
  expectNoScriptErrors,
  openContext,
  openPage,
} from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const wide = { width: 1440, height: 900 };

const app = await sharedApp();
const browser = await sharedBrowser();
// A page left open would go on playing its film beside the next test.
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const open = (path: string, options?: Parameters<typeof openPage>[2]) => openPage(browser, app.url + path, options);

test("[L-STILL-5, P-HOME-13] a counter waits until it is half visible, then counts for two seconds", async () => {
  const context = await openContext(browser, {
    viewport: { width: 1440, height: 500 },
    reducedMotion: "no-preference",
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(app.url);
  // It stands still until the test moves it.
  await page.clock.pauseAt(Date.now() + 60_000);
  const counter = page.locator("[data-counter]").nth(2);
  await expect(counter).toHaveText("0+");
  await page.clock.runFor(5000);
  await expect(counter).toHaveText("0+");
  // A third of it is not enough.
  const scrollTop = await counter.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    return top + window.scrollY + height / 3 - window.innerHeight;
  });
  await page.evaluate((top) => window.scrollTo(0, top), scrollTop);
  await page.clock.runFor(3000);
  await expect(counter).toHaveText("0+");
  await counter.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const aMomentLater = async () => {
    await page.clock.runFor(100);
    return counter.textContent();
  };
  await expect.poll(aMomentLater).not.toBe("0+");
  await page.clock.runFor(700);
  const halfway = Number.parseInt((await counter.textContent()) ?? "", 10);
  same(halfway).toBeGreaterThan(0);
  same(halfway).toBeLessThan(5000);
  await page.clock.runFor(2000);
  await expect(counter).toHaveText("5000+");
});

test("[P-HOME-1] the film starts after the page, can be paused, and is hidden from screen readers", async () => {
  const page = await open("/", { reducedMotion: "no-preference" });
  const film = page.locator("video");
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(0);
  same(await film.evaluate((video: HTMLVideoElement) => [video.muted, video.loop, video.playsInline])).toEqual([
    true,
    true,
    true,
  ]);
  same(await film.evaluate((video) => video.closest("[aria-hidden=true]") !== null)).toBe(true);
  await page.getByRole("checkbox", { name: "Pause animation" }).check({ force: true });
  const stopped = () => film.evaluate((video: HTMLVideoElement) => video.paused);
  await expect.poll(stopped).toBe(true);
  const ticker = page.getByRole("region", { name: "In short" }).locator(".animate-drift");
  await expect(ticker).toHaveCSS("animation-play-state", "paused");
  await page.getByRole("checkbox", { name: "Pause animation" }).uncheck({ force: true });
  await expect.poll(stopped).toBe(false);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect.poll(stopped).toBe(true);
  expectNoScriptErrors();
});

test("[L-STILL-5, P-HOME-14] a visitor with reduced motion gets a picture, a still ticker and final figures", async () => {
  const context = await openContext(browser, { viewport: wide });
  const page = await context.newPage();
  const films: string[] = [];
  page.on("request", (request) => /\.(webm|mp4)$/.test(request.url()) && films.push(request.url()));
  await page.clock.install();
  await page.goto(app.url);
  // Longer than the film's head start and its wait for an idle moment together.
  await page.clock.runFor(20_000);
  await expect(page.locator("video")).toBeHidden();
  same(films).toEqual([]);
  await expect(page.locator("[data-counter]").nth(2)).toHaveText("5000+");
  // A change of looks lasts a hundredth of a millisecond then, and may just be under way.
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await expect.poll(moving).toBe(0);
});

test("[P-DETAIL-4, P-DETAIL-5, P-FAQ-2] only one answer is open at a time, and the side column stays visible", async () => {
  const page = await open("/visa/us-travel-b1-b2-visa");
  const items = page.getByRole("main").locator("details");
  const isOpen = (index: number) => items.nth(index).evaluate((item: HTMLDetailsElement) => item.open);
  await items.nth(0).locator("summary").click();
  same([await isOpen(0), await isOpen(1)]).toEqual([true, false]);
  await items.nth(1).locator("summary").click();
  await expect.poll(() => isOpen(0)).toBe(false);
  same(await isOpen(1)).toBe(true);
  await page.getByRole("heading", { name: "How it works" }).evaluate((heading) => heading.scrollIntoView());
  same(await page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
  await expect(
    page.getByRole("complementary", { name: "At a glance" }).getByRole("link", { name: "Apply Now" }),
  ).toBeInViewport();

  await page.goto(`${app.url}/faqs`);
  const first = page.getByRole("main").locator("details").first();
  await expect(first.locator("p")).toBeHidden();
  await first.locator("summary").click();
  await expect(first.locator("p")).toBeVisible();

  const far = page.getByRole("main").locator("details").nth(20);
  const id = await far.getAttribute("id");
  await page.goto(`${app.url}/contact`);
  await page.goto(`${app.url}/faqs#${id}`);
  await expect(far.locator("p")).toBeVisible();
  await expect(far.locator("summary")).toBeInViewport();
});

test("choosing a link in the hover menu closes it, and hovering opens it again", async () => {
  const page = await open("/about");
  const item = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("listitem")
    .filter({ hasText: "Visa Services" });
  const canada = item.getByRole("link", { name: "Canada" });
  await item.getByRole("link", { name: "Visa Services", exact: true }).hover();
  await canada.click();
  await expect(page).toHaveURL(`${app.url}/services/canada`);
  await expect(canada).toBeHidden();
  await page.mouse.move(10, 500);
  await item.getByRole("link", { name: "Visa Services", exact: true }).hover();
  await expect(canada).toBeVisible();
});

test("filters and searches are in the URL, keep the focus and announce the number of results", async () => {
  const page = await open("/faqs");
  const field = page.getByRole("searchbox", { name: "Search the questions" });
  const count = page.getByRole("status").filter({ hasText: "question" });
  await field.pressSequentially("refund");
  await expect(page).toHaveURL(`${app.url}/faqs?q=refund`);
  await expect(count).toContainText("for “refund”");
  await expect(field).toBeFocused();
  await field.fill("zeppelin");
  await expect(page.getByText("No FAQs found matching your search.")).toBeVisible();
  await expect(count).toContainText("No questions");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Show all", exact: true }).click();
  await expect(page).toHaveURL(`${app.url}/faqs`);
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();

  await page.goto(`${app.url}/services`);
  const canada = page.getByRole("navigation", { name: "Filter by country" }).getByRole("link", { name: "Canada" });
  await canada.click();
  await expect(page.getByRole("status").filter({ hasText: "service" })).toContainText("2 services for Canada");
  // The chosen list, and not the page's opening again.
  await expect(canada).toBeInViewport();
  same(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "All visa services" })).toBeVisible();
  expectNoScriptErrors();
});

test("a search entered before the script has loaded runs once it has", async () => {
  const page = await (await openContext(browser)).newPage();
  await beforeScript(
    page,
    () => page.goto(`${app.url}/faqs`, { waitUntil: "commit" }),
    async () => {
      await page.locator("#search").fill("passport");
      await page.locator("#filter").selectOption("Documents");
    },
  );
  await expect(page).toHaveURL(/\/faqs\?q=passport&category=Documents$/);
  await expect(page.locator("#search")).toHaveValue("passport");
  await page.context().close();
});
