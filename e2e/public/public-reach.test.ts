import type { Browser, Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, expect as same, test } from "vitest";
import { continueByLink } from "../../test/harness/applicants/wizard";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openBrowser,
  openContext,
} from "../../test/harness/browser/browser";
import { type Program, removeFolders, startProgram } from "../../test/harness/program";
import { mailsTo, resumeLinkOf } from "../../test/harness/stand-ins/mails";

// The public site without a mouse, without script, with large letters, and on paper.
let program: Program;
let browser: Browser;
beforeAll(async () => {
  program = await startProgram({ SAMPLE_DATA: "yes" });
  browser = await openBrowser();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await removeFolders();
});

async function open(path: string, options: Parameters<typeof openContext>[1] = {}): Promise<Page> {
  const page = await (await openContext(browser, { viewport: { width: 1280, height: 900 }, ...options })).newPage();
  await page.goto(program.url + path);
  if (options.javaScriptEnabled !== false) await page.waitForLoadState("networkidle");
  return page;
}

/** One of each kind, and what is drawn in its empty states. */
const paths = [
  "/",
  "/services",
  "/services?country=usa",
  "/services?country=mars",
  "/visa/us-travel-b1-b2-visa",
  "/visa/bahamas-work-visa",
  "/visa/none",
  "/about",
  "/blog",
  "/blog/proof-of-funds-an-officer-can-read",
  "/contact",
  "/faqs",
  "/faqs?q=zeppelin",
  "/forms",
  "/privacy-policy",
  "/bahamas-immigration",
  "/bahamian-evisa",
  "/newsletter",
  "/newsletter/confirm?token=x",
  "/apply",
  "/apply/start",
  "/no-such-page",
];

