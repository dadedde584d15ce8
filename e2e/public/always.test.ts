import type { Browser, Page } from "@playwright/test";
import { afterEach, beforeAll, describe, expect as same, test } from "vitest";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { overlappingOrCut } from "../../test/harness/browser/large-text";
import { readPage } from "../../test/harness/page-text";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";
import { until } from "../../test/harness/visitor";

// What holds on every public page: with large letters, in a narrow window, and on paper.
let program: Program;
let browser: Browser;
/** Every page that is read, and those of them that search engines are not told of. */
let read: string[];

beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
  await program.query(
    `insert into google_reviews (author_name, rating, review_text, review_date)
     select 'Wilhelmina Featherstonehaugh-Cholmondeley ' || n, 5, repeat('They read my papers again. ', n * 8), now()
     from generate_series(1, 3) n`,
  );
  await until("the reviews are shown", async () => (await readPage(program, "/")).html.includes("Cholmondeley 3"));
  const sitemap = await (await fetch(`${program.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, to = ""]) => to.replace(program.url, "") || "/");
  const others = ["/newsletter", "/verify", "/newsletter/confirm?token=x", "/faqs?q=zeppelin", "/forms?q=zeppelin"];
  const missing = ["/none", "/visa/none", "/blog/none", "/services/atlantis", "/services?country=mars"];
  read = [...listed.filter((path) => path !== "/contact"), "/visa/bahamian-evisa", ...others, ...missing];
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

type Window = { width: number; letters?: number; media?: "print"; motion?: "no-preference" };

/** The size of letters that a reader has set in the browser moves the widths at which the layout changes, too. */
async function open({ width, letters, media, motion = undefined }: Window): Promise<Page> {
  const context = await openContext(browser, {
    viewport: { width, height: 780 },
    ...(motion ? { reducedMotion: motion } : {}),
  });
  const page = await context.newPage();
  if (media) await page.emulateMedia({ media });
  if (letters) {
    const session = await context.newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: letters, fixed: letters } });
  }
  return page;
}

async function goTo(page: Page, path: string) {
  await page.goto(program.url + path);
  await page.evaluate(() => document.fonts.ready);
}

/** Every part of the page that unfolds, all of them at once. */
const unfold = (page: Page) =>
  page.getByRole("main").evaluate((main) => {
    for (const part of main.querySelectorAll("details")) {
      part.removeAttribute("name");
      part.open = true;
    }
  });

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What is wrong with how a page stands in its window. */
const faults = async (page: Page) => ({ sideways: await sideways(page), texts: await overlappingOrCut(page) });
const none = { sideways: 0, texts: [] };

describe.each([
  ["in 320 pixels", { width: 320 }],
  ["with letters of twice the size in a wide window", { width: 1280, letters: 32 }],
  ["with letters of twice the size in 320 pixels", { width: 320, letters: 32 }],
] as const)("%s", (_, size) => {
  test("[L-HOLD-4] no public page scrolls sideways, and no text stands on another or is cut", async () => {
    const page = await open(size);
    for (const path of [...read, "/contact", "/apply", "/apply/start", "/applications"]) {
      await goTo(page, path);
      if ("letters" in size)
        same(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
      await unfold(page);
      same({ path, ...(await faults(page)) }).toEqual({ path, ...none });
    }
    expectNoScriptErrors();
  });
});

test("[L-HOLD-4] with letters of twice the size the menus of a phone hold all their words", async () => {
  for (const width of [320, 360, 768]) {
    const page = await open({ width, letters: 32 });
    await goTo(page, "/");
    const menu = page.getByRole("banner").locator("summary").filter({ hasText: "Menu" });
    await menu.click();
    const last = page.getByRole("navigation", { name: "Menu" }).getByRole("link").last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    const nav = page.getByRole("navigation", { name: "Menu" });
    same(await nav.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBe(0);
    await menu.click();
    await page.locator("summary").filter({ hasText: "Language" }).click();
    await expect(page.getByRole("button", { name: "Español" })).toBeInViewport({ ratio: 1 });
    same(await sideways(page), `${width}`).toBe(0);
    await page.context().close();
  }
});

/** The words in `main`, but for controls: what is pressed, typed into or leads from part to part. */
const words = (page: Page, shown: boolean) =>
  page.getByRole("main").evaluate((main, shown) => {
    const controls =
      "nav, search, form, button, label, summary, .button, [data-show-all], script, style, template, [aria-hidden=true]";
    const found: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const said = text.textContent?.trim() ?? "";
      if (!said || !element || element.closest(controls)) continue;
      const { width } = element.getBoundingClientRect();
      const isSeen = width > 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
      if (isSeen === shown) found.push(said);
    }
    return found;
  }, shown);

/** What the width of paper holds: a sheet of A4 or Letter without its margins. */
const paper = { width: 660, media: "print", motion: "no-preference" } as const;

/** Parts that lead on to another page, and say nothing that the page is about. */
const leadOn = (page: Page) =>
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

test("[L-HOLD-5] on paper a read page holds its text with every answer unfolded, and nothing to press", async () => {
  const [screen, sheet] = [await open({ width: paper.width }), await open(paper)];
  for (const path of read) {
    await goTo(screen, path);
    await goTo(sheet, path);
    await unfold(screen);
    const left = new Set(await leadOn(sheet));
    same(
      [...left].filter((said) => /\$\d/.test(said) || said === "holds more than a way on"),
      path,
    ).toEqual([]);
    const printed = new Set(await words(sheet, true));
    const lost = (await words(screen, true)).filter((said) => !printed.has(said) && !left.has(said));
    same(lost, path).toEqual([]);
    same(printed.size, path).toBeGreaterThan(1);
    for (const role of ["navigation", "banner", "contentinfo", "button", "searchbox"] as const)
      same(await sheet.getByRole(role).count(), `${path}: ${role}`).toBe(0);
    for (const left of ["video", "picture img[width='1600']", ".button", "[data-price-bar]", "[data-bar]"])
      for (const one of await sheet.locator(left).all()) await expect(one).toBeHidden();
    same({ path, ...(await faults(sheet)) }).toEqual({ path, ...none });
  }
});

test("[L-HOLD-5] on paper stand the answers, prices and notes of a service, and every question with its answer", async () => {
  const sheet = await open(paper);
  const [service] = await program.query<{ notes: string[]; tiers: string[] }>(
    `select important_notes as notes, (select array_agg(to_char(total_price, 'FM$999,999')) from visa_pricing_tiers t
       where t.service_id = s.id) as tiers from visa_services s where slug = 'permit-to-reside'`,
  );
  await goTo(sheet, "/visa/permit-to-reside");
  const main = sheet.getByRole("main");
  same(service?.tiers.length).toBeGreaterThan(1);
  for (const price of service?.tiers ?? []) await expect(main.getByText(price, { exact: true }).first()).toBeVisible();
  same(service?.notes.length).toBeGreaterThan(0);
  for (const note of service?.notes ?? [])
    if (!note.includes("{")) await expect(main.getByText(note, { exact: true })).toBeVisible();
  for (const path of ["/visa/permit-to-reside", "/faqs"]) {
    await goTo(sheet, path);
    const answers = await main.locator("details > :not(summary)").all();
    same(answers.length, path).toBeGreaterThan(3);
    for (const answer of answers) await expect(answer).toBeVisible();
  }
  // What is meant for a dark ground is dark on paper, where the ground may be printed or not.
  await goTo(sheet, "/visa/permit-to-reside");
  const price = main.getByRole("region", { name: "Price and facts" });
  await expect(price.getByText("Property Owner", { exact: true })).toHaveCSS("color", "rgb(18, 38, 45)");
  for (const ground of await sheet.locator(".on-dark").all())
    await expect(ground).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
});
