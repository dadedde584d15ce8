import { afterEach, describe, expect as same, test } from "vitest";
import { expect, expectNoScriptErrors, openPage } from "../../test/harness/browser/browser";
import { until } from "../../test/harness/http-client";
import { readPage } from "../../test/harness/page-text";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// The public site without a mouse, without script, in forced colors, and on paper.
const app = await sharedApp();
const browser = await sharedBrowser();
await app.query(
  `insert into google_reviews (author_name, rating, review_text, review_date)
     select 'Reviewer ' || n, 5, 'They read my papers.', now() from generate_series(1, 5) n`,
);
// Four of the five, whichever: they have the same day.
await until("the reviews are shown", async () => (await readPage(app, "/about")).html.includes("Reviewer "));
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const open = (path: string, options?: Parameters<typeof openPage>[2]) =>
  openPage(browser, app.url + path, { viewport: { width: 1280, height: 900 }, ...options });

describe("public pages by keyboard alone", () => {
  test("the skip link comes first and leads to the content", async () => {
    const page = await open("/about");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").getByRole("link").first()).toBeFocused();
  });

  test("the destinations menu opens by its marker, can be walked, and closes with Escape", async () => {
    const page = await open("/about");
    const marker = page.getByRole("banner").locator("summary").filter({ hasText: "Visa services by country" });
    const first = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Australia" });
    await expect(first).toBeHidden();
    await marker.focus();
    await page.keyboard.press("Enter");
    await expect(first).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(first).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(first).toBeHidden();
    await expect(marker).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${app.url}/services/australia`);
    expectNoScriptErrors();
  });

  test("a visitor picks a language, opens an answer and subscribes to the newsletter", async () => {
    const page = await open("/blog");
    const picker = page.getByRole("region", { name: "Contact and language" }).locator("summary");
    await picker.focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(picker).toContainText("Español");
    await expect(picker).toBeFocused();
    await page.getByLabel("Email address").focus();
    await page.keyboard.type("keyboard@mail.example");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Please check your email" })).toBeVisible();

    await page.goto(`${app.url}/faqs`);
    const answer = page.getByRole("main").locator("details").nth(1);
    await answer.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(answer.locator("p")).toBeVisible();
    expectNoScriptErrors();
  });

  test("the reviews on a phone are a row that arrow keys scroll", async () => {
    const page = await open("/about", { viewport: { width: 360, height: 740 } });
    const row = page.getByRole("main").locator("ul[tabindex='0']");
    await row.scrollIntoViewIfNeeded();
    await row.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => row.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  test.each(["/", "/contact", "/services", "/apply"])("every focused element on %s is visible", async (path) => {
    const page = await open(path);
    const seen = new Set<string>();
    for (let stop = 0; stop < 120; stop++) {
      await page.keyboard.press("Tab");
      const found = await page.evaluate(async () => {
        // Waits for the short animation of the skip link.
        await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body) return undefined;
        // What is drawn in place of a hidden one, such as a radio's label, shows the focus for it.
        const shows = [element, element.closest("label"), element.parentElement];
        const outlined = shows.some((show) => show && getComputedStyle(show).outlineStyle === "solid");
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const inside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
        return {
          name: `${element.tagName} ${element.textContent?.trim().slice(0, 40)} ${top + scrollY}`,
          drawn: outlined,
          inside,
        };
      });
      if (!found) break;
      same(found, found.name).toMatchObject({ drawn: true, inside: true });
      seen.add(found.name);
    }
    same(seen.size).toBeGreaterThan(20);
  });
});

/** What only shows without script: that it opens, is drawn and is sent. What is sent then is looked at over HTTP. */
test("without JavaScript the menus open, filters and searches work, answers expand, and nothing scrolls sideways", async () => {
  const phone = { width: 360, height: 740 };
  const page = await open("/", { viewport: phone, javaScriptEnabled: false });
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu).toBeHidden();
  await page.getByRole("banner").locator("summary").filter({ hasText: "Menu" }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole("link", { name: "Have Questions?" }).click();
  await page.getByRole("searchbox").fill("refund");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/faqs\?q=refund/);
  const answer = page.getByRole("main").locator("details").first();
  await answer.locator("summary").click();
  await expect(answer.locator("p")).toBeVisible();
  await page.goto(`${app.url}/services`);
  await page.getByRole("navigation", { name: "Filter by country" }).getByRole("link", { name: "Canada" }).click();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
  for (const path of ["/", "/visa/bahamian-evisa", "/blog", "/about"]) {
    await page.goto(app.url + path);
    same(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(phone.width);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("a page prints with its sender and its answers, and without menus and buttons", async () => {
  const page = await open("/visa/us-travel-b1-b2-visa");
  const sender = page.getByText("12 Parliament Street · Nassau, New Providence, Bahamas · +1 242 555 0142");
  await expect(sender).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(sender).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("link", { name: "Apply Now" })).toBeHidden();
  for (const answer of await page.locator("main details").all())
    await expect(answer.locator("p").first()).toBeVisible();
  // White letters, meant for a dark ground, would print as grey on white.
  const price = page.getByText("$385", { exact: false }).first();
  same(await price.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(18, 38, 45)");
});

test("the figures print with their final values even if they were never in view, and a post prints without related posts", async () => {
  const page = await open("/", { reducedMotion: "no-preference", viewport: { width: 1366, height: 300 } });
  const figures = page.getByRole("region", { name: "In figures" });
  await expect(figures.locator("[data-counter]").first()).toHaveText("0+");
  await page.emulateMedia({ media: "print" });
  for (const figure of ["15+", "99%", "5000+", "150+"])
    await expect(figures.locator("[aria-hidden]").getByText(figure, { exact: true })).toBeVisible();
  await expect(figures.locator("[data-counter]").first()).toBeHidden();
  await page.goto(`${app.url}/blog/us-visa-interview-in-nassau`);
  await expect(page.getByRole("heading", { name: "Related posts" })).toBeHidden();
});

test("with forced colors a button has a border, and the current item of a row a line", async () => {
  const page = await open("/services/united-states", { forcedColors: "active" });
  for (const button of [
    page.getByRole("link", { name: "Get Visa" }),
    page.getByRole("link", { name: "Ask a consultant" }),
  ])
    await expect(button).toHaveCSS("border-top-width", "1px");
  const filters = page.getByRole("navigation", { name: "Filter by country" });
  await expect(filters.getByRole("link", { name: "United States" })).toHaveCSS("text-decoration-line", "underline");
  await expect(filters.getByRole("link", { name: "Canada" })).toHaveCSS("text-decoration-line", "none");
});
