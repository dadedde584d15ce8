import { readFileSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  expect as patient,
} from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { headlessShell } from "./headless-shell.ts";
import { shownAtFailure } from "./shown-pages.ts";

// The last `--disable-features` wins, so Playwright's own list is repeated.
const asPlaywrightDoes = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  ...["PreconnectToSearch"],
];
// Each context is a window of Chromium, which would spend a second on loading pages of its own toolbar.
const ownPages = ["PreloadTopChromeWebUI", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** Waits long, because a busy machine must not fail a test. */
const patience = 60_000;
export const expect = patient.configure({ timeout: patience });

/** A browser of its own; most files share one (`sharedBrowser`). */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...headlessShell(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Not by emulation, which makes Chromium style the whole page again as one leaves it.
      "--force-prefers-reduced-motion",
      // A page's script, and axe, run too shortly to win back what compiling them for speed costs.
      "--js-flags=--no-opt --no-maglev",
      `--disable-features=${[...asPlaywrightDoes, ...ownPages]}`,
    ],
  });
}

const notEmulated = { colorScheme: null, contrast: null, forcedColors: null, reducedMotion: null };

/** A context that fails the test on any error of a page's script: a broken page must not pass by looking right. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ ...notEmulated, ...options });
  context.setDefaultTimeout(patience);
  shownAtFailure(context);
  context.on("weberror", (event) => {
    errors.push(event.error().message);
  });
  context.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) errors.push(message.text());
  });
  if (options.javaScriptEnabled !== false) context.on("page", waitForScript);
  return context;
}

// Refusals and failures that a test brings about, and what axe is refused in a mail's frame, where no script may run.
const expected = /status of (4|5)\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Blocked script execution in 'about:srcdoc'/;

/** The page at this address, on a wide screen unless the options say otherwise. */
export async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await openContext(browser, { viewport: { width: 1440, height: 900 }, ...options })).newPage();
  await page.goto(address);
  return page;
}

/**
 * Makes `goto` and `reload` wait until the page's script runs: a public page loads its script after the first paint,
 * which may be after the load event. With `waitUntil: "commit"` they do not wait.
 */
function waitForScript(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // The router takes over scrolling once the page is hydrated. Pages of the shell have no router.
  const isThere = () =>
    page.waitForFunction(
      () => !("__reactRouterContext" in window) || history.scrollRestoration === "manual",
      undefined,
      { polling: 20 },
    );
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== "commit") await isThere();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil !== "commit") await isThere();
    return answer;
  };
}

const errors: string[] = [];
export function expectNoScriptErrors(): void {
  expect(errors.splice(0)).toEqual([]);
}

/** The scripts' errors until now are those that the test brought about, and no others. */
export function expectScriptErrors(kind: RegExp): void {
  for (const error of errors.splice(0)) expect(error).toMatch(kind);
}

/**
 * Expects no horizontal scrolling (WCAG 1.4.10), and names the elements that are too wide. Retries for a moment, while
 * fonts load.
 */
export async function expectToFit(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const wide = [...document.querySelectorAll("body *")].filter(
        (element) => element.getBoundingClientRect().right > clientWidth,
      );
      const names = wide.map(
        (element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 30)}`,
      );
      return [`${scrollWidth - clientWidth} pixels beyond the edge`, ...names.slice(0, 10)];
    });
  await expect.poll(beyond, { message: page.url() }).toEqual([]);
}

// Put into the page as it is: axe's builder for Playwright, which also goes through frames, takes twice as long.
const axeSource = readFileSync(new URL("axe.min.js", import.meta.resolve("axe-core")), "utf8");
declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * WCAG 2.2 AA, by axe: no violation on the page as it stands, and none of it beyond its edge. Frames hold
 * mails and documents, which run no script, not even axe's.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectToFit(page);
  const runOptions: RunOptions = {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    resultTypes: ["violations"],
  };
  // What fades in has the colours that count once it is there.
  await page.evaluate(async () => {
    // By then all of it is over: a frame may not come, and an animation not end, whose element is taken away meanwhile.
    const atMost = new Promise((over) => setTimeout(over, 5_000));
    // The observers of a page that was just resized are told in its next frame.
    const told = new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell))));
    await Promise.race([told, atMost]);
    const ends = document.getAnimations().filter((one) => one.timeline === document.timeline && endOf(one) < 2000);
    await Promise.race([Promise.allSettled(ends.map((one) => one.finished)), atMost]);
    function endOf(one: Animation): number {
      return one.playState === "running" ? Number(one.effect?.getComputedTiming().endTime ?? 0) : Number.NaN;
    }
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  // Named in the page: the whole result is large, and takes as long to send as many rules to check.
  const violations = await page.evaluate(async (options) => {
    let changes = 0;
    const changed = new MutationObserver(() => changes++);
    changed.observe(document, { attributes: true, childList: true, subtree: true });
    // Axe reads the page once and looks again for colours: what came between is taken for what lay behind it.
    for (let run = 1; ; run++) {
      changes = 0;
      const result = await window.axe.run({ exclude: ["iframe"] }, options);
      if (changes > 0 && result.violations.length > 0 && run < 5) continue;
      return result.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
      );
    }
  }, runOptions);
  expect(violations, page.url()).toEqual([]);
}

/** Does `act` on the page that `go` opens before its script is there, and then lets the script come. */
export async function beforeScript(page: Page, go: () => Promise<unknown>, act: () => Promise<unknown>): Promise<void> {
  const scripts = /\/assets\/.*\.js$/;
  let arrive = () => {};
  const line = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(scripts, (route) => line.then(() => route.continue()));
  await go();
  await act();
  arrive();
  await page.waitForLoadState();
  await page.unroute(scripts);
}
