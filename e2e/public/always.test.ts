import { beforeAll, describe, expect as same, test } from "vitest";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { overlappingOrCut } from "../../test/harness/browser/large-text";
import { until } from "../../test/harness/http-client";
import { readPage } from "../../test/harness/page-text";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

/** Pages that are filled in, which nobody prints. */
const forms = ["/contact", "/apply", "/apply/start", "/applications"];
type Seen = {
  path: string;
  words: string[];
  sheet: Awaited<ReturnType<typeof onPaper>> | undefined;
  inWindows: Record<string, object>;
};

// What holds on every public page: with large letters, in a narrow window, and on paper. Each page is loaded once, and
// its window, its letters and what it is shown on are changed while it is open.
const app = await sharedApp();
const browser = await sharedBrowser();

/** What the width of paper holds: a sheet of A4 or Letter without its margins. */
const paper = { width: 660, height: 780 };
await app.query(
  `insert into google_reviews (author_name, rating, review_text, review_date)
     select 'Wilhelmina Featherstonehaugh-Cholmondeley ' || n, 5, repeat('They read my papers again. ', n * 8), now()
     from generate_series(1, 5) n`,
);
await until("the reviews are shown", async () => (await readPage(app, "/")).html.includes("Cholmondeley 5"));
const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, to = ""]) => to.replace(app.url, "") || "/");
const otherPaths = ["/newsletter", "/verify", "/newsletter/confirm?token=x", "/faqs?q=zeppelin", "/forms?q=zeppelin"];
const missing = ["/none", "/visa/none", "/blog/none", "/services/atlantis", "/services?country=mars"];
/** Every page that is read, and those of them that search engines are not told of. */
const read = [...listed.filter((path) => path !== "/contact"), "/visa/bahamian-evisa", ...otherPaths, ...missing];
// Motion is wanted: what waits to be seen waits on paper, too.
const page = await (await openContext(browser, { viewport: paper, reducedMotion: "no-preference" })).newPage();
const session = await page.context().newCDPSession(page);

/** The size of letters is the one that a reader has set in the browser: it moves the widths of the layouts, too. */
const windows = [
  { name: "in a window of 1280 pixels at 400 %", width: 320, height: 256, letters: 16 },
  { name: "in 320 pixels with letters of twice the size", width: 320, height: 256, letters: 32 },
  { name: "in a wide window with letters of twice the size", width: 1280, height: 780, letters: 32 },
];

const setLetters = (standard: number) =>
  session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });

/** Until the page is drawn with these letters: the browser tells it of them a moment later. */
const drawn = (letters: number) =>
  page.evaluate(async (wanted) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    while (getComputedStyle(document.documentElement).fontSize !== wanted) await nextFrame();
    await document.fonts.ready;
    await nextFrame();
    await nextFrame();
    const ends = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ends.map((animation) => animation.finished));
  }, `${letters}px`);

async function goTo(path: string) {
  await page.goto(app.url + path);
  await page.evaluate(() => document.fonts.ready);
}

/** What a page says, what it has on paper, and what is wrong with it in each of `windows`. */
async function look(path: string): Promise<Seen> {
  // Nobody looks at the page before this one any more: it need not be laid out anew.
  await page.evaluate(() => document.documentElement.style.setProperty("display", "none"));
  await setLetters(16);
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: "screen", reducedMotion: "no-preference" });
  await goTo(path);
  const isRead = read.includes(path);
  // Before anything is unfolded by hand.
  const sheet = isRead ? await onPaper() : undefined;
  await page.emulateMedia({ media: "screen", reducedMotion: "reduce" });
  await unfold();
  const words = isRead ? await wordsOf() : [];
  const inWindows: Record<string, object> = {};
  for (const { name, width, height, letters } of windows) {
    await setLetters(letters);
    if (width !== page.viewportSize()?.width) await page.setViewportSize({ width, height });
    await drawn(letters);
    inWindows[name] = await problems();
  }
  return { path, words, sheet, inWindows };
}

/** Every part of the page that unfolds, all of them at once. */
const unfold = () =>
  page.getByRole("main").evaluate((main) => {
    for (const part of main.querySelectorAll("details")) {
      part.removeAttribute("name");
      part.open = true;
    }
  });

const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What is wrong with how a page stands in its window. */
const problems = async () => ({
  headings: await page.locator("h1").filter({ visible: true }).count(),
  sideways: await sideways(),
  texts: await overlappingOrCut(page),
});
const none = { headings: 1, sideways: 0, texts: [] };

/** The words that are seen in `main`, but for controls: what is pressed, typed into or leads from part to part. */
const wordsOf = () =>
  page.getByRole("main").evaluate((main) => {
    const controls =
      "nav, search, form, button, label, summary, .button, [data-show-all], script, style, template, [aria-hidden=true]";
    const found: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const content = text.textContent?.trim() ?? "";
      if (!content || !element || element.closest(controls)) continue;
      const { width } = element.getBoundingClientRect();
      if (width > 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) found.push(content);
    }
    return found;
  });

/** Parts that lead on to another page, and say nothing that the page is about. */
const navigationLeft = () =>
  page.getByRole("main").evaluate((main) => {
    const parts = [...main.querySelectorAll("section, aside > div > div, div:has(form)")].filter(
      (part) => !part.checkVisibility(),
    );
    return parts.flatMap((part) => {
      if (part.querySelector("details, dl, table, [role=note]")) return ["holds more than a way on"];
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text.textContent?.trim() ?? "");
      return found;
    });
  });

