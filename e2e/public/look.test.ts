import type { Page } from "@playwright/test";
import { afterEach, expect as same, test } from "vitest";
import { expect, expectAccessible, openPage } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// Where things stand on the public pages.
const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(path: string, width: number, height = 780): Promise<Page> {
  const page = await openPage(browser, app.url + path, { viewport: { width, height } });
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** Once what changes with the window's width has come to rest: the sun has a size of its own for each. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    await nextFrame();
    await nextFrame();
    const ends = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ends.map((animation) => animation.finished));
  });

test("[L-LOOK-2, P-DETAIL-5] the price card covers nothing at any scroll position, and its button can be reached", async () => {
  for (const slug of ["permit-to-reside", "us-travel-b1-b2-visa"]) {
    const page = await open(`/visa/${slug}`, 1440, 900);
    for (const [width, height] of [
      [1440, 900],
      [1024, 900],
      [1440, 600],
      [1024, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      const covered = await page.evaluate(async () => {
        const found: string[] = [];
        const card = document.querySelector("[data-price-card]");
        const apply = card?.querySelector("a[href^='/apply']");
        const words = [...document.querySelectorAll("main :is(h1, h2, h3, p, li, dt, dd, summary), header")].filter(
          (element) => !card?.contains(element) && !element.closest("aside[aria-label='At a glance']"),
        );
        // Where it leaves with its page it passes behind the header.
        const onTop = (element: Element, x: number, y: number) => element.contains(document.elementFromPoint(x, y));
        const end = document.documentElement.scrollHeight - innerHeight;
        for (let index = 0; index <= end; index += 150) {
          scrollTo({ top: index, behavior: "instant" });
          await new Promise(requestAnimationFrame);
          const bounds = card?.getBoundingClientRect();
          if (!bounds || !apply) return ["no card"];
          for (const word of words) {
            const range = document.createRange();
            range.selectNodeContents(word);
            for (const line of word.matches("header") ? [word.getBoundingClientRect()] : range.getClientRects())
              if (
                line.width > 0 &&
                line.left < bounds.right - 1 &&
                line.right > bounds.left + 1 &&
                line.top < bounds.bottom - 1 &&
                line.bottom > bounds.top + 1 &&
                !(word.matches("header") && onTop(word, (bounds.left + bounds.right) / 2, line.bottom - 4))
              )
                found.push(`${index}: ${word.textContent?.slice(0, 40)}`);
          }
          const button = apply.getBoundingClientRect();
          const main = document.querySelector("main")?.getBoundingClientRect();
          // While the card sticks, the whole button is in the window.
          if (bounds.top > 0 && bounds.bottom < innerHeight && main && (button.top < 0 || button.bottom > innerHeight))
            found.push(`${index}: button out of view`);
        }
        return [...new Set(found)];
      });
      same(covered, `${slug} ${width} x ${height}`).toEqual([]);
      await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
      await expect(
        page.getByRole("complementary", { name: "At a glance" }).getByRole("link", { name: /Apply Now/ }),
      ).toBeInViewport({ ratio: 1 });
    }
    await page.context().close();
  }
});

test("[L-LOOK-3] on a phone a bar with the price is shown at the bottom while the card is out of view", async () => {
  const page = await open("/visa/permit-to-reside", 360);
  const bar = page.locator("[data-price-bar]");
  const card = page.locator("[data-price-card]");
  await card.scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
  const steps = page.getByRole("heading", { name: "How it works" });
  await steps.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await expect(bar).toBeVisible();
  await expect(bar).toContainText("From $650 · Apply");
  same(await bar.evaluate((element) => Math.round(innerHeight - element.getBoundingClientRect().bottom))).toBe(0);
  await expectAccessible(page);
  // What has the focus is never below it.
  const question = page.getByRole("main").locator("summary").last();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await question.focus();
  const [low, high] = [
    await question.evaluate((element) => element.getBoundingClientRect().bottom),
    await bar.evaluate((element) => element.getBoundingClientRect().top),
  ];
  same(low).toBeLessThanOrEqual(high);
  // At the end the whole footer can be read.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  const foot = await page.getByRole("contentinfo").evaluate((element) => element.getBoundingClientRect().top);
  same(await bar.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(foot + 1);
  await page.emulateMedia({ media: "print" });
  await expect(bar).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(bar).toBeHidden();
});

test("[L-LOOK-6] no text of a page's opening overlaps the drawn part of its sun", async () => {
  const samplePaths = [
    "/services",
    "/visa/canadian-visitor-visa-trv",
    "/services/united-states",
    "/about",
    "/blog",
    "/faqs",
  ];
  const otherPaths = ["/bahamian-evisa", "/bahamas-immigration", "/contact", "/privacy-policy", "/none"];
  const linkPaths = ["/your-data", "/consultation/confirm?token=x", "/newsletter/confirm?token=x"];
  const page = await open("/", 360, 900);
  for (const path of ["/", ...samplePaths, ...otherPaths, ...linkPaths]) {
    if (path !== "/") await page.goto(app.url + path);
    await page.evaluate(() => document.fonts.ready);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const over = await page.evaluate(() => {
        const opening = document.querySelector("main section");
        // A round drawing: the waves below it are wider than high.
        const suns = [...(opening?.querySelectorAll("svg") ?? [])].filter((svg) => {
          const { width, height } = svg.getBoundingClientRect();
          return width > 120 && Math.abs(width - height) < 2;
        });
        const found: string[] = [];
        for (const sun of suns) {
          const bounds = sun.getBoundingClientRect();
          const [x, y, radius] = [bounds.left + bounds.width / 2, bounds.top + bounds.height / 2, bounds.width / 2];
          for (const words of opening?.querySelectorAll("h1, p") ?? []) {
            const range = document.createRange();
            range.selectNodeContents(words);
            for (const line of range.getClientRects()) {
              const distance = Math.hypot(
                Math.max(line.left - x, 0, x - line.right),
                Math.max(line.top - y, 0, y - line.bottom),
              );
              if (distance < radius - 1)
                found.push(`${words.textContent?.slice(0, 40)} ${Math.round(radius - distance)}`);
            }
          }
        }
        return suns.length === 0 ? ["no sun"] : found;
      });
      same(over, `${path} at ${width}`).toEqual([]);
    }
  }
});

test("[L-LOOK-10] passport lines end with a whole character, and perforations with a whole hole", async () => {
  const page = await open("/", 1440, 900);
  for (let width = 320; width <= 1440; width += 56) {
    await page.setViewportSize({ width, height: 780 });
    const clipped = await page.evaluate(() => {
      const lines = [...document.querySelectorAll("[aria-hidden] > span")].filter((element) =>
        /^[A-Z]<BHS/.test(element.textContent ?? ""),
      );
      const found = lines.map((line) => {
        const text = line.firstChild;
        const range = document.createRange();
        if (!text) return 1;
        range.setStart(text, 0);
        range.setEnd(text, 20);
        const step = range.getBoundingClientRect().width / 20;
        const rest = line.getBoundingClientRect().width / step;
        return Math.abs(rest - Math.round(rest));
      });
      return found.length === 0 ? [1] : found.filter((rest) => rest > 0.05);
    });
    same(clipped, `${width}`).toEqual([]);
  }
  const holes = await page
    .locator(".ticket-stub")
    .first()
    .evaluate((element) => getComputedStyle(element, "::before").backgroundRepeat);
  same(holes).toMatch(/^round/);
});

test("[L-LOOK-11] on a phone all services fit on a short page, and each one's requirements expand", async () => {
  const page = await open("/services", 360);
  const active = (await app.query("select 1 from visa_services where is_active")).length;
  const tickets = page.getByRole("main").getByRole("article");
  same(await tickets.count()).toBe(active);
  same(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(7000);
  for (const ticket of await tickets.all()) {
    await expect(ticket.getByRole("heading", { level: 3 })).toBeVisible();
    await expect(ticket.getByText(/^(From )?\$/).first()).toBeVisible();
    await expect(ticket.getByText(/\b(days?|weeks?|months?)\b/i).last()).toBeVisible();
    await expect(ticket.getByRole("link", { name: /^Apply for / })).toBeVisible();
  }
  const first = tickets.first();
  const list = first.getByRole("list", { name: "What you need" });
  await expect(list).toBeHidden();
  await first.getByText("What you need").click();
  await expect(list.getByRole("listitem").first()).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(tickets.nth(1).getByRole("listitem").first()).toBeVisible();
});

test("[S-LOOK-21, L-LOOK-11] on a phone home is at most 10,000 px high, and what its featured services need unfolds", async () => {
  const page = await open("/", 360);
  same(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(10_000);
  const ticket = page.getByRole("region", { name: "Where are you going?" }).getByRole("article").first();
  await expect(ticket.getByText(/^(From )?\$/).first()).toBeVisible();
  await expect(ticket.getByText(/ to us/).first()).toBeVisible();
  const list = ticket.getByRole("list", { name: "What you need" });
  await expect(list).toBeHidden();
  await ticket.getByText("What you need").click();
  await expect(list.getByRole("listitem").first()).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(ticket.getByText("What you need")).toBeHidden();
  await expect(list.getByRole("listitem").first()).toBeVisible();
});

test("[L-LOOK-16] next to a post the heading being read is marked, and on a phone the headings are hidden", async () => {
  const page = await open("/blog/canada-eta-or-visitor-visa", 1440, 900);
  const list = page.getByRole("navigation", { name: "In this post" });
  const last = list.getByRole("link").nth(1);
  await last.click();
  await expect(last).toHaveAttribute("aria-current", "location");
  same(await list.locator("[aria-current]").count()).toBe(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(list).toBeHidden();
  const services = page.getByRole("complementary", { name: "About this post" });
  await expect(services.getByRole("link", { name: /Canad/ }).first()).toBeVisible();
  // Both at one moment, because the page may still be scrolling.
  const [text, help] = await services.evaluate((aside) => [
    document.querySelector("article .prose")?.getBoundingClientRect().bottom ?? Number.NaN,
    aside.getBoundingClientRect().top,
  ]);
  same(help).toBeGreaterThanOrEqual(text);
});
