import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "vitest";
import { publicPages } from "~/core/paths";
import { openContext } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// Nothing that stands on a page jumps, whenever the fonts come.
const app = await sharedApp();
const browser = await sharedBrowser();
const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, to = ""]) => to.replace(app.url, "") || "/");
// One page of each kind, and two of those that staff write; the page of a form is not one that is read.
const patterns = publicPages.filter(({ path }) => path !== "/contact").map(({ path }) => path);
const read = patterns.flatMap((pattern) => {
  const kind = new RegExp(`^${pattern.replace(":slug", "[^/]+")}$`);
  return listed.filter((path) => kind.test(path)).slice(0, 2);
});
expect(read.length).toBeGreaterThan(patterns.length);
read.push("/newsletter", "/verify", "/newsletter/confirm?token=x", "/no-such-page");

const sizes = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
];

declare global {
  interface Window {
    shifts: string[];
  }
}

type Shift = PerformanceEntry & {
  value: number;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Notes what the browser counts as a shift, with what moved from where to where. A scroll excuses none. */
function noteShifts(): void {
  window.shifts = [];
  const isShift = (entry: PerformanceEntry): entry is Shift => entry.entryType === "layout-shift";
  const rectText = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(" ");
  const note = ({ value, sources }: Shift) =>
    `${value.toFixed(5)}: ${sources.map(({ node, previousRect, currentRect }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)} (${rectText(previousRect)} to ${rectText(currentRect)})`)}`;
  new PerformanceObserver((list) => {
    window.shifts.push(...list.getEntries().filter(isShift).map(note));
  }).observe({ type: "layout-shift", buffered: true });
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The fonts that a page asked for, each with what asked for it: a `link`, or the style sheet. */
const fontsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.endsWith(".woff2"))
      .map((entry) => `${"initiatorType" in entry && entry.initiatorType} ${entry.name.split("/").at(-1)}`),
  );

/** From window to window, in each of which the pictures have come before it goes on. */
const scrollToItsEnd = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const isMissing = (image: HTMLImageElement) => {
      const { top, bottom } = image.getBoundingClientRect();
      return !image.complete && bottom > 0 && top < innerHeight && image.checkVisibility();
    };
    const isAtItsEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    for (let end = false; !end; ) {
      end = isAtItsEnd();
      await nextFrame();
      const latest = performance.now() + 60_000;
      while ([...document.images].some(isMissing)) {
        if (performance.now() > latest)
          throw new Error(`Does not come: ${[...document.images].find(isMissing)?.outerHTML}`);
        await nextFrame();
      }
      await nextFrame();
      scrollBy({ top: innerHeight, behavior: "instant" });
    }
    await document.fonts.ready;
    await nextFrame();
    await nextFrame();
  });

test.each(sizes)("[L-LEAN-6] nothing shifts while fonts load late, $width px wide", async (viewport) => {
  const context = await openContext(browser, { viewport, reducedMotion: "no-preference" });
  await context.addInitScript(noteShifts);
  const shifted: Record<string, string[]> = {};
  for (const path of read) {
    const page = await context.newPage();
    let arrive = () => {};
    const line = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let late = 0;
    await page.route("**/*.woff2", (route) => {
      late++;
      return line.then(() => route.continue());
    });
    await page.goto(app.url + path, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await painted(page);
    arrive();
    await page.waitForLoadState("load");
    await page.evaluate(() => document.fonts.ready);
    await painted(page);
    await scrollToItsEnd(page);
    expect([path, late > 1]).toEqual([path, true]);
    // What the style sheet alone asks for comes too late to be shown, from the cache too.
    expect([path, (await fontsOf(page)).filter((font) => !font.startsWith("link "))]).toEqual([path, []]);
    const shifts = await page.evaluate(() => window.shifts);
    if (shifts.length > 0) shifted[path] = shifts;
    await page.close();
  }
  await context.close();
  expect(shifted).toEqual({});
});

test.each(sizes)("[L-LEAN-6] nothing shifts with the fonts in the cache, $width px wide", async (viewport) => {
  const context = await openContext(browser, { viewport, reducedMotion: "no-preference" });
  await context.addInitScript(noteShifts);
  const page = await context.newPage();
  for (const path of ["/", "/faqs"]) {
    await page.goto(app.url + path);
    await scrollToItsEnd(page);
  }
  const shifted: Record<string, string[]> = {};
  for (const path of read) {
    await page.goto(app.url + path);
    await scrollToItsEnd(page);
    const shifts = await page.evaluate(() => window.shifts);
    if (shifts.length > 0) shifted[path] = shifts;
  }
  await context.close();
  expect(shifted).toEqual({});
});

test.each(sizes)(
  "[L-LEAN-6] nothing shifts when half of the header arrives first, $width px wide",
  async (viewport) => {
    const html = await (await fetch(app.url)).text();
    const half = html.indexOf("Get Visa");
    expect(half).toBeGreaterThan(html.indexOf("<header"));
    let arrive = () => {};
    const line = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const slow = createServer(async (_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8").write(html.slice(0, half));
      await line;
      response.end(html.slice(half));
    }).listen();
    await once(slow, "listening");
    const context = await openContext(browser, { viewport });
    await context.addInitScript(noteShifts);
    const page = await context.newPage();
    // All but the document itself comes from the program.
    await page.route("**/*", (route) => {
      const { pathname, search } = new URL(route.request().url());
      return pathname === "/" ? route.continue() : route.continue({ url: app.url + pathname + search });
    });
    await page.goto(`http://localhost:${(slow.address() as AddressInfo).port}/`, { waitUntil: "commit" });
    await page.locator("header nav").first().waitFor({ state: "attached" });
    // Without the style sheet nothing would be painted either way. A page that waits for its rest gives no frame, and
    // the browser's own polling asks once a frame: it would ask once and never again.
    await page.waitForFunction(() => document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")?.sheet, null, {
      polling: 50,
    });
    // A browser that paints now does so in the next frames; one that waits for the rest gives no frame.
    await page.evaluate(
      () =>
        new Promise((done) => {
          setTimeout(done, 500);
          requestAnimationFrame(() => requestAnimationFrame(done));
        }),
    );
    arrive();
    await scrollToItsEnd(page);
    expect(await page.evaluate(() => window.shifts)).toEqual([]);
    await context.close();
    slow.close();
  },
);
