import { afterAll, describe, expect as same, test } from "vitest";
import { startApp } from "../../test/harness/app-server";
import { expect, expectAccessible, openContext } from "../../test/harness/browser/browser";
import { signedInCookies } from "../../test/harness/browser/desk-browser";
import { lookAt, lookWidths } from "../../test/harness/browser/look";
import { sharedBrowser } from "../../test/harness/shared";

const app = await startApp({ SAMPLE_DATA: "yes" });
const browser = await sharedBrowser();
const context = await openContext(browser);
await context.addCookies(await signedInCookies(app));
const page = await context.newPage();
const [row] = await app.query<{ id: string }>(
  "select id from visa_applications where status = 'under_review' order by submitted_at limit 1",
);
/** A submitted case of a sample person, which has answers and documents. */
const caseId = row?.id ?? "";
afterAll(() => page.context().close());

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

/** The lists, and the lower edge that their first row may have. */
const lists = ["/admin/applications", "/admin/inquiries", "/admin/emails", "/admin/people"];

describe("the lists", () => {
  test.each(lists)("[S-LOOK-7] at 1440 pixels %s cuts no name, service or status", async (path) => {
    await at(path);
    await expect(page.getByRole("row").nth(20)).toBeVisible();
    const { cut } = await lookAt(page, 1440);
    // Emails have subjects and addresses of any length.
    const rows = path === "/admin/emails" ? [] : cut.filter((text) => !text.includes("@"));
    same(rows).toEqual([]);
  });

  test("[S-LOOK-7] without any owner and due date these columns are no wider than their icons", async () => {
    // Inquiries of sample people who booked a consultation have both.
    await app.query("update visa_inquiries set owner_id = null, promised_by = null");
    for (const path of ["/admin/applications", "/admin/inquiries"]) {
      await at(path);
      for (const [name, widest] of [
        ["Owner", 80],
        ["Due", 60],
      ] as const) {
        const head = page.getByRole("columnheader", { name, exact: true });
        const width = await head.evaluate((cell) => cell.getBoundingClientRect().width);
        same(width, `${name} of ${path}`).toBeLessThanOrEqual(widest);
      }
      await expect(page.getByRole("combobox", { name: /^Owner of/ }).first()).toBeVisible();
    }
    await app.query(
      `update visa_applications set owner_id = (select id from admin_users limit 1) where id = '${caseId}'`,
    );
    await at("/admin/applications");
    const wide = page.getByRole("columnheader", { name: "Owner", exact: true });
    same(await wide.evaluate((cell) => cell.getBoundingClientRect().width)).toBeGreaterThan(110);
    await app.query("update visa_applications set owner_id = null");
  });

  test.each(lists)(
    "[S-LOOK-17] %s has at most nine controls before its first row, and none of the side bar’s links",
    async (path) => {
      await at(path);
      const controls = await page.evaluate(() => {
        const shown = [
          ...document.querySelectorAll("main a, main button, main select, main input, main summary"),
        ].filter(
          (control) => control.checkVisibility() && !control.closest("table, aside") && control.getClientRects()[0],
        );
        const rows = document.querySelector("main table")?.getBoundingClientRect().top ?? 0;
        const above = shown.filter((control) => control.getBoundingClientRect().top < rows);
        // The counts by status are one choice.
        const counts = above.filter((control) => control.closest("nav"));
        const hrefs = above.flatMap((control) => control.getAttribute("href") ?? []);
        return { n: above.length - Math.max(0, counts.length - 1), hrefs };
      });
      same(controls.n).toBeLessThanOrEqual(9);
      const side = ["/admin", "/admin/applications", "/admin/inquiries", "/admin/emails", "/admin/people"];
      same(controls.hrefs.filter((href) => side.includes(href) && href !== path)).toEqual([]);
    },
  );

  test("[S-LOOK-17] the filters beyond three are behind More filters, which is open when one of them is set", async () => {
    await at("/admin/applications");
    const age = page.locator("select[name=age]");
    await expect(age).toBeHidden();
    await page.getByText("More filters").click();
    await expect(age).toBeVisible();
    await expectAccessible(page);
    await at("/admin/applications?age=week");
    await expect(age).toBeVisible();
    await expect(age).toHaveValue("week");
    for (const name of ["Export CSV", "Export this view", "Find by passport number", "Emails", "Dashboard"])
      await expect(page.getByRole("main").getByText(name, { exact: true })).toBeHidden();
    await page.getByText("More actions").click();
    for (const name of ["Export CSV", "Export this view", "Find by passport number", "Emails", "Dashboard"])
      await expect(page.getByRole("main").getByText(name, { exact: true })).toBeVisible();
  });

  test.each(["/admin/content/questions", "/admin/content/pages", "/admin/content/posts", "/admin/content/mails"])(
    "[S-LOOK-22] rows of %s are at most 56 pixels high, and say a state only where it is not Published",
    async (path) => {
      for (const width of lookWidths) {
        await at(path, width);
        const heights = await page
          .locator("main ol > li")
          .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
        same(heights.length).toBeGreaterThan(0);
        same(Math.max(...heights), `${path} at ${width}`).toBeLessThanOrEqual(56);
      }
      await expect(page.locator("main ol").getByText("Published", { exact: true })).toHaveCount(0);
    },
  );
});