/** What stands on paper. Nothing on it is pressed. */
async function onPaper() {
  await page.emulateMedia({ media: "print" });
  const controls = (["banner", "contentinfo", "button", "searchbox"] as const)
    .map((role) => page.getByRole(role))
    .reduce((combined, locator) => combined.or(locator), page.getByRole("navigation"));
  const otherControls = page.locator("video, picture img[width='1600'], .button, [data-price-bar], [data-bar]");
  return {
    left: await navigationLeft(),
    words: await wordsOf(),
    toPress: await controls
      .or(otherControls.filter({ visible: true }))
      .evaluateAll((all) => all.map((element) => element.outerHTML)),
    stands: await problems(),
  };
}

const isService = (path: string) => /^\/(visa|services)\//.test(path);
const isPost = (path: string) => path.startsWith("/blog/");
describe.each([
  ["services", isService],
  ["posts", isPost],
  ["other pages", (path: string) => !isService(path) && !isPost(path)],
])("the layout of %s", (_, belongs) => {
  const seen: Seen[] = [];
  let paths: string[];
  beforeAll(async () => {
    paths = [...read, ...forms].filter(belongs);
    same(paths.length).toBeGreaterThan(8);
    for (const path of paths) seen.push(await look(path));
    expectNoScriptErrors();
  });

  test.each(windows)("[L-HOLD-4] $name nothing scrolls sideways, and no text overlaps or is cut", ({ name }) => {
    same(seen.map(({ path, inWindows }) => ({ path, ...inWindows[name] }))).toEqual(
      paths.map((path) => ({ path, ...none })),
    );
  });

  test("[L-HOLD-5] a static page prints its text with every answer expanded and without controls", () => {
    const found = seen.flatMap(({ path, words, sheet }) => {
      if (!sheet) return [];
      const [left, printed] = [new Set(sheet.left), new Set(sheet.words)];
      return {
        path,
        isWritten: printed.size > 1,
        leftOut: sheet.left.filter((text) => /\$\d/.test(text) || text === "holds more than a way on"),
        lost: words.filter((text) => !printed.has(text) && !left.has(text)),
        toPress: sheet.toPress,
        stands: sheet.stands,
      };
    });
    const whole = { isWritten: true, leftOut: [], lost: [], toPress: [], stands: none };
    same(found).toEqual(paths.filter((path) => read.includes(path)).map((path) => ({ path, ...whole })));
  });
});

test("[L-HOLD-4] with text of twice the size the menus of a phone show all their labels", async () => {
  await page.emulateMedia({ media: "screen", reducedMotion: "reduce" });
  await setLetters(32);
  await goTo("/");
  const menu = page.getByRole("banner").locator("summary").filter({ hasText: "Menu" });
  const nav = page.getByRole("navigation", { name: "Menu" });
  const languages = page.locator("summary").filter({ hasText: "Language" });
  for (const width of [320, 360, 768]) {
    await page.setViewportSize({ width, height: 780 });
    await drawn(32);
    await menu.click();
    const last = nav.getByRole("link").last();
    // A page that is still laid out after the scroll moves the link away once more: a person would scroll again.
    await expect(async () => {
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ ratio: 1, timeout: 500 });
    }).toPass();
    same(await nav.evaluate((element) => element.scrollWidth - element.clientWidth), `${width}`).toBe(0);
    await menu.click();
    await languages.click();
    await expect(page.getByRole("button", { name: "Español" })).toBeInViewport({ ratio: 1 });
    same(await sideways(), `${width}`).toBe(0);
    await languages.click();
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  }
});

test("[L-HOLD-5] a service prints its answers, prices and notes, and the FAQs print every question with its answer", async () => {
  await setLetters(16);
  await page.setViewportSize(paper);
  const [service] = await app.query<{ notes: string[]; tiers: string[] }>(
    `select important_notes as notes, (select array_agg(to_char(total_price, 'FM$999,999')) from visa_pricing_tiers t
       where t.service_id = s.id) as tiers from visa_services s where slug = 'permit-to-reside'`,
  );
  const onSheet = async (path: string) => {
    await goTo(path);
    await page.emulateMedia({ media: "print", reducedMotion: "no-preference" });
  };
  await onSheet("/visa/permit-to-reside");
  const main = page.getByRole("main");
  same(service?.tiers.length).toBeGreaterThan(1);
  for (const price of service?.tiers ?? []) await expect(main.getByText(price, { exact: true }).first()).toBeVisible();
  same(service?.notes.length).toBeGreaterThan(0);
  for (const note of service?.notes ?? [])
    if (!note.includes("{")) await expect(main.getByText(note, { exact: true })).toBeVisible();
  const expectAnswers = async () => {
    const answers = await main.locator("details > :not(summary)").all();
    same(answers.length).toBeGreaterThan(3);
    for (const answer of answers) await expect(answer).toBeVisible();
  };
  await expectAnswers();
  // What is meant for a dark ground is dark on paper, where the ground may be printed or not.
  const price = main.getByRole("region", { name: "Price and facts" });
  await expect(price.getByText("Property Owner", { exact: true })).toHaveCSS("color", "rgb(18, 38, 45)");
  for (const ground of await page.locator(".on-dark").all())
    await expect(ground).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await onSheet("/faqs");
  await expectAnswers();
});