describe("large letters", () => {
  test("at 400 %, where a window of 1280 pixels holds 320, every page is read without moving it sideways", async () => {
    const page = await open("/", { viewport: { width: 320, height: 256 } });
    for (const path of paths) {
      await page.goto(program.url + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectToFit(page);
    }
  });

  test.each([1280, 360])("with letters of twice the size in %d pixels, too", async (width) => {
    const page = await open("/", { viewport: { width, height: 740 } });
    for (const path of ["/", "/services", "/visa/bahamas-work-visa", "/contact", "/faqs", "/forms", "/apply"]) {
      await page.goto(program.url + path);
      await page.addStyleTag({ content: "html { font-size: 200% }" });
      await expectToFit(page);
    }
  });
});

describe("by keyboard alone", () => {
  test("the link past the header comes first, and leads into the page", async () => {
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

  test("the menu of destinations opens by its marker, is walked, and closes with Escape", async () => {
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
    await expect(page).toHaveURL(/\/services\?country=australia$/);
    expectNoScriptErrors();
  });

  test("a language is picked, an answer is opened, a newsletter is asked for", async () => {
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

    await page.goto(`${program.url}/faqs`);
    const answer = page.getByRole("main").locator("details").nth(1);
    await answer.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(answer.locator("p")).toBeVisible();
    expectNoScriptErrors();
  });

  test("the reviews of a phone are a row that the arrow keys move", async () => {
    const page = await open("/about", { viewport: { width: 360, height: 740 } });
    const row = page.getByRole("main").locator("ul[tabindex='0']");
    await row.scrollIntoViewIfNeeded();
    await row.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => row.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  test.each(["/", "/contact", "/services", "/apply"])("on %s every stop of the Tab key is seen", async (path) => {
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
        const outlined = shows.some((one) => one && getComputedStyle(one).outlineStyle === "solid");
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

describe("without script", () => {
  const quiet = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };

  test("[P-BLOG-5, P-BLOG-6] a newsletter is asked for, refused when it is no address, confirmed and ended", async () => {
    const page = await open("/blog", quiet);
    await page.getByLabel("Email address").fill("quiet@mail");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveValue("quiet@mail");
    await page.getByLabel("Email address").fill("quiet@mail.example");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByRole("heading", { name: "Please check your email" })).toBeVisible();
    const [mail] = await mailsTo(program, "quiet@mail.example", "newsletter_opt_in", 1);
    const link = (name: string) => new RegExp(`/newsletter/${name}\\?token=\\S+`).exec(mail?.text ?? "")?.[0] ?? "";
    await page.goto(program.url + link("confirm"));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "You are subscribed" })).toBeVisible();
    await page.goto(program.url + link("unsubscribe"));
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  });

  test("an application is started from its service, and found again by mail in another browser", async () => {
    const page = await open("/visa/uk-visitor-visa", quiet);
    await page.getByRole("link", { name: "Apply Now" }).click();
    await page.getByLabel("Email address").fill("quiet-start@mail.example");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Start Application" }).click();
    await expect(page).toHaveURL(/\/apply\/[0-9a-f-]{36}$/);
    const other = await open("/apply/start", quiet);
    await other.getByLabel("Email address or application number").fill("quiet-start@mail.example");
    await other.getByRole("button", { name: "Send me the link" }).click();
    await expect(
      other
        .getByRole("status")
        .or(other.getByRole("heading", { level: 1 }))
        .first(),
    ).toBeVisible();
    const [mail] = await mailsTo(program, "quiet-start@mail.example", "resume_link", 1);
    await continueByLink(other, program.url + resumeLinkOf(mail).path);
    await expect(other).toHaveURL(/\/apply\/[0-9a-f-]{36}$/);
  });

  test("every page holds all of its words: nothing waits for a script", async () => {
    const plain = await open("/", quiet);
    const lively = await open("/", { viewport: quiet.viewport });
    for (const path of [
      "/",
      "/services",
      "/visa/bahamas-work-visa",
      "/about",
      "/contact",
      "/faqs",
      "/forms",
      "/apply",
    ]) {
      const read: string[] = [];
      for (const page of [plain, lively]) {
        await page.goto(program.url + path);
        if (page === lively) await page.waitForLoadState("load");
        const text = await page.getByRole("main").evaluate((main) => main.textContent ?? "");
        // Without digits and spaces: the script draws the age of a review and counting figures anew.
        read.push(text.replace(/[\d\s]+/g, ""));
      }
      same((read[0]?.length ?? 0) / (read[1]?.length ?? 1), path).toBeGreaterThan(0.9);
    }
  });
});

test("on paper a page has its sender and its answers, and neither menus nor buttons", async () => {
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
  await page.emulateMedia({ media: "screen" });
  await expectAccessible(page);
});

test("on paper the figures are whole before anybody has seen them, and there is nothing to read on", async () => {
  const page = await open("/", { reducedMotion: "no-preference", viewport: { width: 1366, height: 300 } });
  const figures = page.getByRole("region", { name: "In figures" });
  await expect(figures.locator("[data-counter]").first()).toHaveText("0+");
  await page.emulateMedia({ media: "print" });
  for (const figure of ["15+", "99%", "5000+", "150+"])
    await expect(figures.locator("[aria-hidden]").getByText(figure, { exact: true })).toBeVisible();
  await expect(figures.locator("[data-counter]").first()).toBeHidden();
  await page.goto(`${program.url}/blog/us-visa-interview-in-nassau`);
  await expect(page.getByRole("heading", { name: "Related posts" })).toBeHidden();
});

test("where colors are forced, a button has an edge, and the present one of a row a line", async () => {
  const page = await open("/services?country=usa", { forcedColors: "active" });
  for (const button of [
    page.getByRole("link", { name: "Get Visa" }),
    page.getByRole("link", { name: "Ask a consultant" }),
  ])
    await expect(button).toHaveCSS("border-top-width", "1px");
  const filters = page.getByRole("navigation", { name: "Filter by country" });
  await expect(filters.getByRole("link", { name: "United States" })).toHaveCSS("text-decoration-line", "underline");
  await expect(filters.getByRole("link", { name: "Canada" })).toHaveCSS("text-decoration-line", "none");
});
