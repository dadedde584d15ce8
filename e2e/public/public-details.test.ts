import type { Page } from "@playwright/test";
import { afterEach, expect as same, test } from "vitest";
import { beforeScript, expect, openContext } from "../../test/harness/browser/browser";
import { HttpClient } from "../../test/harness/http-client";
import { pageThat } from "../../test/harness/page-text";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const newPage = async (width = 1440, height = 900): Promise<Page> =>
  (await openContext(browser, { viewport: { width, height } })).newPage();
async function open(path: string, width?: number, height?: number): Promise<Page> {
  const page = await newPage(width, height);
  await page.goto(app.url + path);
  return page;
}
const fits = (page: Page, text: string) =>
  page.getByText(text).evaluate((element) => element.scrollHeight <= element.clientHeight + 1);

test("a long review is collapsed and can be expanded, on a phone and a wide screen", async () => {
  const end = "and that was the end of it.";
  await app.query(
    `insert into google_reviews (google_id, author_name, rating, review_text, review_date)
     values ('long', 'Wilhelmina Featherstonehaugh-Cholmondeley of Governor’s Harbour', 5, $1, now())`,
    [`${"They read my papers again and again. ".repeat(24)}${end}`],
  );
  for (const width of [360, 1440]) {
    const page = await newPage(width);
    await expect(async () => {
      await page.goto(`${app.url}/`);
      await expect(page.getByText(end)).toBeAttached({ timeout: 2_000 });
    }).toPass();
    same(await fits(page, end)).toBe(false);
    await page.getByText("Read full review").click();
    await expect(page.getByText("Show less")).toBeVisible();
    same(await fits(page, end)).toBe(true);
  }
});

test("[P-CONTACT-1, P-CONTACT-2, P-CONTACT-3] the contact details come from the settings, and the hours are in Nassau time", async () => {
  await app.query(`update site_settings set value = '"+1 242 555 0199"' where key = 'contact_phone'`);
  await pageThat(app, "/contact", ({ html }) => html.includes("+1 242 555 0199"));
  const page = await open("/contact");
  await expect(page.getByRole("main")).toContainText("+1 242 555 0199");
  // biome-ignore lint/performance/useDomNodeTextContent: what a visitor sees, without the scripts
  const numbers = (await page.locator("body").innerText()).match(/\+1 242 555 01\d\d/g) ?? [];
  same(new Set(numbers)).toEqual(new Set(["+1 242 555 0199", "+1 242 555 0143"]));
  // biome-ignore lint/performance/useDomNodeTextContent: what a visitor sees, without the scripts
  const main = await page.getByRole("main").innerText();
  for (const text of ["hello@lucaya.example", "12 Parliament Street", "EST"]) same(main).toContain(text);
  same(main.replace(/\s+/g, " ")).toMatch(
    /Monday–Friday 9 am–5 pm Saturday 10 am–3 pm Sunday Closed Nassau time \(EST, in summer EDT\)/,
  );
});

test("[L-STILL-6] the number of forms found is announced", async () => {
  const page = await open("/forms");
  const count = page.getByRole("main").getByRole("status");
  await page.getByRole("searchbox").fill("worksheet");
  await expect(count).toHaveText(/^\d+ forms? with “worksheet”$/);
  await page.getByRole("searchbox").fill("zeppelin");
  await expect(count).toHaveText("No forms with “zeppelin”");
});

test("[L-STILL-6] typing replaces the URL, so that Back leaves the page instead of undoing characters", async () => {
  const page = await open("/");
  await page.getByRole("banner").getByRole("link", { name: "Have Questions?" }).click();
  const searchbox = page.getByRole("searchbox");
  const count = page.getByRole("main").getByRole("status");
  await searchbox.fill("refund");
  await expect(page).toHaveURL(/q=refund$/);
  await expect(count).toHaveText(/for “refund”$/);
  await searchbox.press("Enter");
  await searchbox.fill("passport");
  await searchbox.press("Enter");
  await expect(page).toHaveURL(/q=passport$/);
  await expect(count).toHaveText(/for “passport”$/);
  await page.goBack();
  await expect(page).toHaveURL(`${app.url}/`);
});

test("following a link right after typing is not reverted by the search", async () => {
  const page = await open("/faqs");
  let go = () => {};
  const pending = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(`${app.url}/about`, (route) => pending.then(() => route.continue()));
  await page.getByRole("searchbox").fill("refund");
  await page.getByRole("banner").getByRole("link", { name: "About" }).click({ noWaitAfter: true });
  // Longer than typing has to rest.
  const start = Date.now();
  await expect.poll(() => Date.now() - start, { timeout: 5_000 }).toBeGreaterThan(600);
  go();
  await expect(page).toHaveURL(`${app.url}/about`);
});

test("a write to a read-only page is refused with a link back to it", async () => {
  const refused = await new HttpClient(app).post("/about?from=here", { some: "thing" });
  same(refused.status).toBe(405);
  same(await refused.text()).toContain('href="/about?from=here"');
});

test("[P-FORMS-5] a form unpublished while its page was open says so, and downloads no HTML page as a file", async () => {
  const page = await open("/forms");
  const [form] = await app.query<{ title: string }>(
    "update forms set file_key = null where id = (select id from forms where file_key is not null limit 1) returning title",
  );
  await page.getByRole("link", { name: `Download Form: ${form?.title}` }).click();
  await expect(page).toHaveURL(/\/forms\/[0-9a-f-]+\/unavailable$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("on a phone the menu can be scrolled to its end", async () => {
  const page = await open("/", 360, 640);
  await page.getByRole("banner").locator("summary").filter({ hasText: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  const below = await menu.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
    return (element.lastElementChild?.getBoundingClientRect().bottom ?? 0) - window.innerHeight;
  });
  same(below).toBeLessThanOrEqual(0);
});

test("a link to a section of another page moves the keyboard focus there", async () => {
  const page = await open("/visa/uk-visitor-visa");
  await page.getByRole("link", { name: "Ask us first" }).first().click();
  await expect(page).toHaveURL(/#inquiry$/);
  await expect(page.locator("#inquiry")).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("form", { name: "Inquiry" }).locator(":focus")).toHaveCount(1);
  await page.goto(`${app.url}/newsletter`);
  await page.locator("#newsletter-email").fill("nobody");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.locator("#newsletter-email")).toBeFocused();
});

test("[P-HOME-1] motion paused before the script has loaded stays paused", async () => {
  const page = await (await openContext(browser, { reducedMotion: "no-preference" })).newPage();
  await page.clock.install();
  await beforeScript(
    page,
    () => page.goto(app.url, { waitUntil: "commit" }),
    () => page.locator("#still").evaluate((input: HTMLInputElement) => input.click()),
  );
  const playing = () => page.locator("video").evaluate((video: HTMLVideoElement) => !video.paused);
  // Longer than the film's head start and its wait for an idle moment together, and the frame of its observer.
  await page.clock.runFor(20_000);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  same(await playing()).toBe(false);
  await page.locator("#still").uncheck({ force: true });
  await expect.poll(playing).toBe(true);
});
