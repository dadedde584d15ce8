import { describe, expect, test } from "vitest";
import { openContext } from "../../test/harness/browser/browser";
import { publicPaths } from "../../test/harness/browser/public-paths";
import { firstVisit } from "../../test/harness/browser/weight";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// What the pages that are read bring to a phone that was never here.
const app = await sharedApp();
const browser = await sharedBrowser();

const withForms: readonly string[] = ["/contact", "/consultation", "/apply", "/apply/start"];
const read = [
  ...publicPaths.filter((path) => !withForms.includes(path)),
  "/visa/uk-visitor-visa",
  "/blog/us-visa-interview-in-nassau",
];
const film = /\.(webm|mp4)$/;

/** What comes for a new visitor with a phone, and what stands in the mono. */
async function firstLoad(path: string) {
  const [files, page] = await firstVisit(browser, app.url + path);
  const inMono = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const characters = new Set<string>();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const style = text.parentElement && getComputedStyle(text.parentElement);
      if (!style?.fontFamily.startsWith('"IBM Plex Mono"')) continue;
      for (const character of text.nodeValue ?? "") characters.add(`${style.fontWeight} ${character}`);
    }
    return [...characters];
  });
  await page.context().close();
  return { files, inMono };
}

describe("the weight of a first visit", () => {
  test.each(read)(
    "[L-LEAN-2, L-LEAN-4] a first visit to %s transfers little, and only the subset of the monospace font that it uses",
    async (path) => {
      const { files, inMono } = await firstLoad(path);
      const counted = files.filter(({ address }) => !film.test(address));
      const bytes = counted.reduce((sum, file) => sum + file.bytes, 0);
      expect(counted.every((file) => file.bytes > 0)).toBe(true);
      expect(bytes).toBeGreaterThan(60_000);
      expect(bytes).toBeLessThanOrEqual(path === "/" ? 307_200 : 163_840);
      expect(inMono.length).toBeGreaterThan(5);
      expect(inMono.filter((text) => !/^(400 [\dA-Z</]|500 \d)$/.test(text))).toEqual([]);
      const monos = counted.filter(({ address }) => /mono.*\.woff2$/.test(address));
      expect(monos.filter(({ address }) => !/\/plex-mono-[45]00-[\w-]{8}\.woff2$/.test(address))).toEqual([]);
    },
  );

  test("[L-LEAN-7] every hashed file is cached for a year: scripts, styles, fonts and films", async () => {
    const { files } = await firstLoad("/");
    const html = await (await fetch(app.url)).text();
    const films = [...html.matchAll(/data-src="([^"]+)"/g)].map(([, path = ""]) => app.url + path);
    expect(films).toHaveLength(2);
    const retained = [...files.map(({ address }) => address), ...films].filter((address) =>
      /\.(js|css|woff2|webm|mp4)$/.test(address),
    );
    for (const kind of [".js", ".css", ".woff2", ".webm", ".mp4"])
      expect(
        retained.some((address) => address.endsWith(kind)),
        kind,
      ).toBe(true);
    for (const url of retained) {
      expect(url).toMatch(/\/assets\/[\w.-]+-[\w-]{8}\.\w+$/);
      const { headers } = await fetch(url, { method: "HEAD" });
      expect(headers.get("cache-control"), url).toBe("public, max-age=31536000, immutable");
    }
  });
});

describe("[L-LEAN-5] the film", () => {
  async function opened(saves: boolean) {
    const context = await openContext(browser, { reducedMotion: "no-preference" });
    if (saves)
      await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    const page = await context.newPage();
    const films: string[] = [];
    page.on("request", (request) => film.test(request.url()) && films.push(request.url()));
    await page.clock.install();
    // It stands still until `wait`: the film's head start could be over before the page is scrolled.
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.goto(app.url);
    return { page, films };
  }
  // Longer than its head start and its wait for an idle moment together, and a frame of its observer.
  async function wait(page: Awaited<ReturnType<typeof opened>>["page"]) {
    await page.clock.resume();
    await page.clock.runFor(20_000);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }

  test("the film is not fetched with data saving on, and its picture is shown", async () => {
    const { page, films } = await opened(true);
    await wait(page);
    expect(films).toEqual([]);
    const picture = page.locator("picture img").first();
    expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    expect(await picture.getAttribute("loading")).toBeNull();
    await page.context().close();
  });

  test("the film is fetched only once the hero is in view", async () => {
    const { page, films } = await opened(false);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await wait(page);
    expect(films).toEqual([]);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => films.length, { timeout: 30_000 }).toBeGreaterThan(0);
    await page.context().close();
  });
});
