import { afterAll, beforeAll, describe, expect as same, test } from "vitest";
import { expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { faultsIn, lookEverywhere } from "../../test/harness/browser/look";
import { cachedPaths } from "../../test/harness/browser/public-paths";
import { until } from "../../test/harness/http-client";
import { readPage } from "../../test/harness/page-text";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// Each page is loaded once, and the window resized: what depends on its width is looked at in every width. How it
// stands in a narrow window and with large letters is looked at on all pages (`always.test.ts`).
const app = await sharedApp();
const browser = await sharedBrowser();
// With reviews: they are on two pages, as a grid on a wide screen and as a row on a phone.
await app.query(
  `insert into google_reviews (author_name, rating, review_text, review_date)
     select 'Wilhelmina Featherstonehaugh-Cholmondeley ' || n, 5, repeat('They read my papers again. ', n * 8), now()
     from generate_series(1, 5) n`,
);
await until("the reviews are shown", async () => (await readPage(app, "/")).html.includes("Cholmondeley 5"));
const page = await (await openContext(browser)).newPage();
afterAll(() => page.context().close());

const wide = () => page.setViewportSize({ width: 1440, height: 800 });
const phone = () => page.setViewportSize({ width: 360, height: 740 });

/** The public pages, one of each kind for services and posts. */
const pages = [
  ...cachedPaths,
  "/visa/us-travel-b1-b2-visa",
  "/blog/us-visa-interview-in-nassau",
  "/apply",
  "/apply/start",
  "/no-such-page",
];

/** Pages on which ranges of numbers and names of forms stand. */
const withHyphens = new Set([
  "/visa/us-travel-b1-b2-visa",
  "/bahamian-evisa",
  "/about",
  "/blog/us-visa-interview-in-nassau",
  "/faqs",
  "/forms",
]);

/** What could be broken at its hyphen, and what is broken in this width. */
const hyphens = () =>
  page.getByRole("main").evaluate((main) => {
    for (const details of main.querySelectorAll("details")) details.open = true;
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const match of (text.nodeValue ?? "").matchAll(/(?:\d-\w|\w-\d|\b[A-Za-z]-\w)\w*/g)) {
        const range = document.createRange();
        range.setStart(text, match.index);
        range.setEnd(text, match.index + match[0].length);
        found.push(match[0]);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(match[0]);
      }
    return { found: found.length, broken };
  });

describe.each(pages)("the page %s", (path) => {
  beforeAll(async () => {
    await wide();
    await page.goto(app.url + path);
  });

  test("the page contains all its text before any script runs", async () => {
    // Without digits and spaces: the script draws the age of a review and counting figures anew.
    const plain = (text: string) => text.replace(/[\d\s]+/g, "");
    const sent = await readPage(app, path);
    const shown = await page.getByRole("main").evaluate((main) => main.textContent ?? "");
    const before = plain(sent.screen.getByRole("main").textContent ?? "");
    same(before.length / plain(shown).length).toBeGreaterThan(0.9);
  });

  test("[P-SHELL-24] the page is accessible on a wide screen and a phone, and does not scroll sideways", async () => {
    await expectAccessible(page);
    await phone();
    await expectAccessible(page);
    expectNoScriptErrors();
  });

  test("[S-LOOK-1, S-LOOK-13, S-LOOK-23] at four widths no control covers a text, no word breaks, and everything to press is large enough", async () => {
    same(faultsIn(await lookEverywhere(page), { cut: false })).toEqual([]);
  });

  test("[S-LOOK-14] wherever the page is read, one gold action is in view at most", async () => {
    for (const resize of [wide, phone]) {
      await resize();
      const most = await page.evaluate(async () => {
        const found: string[] = [];
        const gold = [...document.querySelectorAll(".button-gold")].filter((button) => button.checkVisibility());
        for (let top = 0; top <= document.documentElement.scrollHeight; top += 200) {
          scrollTo({ top, behavior: "instant" });
          // Observers of what is in view are notified in the next frame.
          for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
          const inView = gold.filter((button) => {
            const { top, bottom } = button.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight && button.checkVisibility({ checkVisibilityCSS: true });
          });
          if (inView.length > 1) found.push(`${top}: ${inView.map((button) => button.textContent).join(" / ")}`);
        }
        return found;
      });
      same(most).toEqual([]);
    }
  });

  if (withHyphens.has(path))
    test("the page breaks no range and no form name at its hyphen", async () => {
      for (const resize of [phone, wide]) {
        await resize();
        const { found, broken } = await hyphens();
        same(broken).toEqual([]);
        same(found).toBeGreaterThan(0);
      }
    });
});
