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
// Each context is a window of Chromium, which would spend a second loading its own toolbar pages.
const ownPages = ["PreloadTopChromeWebUI", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** Milliseconds; long, so that a busy machine fails no test. */
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
      // Not by emulation: leaving it makes Chromium restyle the whole page.
      "--force-prefers-reduced-motion",
      // Scripts of pages and axe run too briefly for optimizing compilers to pay off.
      "--js-flags=--no-opt --no-maglev",
      `--disable-features=${[...asPlaywrightDoes, ...ownPages]}`,
    ],
  });
}

const notEmulated = { colorScheme: null, contrast: null, forcedColors: null, reducedMotion: null };

/** A context that fails the test on any script error, even if the page looks right. */
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

// Errors that tests provoke, and axe's refusal in a mail's frame, where no script may run.
const expected = /status of (4|5)\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Blocked script execution in 'about:srcdoc'/;

/** The page at this address, on a wide screen unless the options say otherwise. */
export async function openPage(browser: Browser, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await openContext(browser, { viewport: { width: 1440, height: 900 }, ...options })).newPage();
  await page.goto(path);
  return page;
}

/**
 * Makes `goto` and `reload` wait for the page's script: a public page loads it after the first paint, which may be
 * after the load event. `waitUntil: "commit"` doesn't wait.
 */
function waitForScript(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // React Router controls scrolling once the page is hydrated. Standalone pages have no router.
  const isThere = () =>
    page.waitForFunction(
      () => !("__reactRouterContext" in window) || history.scrollRestoration === "manual",
      undefined,
      { polling: 20 },
    );
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await isThere();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== "commit") await isThere();
    return response;
  };
}

const errors: string[] = [];
export function expectNoScriptErrors(): void {
  expect(errors.splice(0)).toEqual([]);
}

/** Expects that the script errors so far are of this kind. */
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

// Injected directly: axe's builder for Playwright, which also enters frames, takes twice as long.
const axeSource = readFileSync(new URL("axe.min.js", import.meta.resolve("axe-core")), "utf8");
declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Expects no axe violation of WCAG 2.2 AA, and no overflow. Frames contain mails and documents, in which no script may
 * run, not even axe.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectToFit(page);
  const runOptions: RunOptions = {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    resultTypes: ["violations"],
  };
  // Wait for fade-ins, whose final colours count.
  await page.evaluate(async () => {
    // A timeout: a frame may never come, and an animation whose element was removed never ends.
    const atMost = new Promise((over) => setTimeout(over, 5_000));
    // Resize observers are notified in the next frame.
    const painted = new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
    );
    await Promise.race([painted, atMost]);
    const ends = document
      .getAnimations()
      .filter((animation) => animation.timeline === document.timeline && endOf(animation) < 2000);
    await Promise.race([Promise.allSettled(ends.map((animation) => animation.finished)), atMost]);
    function endOf(animation: Animation): number {
      return animation.playState === "running"
        ? Number(animation.effect?.getComputedTiming().endTime ?? 0)
        : Number.NaN;
    }
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  // Reduced to names in the page: sending the whole result takes as long as many rules.
  const violations = await page.evaluate(async (options) => {
    let changes = 0;
    const changed = new MutationObserver(() => changes++);
    changed.observe(document, { attributes: true, childList: true, subtree: true });
    // Axe reads colours twice: what changes in between looks like a background, so a violation is checked again.
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

/** Runs `act` on the page that `go` opens before its script has loaded, then releases the script. */
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
