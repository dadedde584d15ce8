import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect as same, test } from "vitest";
import { type AppServer, startApp } from "../../test/harness/app-server";
import { expect, openContext } from "../../test/harness/browser/browser";
import { signedInCookies } from "../../test/harness/browser/desk-browser";
import { lookAt, lookWidths } from "../../test/harness/browser/look";
import { sharedBrowser } from "../../test/harness/shared";

let app: AppServer;
let page: Page;
/** A submitted case of a sample person, which has answers and documents. */
let caseId = "";

beforeAll(async () => {
  app = await startApp({ SAMPLE_DATA: "yes" });
  const browser: Browser = await sharedBrowser();
  const context = await openContext(browser);
  await context.addCookies(await signedInCookies(app));
  page = await context.newPage();
  const [row] = await app.query<{ id: string }>(
    "select id from visa_applications where status = 'under_review' order by submitted_at limit 1",
  );
  caseId = row?.id ?? "";
});
afterAll(async () => {
  await page?.context().close();
  await app?.stop();
});

async function at(path: string, width = 1440, height = width < 768 ? 780 : 900) {
  await page.setViewportSize({ width, height });
  await page.goto(app.url + path);
}

/** Where the first element that matches begins, in CSS pixels from the top of the page. */
const topOf = (selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top + scrollY);

describe("the page of a case", () => {
  test.each(lookWidths)("[S-LOOK-4] at %i pixels answers and documents come before every editor", async (width) => {
    await at(`/admin/applications/${caseId}`, width);
    const [answers, documents] = [await topOf("#answers"), await topOf("#documents")];
    same(answers).toBeLessThan(documents);
    // The column next to the answers begins with them; below it everything follows the documents.
    for (const part of ["#requests", "#messages", "#notes", "#fees"])
      same(await topOf(part), part).toBeGreaterThan(documents);
    if (width < 1024) same(await topOf("#status-form")).toBeGreaterThan(documents);
    // Only the status has a field to write in before somebody asks for one.
    const fields = page.locator("main textarea:visible, main input[type=file]:visible");
    await expect(fields).toHaveCount(1);
    await expect(page.locator("#status-form textarea")).toBeVisible();
    for (const [button, field] of [
      ["Write a message", "New message"],
      ["Write a note", "New note"],
    ] as const) {
      await page.locator("summary", { hasText: button }).click();
      await expect(page.getByRole("textbox", { name: field })).toBeVisible();
    }
  });

  test.each([
    [1440, 900],
    [1280, 720],
    [360, 640],
  ])(
    "[S-LOOK-4] at %i by %i nothing scrolls inside the page, and Update Status is in view where it is set",
    async (width, height) => {
      await at(`/admin/applications/${caseId}`, width, height);
      await page.getByRole("button", { name: "Unfold all" }).click();
      const inner = await page.evaluate(() =>
        [...document.querySelectorAll("main, main *")]
          .filter((element) => {
            const { overflowY } = getComputedStyle(element);
            return /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
          })
          .filter((element) => !element.matches("textarea"))
          .map((element) => element.outerHTML.slice(0, 80)),
      );
      same(inner).toEqual([]);
      await page.getByLabel("New status").scrollIntoViewIfNeeded();
      await expect(page.getByRole("button", { name: "Update Status" })).toBeInViewport({ ratio: 1 });
      await page.getByLabel("Message to the applicant").focus();
      await expect(page.getByRole("button", { name: "Update Status" })).toBeInViewport({ ratio: 1 });
    },
  );

  test("[S-LOOK-4] every part of a case that is a page has the same title, width and way back", async () => {
    const parts = ["fees", "messages", "requests", "decision", "appointments", "filing"];
    const seen: Record<string, unknown> = {};
    for (const part of parts) {
      await at(`/admin/applications/${caseId}/${part}`);
      seen[part] = await page.evaluate(() => {
        const title = document.querySelector("h1");
        const panel = title?.closest("[role=dialog]");
        if (!title || !panel) return null;
        const { fontSize, fontFamily } = getComputedStyle(title);
        const { width } = panel.getBoundingClientRect();
        return {
          fontSize,
          fontFamily,
          width,
          back: panel.querySelector("a")?.textContent?.startsWith("Application BV"),
        };
      });
    }
    const first = seen.fees;
    same(first).toMatchObject({ back: true });
    for (const part of parts) same(seen[part], part).toEqual(first);
    await page.getByRole("link", { name: /^Application BV/ }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/applications/${caseId}$`));
  });
});

test("[S-LOOK-8] above the title of a screen there is one line of 40 pixels at most, at all widths", async () => {
  for (const path of ["/admin", "/admin/applications", "/admin/inquiries", `/admin/applications/${caseId}`])
    for (const width of lookWidths) {
      await at(path, width);
      const notices = page.getByRole("complementary", { name: "Notices" });
      await expect(notices).toContainText("Sample people are shown.");
      await expect(notices).toContainText("Set up a second factor by");
      const height = await notices.evaluate((line) => line.getBoundingClientRect().height);
      same(height, `${path} at ${width}`).toBeLessThanOrEqual(40);
      // Nothing else is above it but the bar with the menu.
      const above = await page.evaluate(() => {
        const bar = document.querySelector("header:has(summary)")?.getBoundingClientRect().height ?? 0;
        return (document.querySelector("main")?.getBoundingClientRect().top ?? 0) - bar;
      });
      same(above, `${path} at ${width}`).toBeLessThanOrEqual(40);
      const { sideways, cut } = await lookAt(page, width);
      same({ sideways, cut: cut.filter((text) => /factor|Remove|Sample people/.test(text)) }).toEqual({
        sideways: 0,
        cut: [],
      });
      for (const link of await notices.getByRole("link").all()) await expect(link).toBeInViewport({ ratio: 1 });
    }
});