describe("the editors", () => {
  test.each(["/admin/content/settings", "/admin/content/home"])(
    "[S-LOOK-19] %s shows its state and has its publishing bar in view at all widths, and no hint is a type",
    async (path) => {
      for (const width of lookWidths) {
        await at(path, width);
        await expect(page.getByRole("button", { name: "Publish now" })).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole("button", { name: "Save draft" })).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole("main").getByText("Published", { exact: true })).toBeInViewport();
        await page.getByRole("main").getByRole("textbox").last().scrollIntoViewIfNeeded();
        await expect(page.getByRole("button", { name: "Publish now" })).toBeInViewport({ ratio: 1 });
      }
      await expect(page.getByRole("main").getByText(/\b(One line|Text|Heading|Paragraph|Phone number)\.$/)).toHaveCount(
        0,
      );
    },
  );

  test("[S-LOOK-19] a draft and a scheduled version are said in the publishing bar", async () => {
    await at("/admin/content/settings");
    const field = page.getByLabel("Address line 1").or(page.getByRole("textbox").first()).first();
    await field.fill("+1 242 555 0199");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByRole("main").getByText("Draft saved", { exact: true })).toBeVisible();
  });
});

test("[S-LOOK-18] Today has one name, groups without anything have no card, and old failed emails are one line", async () => {
  await app.query("update email_notifications set created_at = now() - interval '40 days' where status = 'failed'");
  await at("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
  await expect(page.getByRole("main").getByText("Dashboard", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: /^Replies to inquiries/ })).toHaveCount(0);
  await page.getByText("To look after").click();
  const failed = page.getByRole("region", { name: /^Failed emails/ });
  await expect(failed.getByRole("listitem")).toHaveText([/^\d+ older emails/]);
});

/** Screens that no list leads to in this file, with the limit of their height at 1440 and at 360. */
const screens = [
  ...["/admin", "/admin/analytics", "/admin/services", "/admin/reviews", "/admin/users", "/admin/applications"],
  ...["/admin/appointments", "/admin/inquiries", "/admin/people", "/admin/content", "/admin/emails", "/admin/activity"],
  ...["/admin/reports", "/admin/migration", "/admin/privacy", "/admin/account", "/admin/replies", "/admin/case"],
  ...["/admin/applications/new", "/admin/inquiries/new", "/admin/content/questions", "/admin/content/settings"],
];

test.each(screens)(
  "[S-LOOK-20, S-LOOK-21, S-LOOK-23] %s neither scrolls sideways nor is too high, and its controls can be pressed",
  async (screen) => {
    const path = screen === "/admin/case" ? `/admin/applications/${caseId}` : screen;
    for (const width of lookWidths) {
      await at(path, width);
      const look = await lookAt(page, width);
      same({ sideways: look.sideways, small: look.small, broken: look.broken }, `${path} at ${width}`).toEqual({
        ...{ sideways: 0, small: [], broken: [] },
      });
      same(look.height, `${path} at ${width}`).toBeLessThanOrEqual(width < 768 ? 10_000 : width < 1440 ? 8_000 : 6_000);
      const nameless = await page.evaluate(() => {
        const hasWords = (control: Element) => {
          const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
          for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            const { width = 0, height = 0 } = text.parentElement?.getBoundingClientRect() ?? {};
            if (text.nodeValue?.trim() && width > 1 && height > 1) return true;
          }
          return false;
        };
        return [...document.querySelectorAll("a[href], button, summary")]
          .filter((control) => control.checkVisibility() && !control.closest("[data-hint]") && !hasWords(control))
          .map((control) => control.outerHTML.slice(0, 120));
      });
      same(nameless).toEqual([]);
    }
  },
);

test("[S-LOOK-20] the name of an icon is shown while it has the focus or is pointed at, in a row of a list too", async () => {
  await at("/admin/applications", 1440);
  const takes = page.getByRole("button", { name: /^Assign to me: / });
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[data-hint]")].flatMap((control) => {
        const { content, display } = getComputedStyle(control, "::after");
        return content === "none" || display === "none" ? [] : [content.split(" / ")[0]];
      }),
    );
  same(await shown()).toEqual([]);
  await takes.first().focus();
  await page.keyboard.press("Shift+Tab");
  same(await shown()).toEqual(['"Choose an owner"']);
  await page.keyboard.press("Tab");
  same(await shown()).toEqual(['"Assign to me"']);
  await takes.nth(1).hover();
  same(await shown()).toEqual(['"Assign to me"', '"Assign to me"']);
});

test("[S-LOOK-21] rows of logs and lists are at most 96 pixels high on a phone", async () => {
  for (const path of [...lists, "/admin/activity"]) {
    await at(path, 360);
    const heights = await page
      .locator("main tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    same(heights.length, path).toBeGreaterThan(0);
    same(Math.max(...heights), path).toBeLessThanOrEqual(96);
  }
});
