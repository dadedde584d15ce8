import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect as same, test } from "vitest";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openContext,
} from "../../test/harness/browser/browser";
import { cachedPaths } from "../../test/harness/browser/public-paths";
import { readPage } from "../../test/harness/page-text";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";
import { until } from "../../test/harness/visitor";

// Each page is loaded once, and the window resized: what depends on its width is looked at in every width.
let program: Program;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
  // With reviews: they stand on two pages, as a grid on a wide screen and as a row on a phone.
  await program.query(
    `insert into google_reviews (author_name, rating, review_text, review_date)
     select 'Wilhelmina Featherstonehaugh-Cholmondeley ' || n, 5, repeat('They read my papers again. ', n * 8), now()
     from generate_series(1, 5) n`,
  );
  await until("the reviews are shown", async () => (await readPage(program, "/")).html.includes("Cholmondeley 5"));
  page = await (await openContext(browser)).newPage();
});
afterAll(async () => {
  await page?.context().close();
});

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

/** Other states of these pages: no page of its own kind, but words that could be too wide. */
const states = [
  "/services/united-states",
  "/services?country=mars",
  "/services/atlantis",
  "/visa/bahamas-work-visa",
  "/visa/bahamian-evisa",
  "/visa/none",
  "/faqs?q=zeppelin",
  "/newsletter",
  "/newsletter/confirm?token=x",
  "/verify",
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

/** At 400 %, a window of 1280 pixels holds 320. */
async function expectToFitWhenEnlarged() {
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectToFit(page);
}

/**
 * The size of letters that a reader has set in the browser. It moves the widths at which the layout changes, too, which
 * a style of the root would not.
 */
async function setLetters(standard: number) {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
  await session.detach();
}

/** Until the page is drawn with the size that was set: before that, everything fits. */
async function settled() {
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  await page.evaluate(async () => {
    await document.fonts.ready;
    const running = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await Promise.all(running.map((one) => one.finished.catch(() => undefined)));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}

/** On a phone the longest words of the other pages are wider than the window at this size. */
const fitsPhonesTwice = new Set(["/services", "/blog", "/contact"]);

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

describe.each(pages)("%s", (path) => {
  beforeAll(async () => {
    await wide();
    await page.goto(program.url + path);
  });

  test("holds all of its words before any script runs", async () => {
    // Without digits and spaces: the script draws the age of a review and counting figures anew.
    const plain = (text: string) => text.replace(/[\d\s]+/g, "");
    const sent = await readPage(program, path);
    const shown = await page.getByRole("main").evaluate((main) => main.textContent ?? "");
    const before = plain(sent.screen.getByRole("main").textContent ?? "");
    same(before.length / plain(shown).length).toBeGreaterThan(0.9);
  });

  test("[P-SHELL-24] is accessible on a wide screen and on a phone, and does not scroll sideways", async () => {
    await expectAccessible(page);
    await phone();
    await expectAccessible(page);
    expectNoScriptErrors();
  });

  if (withHyphens.has(path))
    test("breaks no range and no name of a form at its hyphen", async () => {
      for (const resize of [phone, wide]) {
        await resize();
        const { found, broken } = await hyphens();
        same(broken).toEqual([]);
        same(found).toBeGreaterThan(0);
      }
    });

  test("is read without moving it sideways at 400 %", () => expectToFitWhenEnlarged());

  test("is read without moving it sideways with letters of twice the size", async () => {
    await setLetters(32);
    try {
      await page.setViewportSize({ width: 1280, height: 740 });
      await settled();
      await expectToFit(page);
      if (!fitsPhonesTwice.has(path)) return;
      await phone();
      await settled();
      await expectToFit(page);
    } finally {
      await setLetters(16);
    }
  });
});

test.each(states)("%s is read without moving it sideways at 400 %", async (path) => {
  await page.goto(program.url + path);
  await expectToFitWhenEnlarged();
});
