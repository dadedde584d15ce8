import type { Page } from "@playwright/test";
import { beforeEach, expect as same, test } from "vitest";
import { expect } from "../../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../../test/harness/browser/desk-browser";
import { signIn } from "../../../test/harness/desk/desk";
import { mailsTo } from "../../../test/harness/fakes/mails";
import { sharedApp, sharedBrowser } from "../../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  for (const table of ["newsletter_issues", "newsletter_subscribers", "redirects", "broken_links"])
    await app.query(`delete from ${table}`);
});

const newsletter = "/admin/content/newsletter";
/** The page's own notice: the frame has live regions of its own beside it, for what loads and what can be undone. */
const status = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test("[O-NEWS-1, O-NEWS-2] a subscriber is found and removed after a confirmation, and an empty list says so", async () => {
  const page = await openDesk(browser, app, newsletter);
  await expect(page.getByText("Nobody has subscribed yet.")).toBeVisible();
  await app.query(
    "insert into newsletter_subscribers (email, confirmed_at) values ('ann@mail.example', now()), ('ben@mail.example', null)",
  );
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "ben@mail.example" });
  await expect(row).toContainText("Waiting for confirmation");
  await row.getByRole("link", { name: "Remove" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove this address?" });
  await expect(question).toContainText("ben@mail.example");
  await expectAccessibleAtBoth(page);
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The address was removed. It won’t receive anything else.")).toBeVisible();
  await expect(row).toHaveCount(0);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  same((await download).suggestedFilename()).toMatch(/^newsletter-subscribers-\d{4}-\d\d-\d\d\.csv$/);
  await close(page);
});

test("[O-NEWS-3, O-NEWS-7] a post is previewed, sent as a test, and sent after a confirmation with its title and number of recipients", async () => {
  await app.query(
    "insert into newsletter_subscribers (email, confirmed_at) select 'walk' || n || '@mail.example', now() from generate_series(1, 3) n",
  );
  const page = await openDesk(browser, app, `${newsletter}/issues`);
  const first = page.getByRole("list", { name: "Posts" }).getByRole("link").first();
  const title = (await first.textContent()) ?? "";
  await first.click();
  await expect(page.getByText("Not sent yet. 3 subscribers will get it.")).toBeVisible();
  await expect(page.frameLocator("iframe").getByRole("heading", { name: title })).toBeVisible();
  await page.getByRole("button", { name: "Send me a test" }).click();
  await expect(status(page, "A test is on its way to")).toBeVisible();
  await page.getByRole("link", { name: "Send…" }).click();
  const question = page.getByRole("alertdialog", { name: `Send “${title}” to 3 subscribers?` });
  await expectAccessibleAtBoth(page);
  await question.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("The issue is being sent to 3 subscribers.")).toBeVisible();
  for (const n of [1, 2, 3]) await mailsTo(app, `walk${n}@mail.example`, "newsletter_issue", 1);
  await expect(async () => {
    await page.goto(`${app.url}${newsletter}/issues`);
    await expect(page.getByRole("listitem").filter({ hasText: title }).getByText("Unsubscribed since")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: title })).toContainText("Sent3");
  }).toPass();
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("[O-LINK-1] a redirect is added and removed, also without JavaScript, and a refused one keeps its values", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await openDesk(browser, app, "/admin/content/redirects", { javaScriptEnabled });
    await page.getByLabel("From").fill("/about");
    await page.getByLabel("Leads to").fill("/faqs");
    await page.getByRole("button", { name: "Add redirect" }).click();
    await expect(page.getByLabel("From")).toHaveAccessibleDescription(/There is a page at this address\./);
    await expect(page.getByLabel("Leads to")).toHaveValue("/faqs");
    await page.getByLabel("From").fill("/old-offer");
    await page.getByRole("button", { name: "Add redirect" }).click();
    await expect(status(page, "Redirect added.")).toHaveText("Redirect added.");
    await page.getByRole("button", { name: "Remove /old-offer" }).click();
    await expect(page.getByText("No redirects yet.")).toBeVisible();
    await close(page);
  }
});

test("[O-LINK-2, O-LINK-3] a broken link is listed with page, text and date, and an unused file is deleted after a confirmation", async () => {
  await app.query(
    "insert into broken_links (page, address, words, since) values ('/about', '/gone', 'Our old offer', '2026-11-20T14:00:00Z')",
  );
  const page = await openDesk(browser, app, "/admin/content/links");
  await expect(page.getByRole("heading", { name: "1 broken link" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Our old offer" })).toContainText(
    "points to /goneOn /about since Nov 20, 2026",
  );
  await expectAccessibleAtBoth(page);
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(status(page, "Checking the pages…")).toBeVisible();
  await close(page);
});

test("[O-MAY-2] a regular admin sees these screens without buttons that change them", async () => {
  const who = { email: "reads@lucaya.example", password: "sails over the sea" };
  const superAdmin = await signIn(app);
  const made = { intent: "create", ...who, confirmation: who.password, role: "regular_admin" };
  await superAdmin.post("/admin/users", made);
  await app.query("insert into redirects (from_path, to_address) values ('/old-offer', '/about')");
  const [post] = await app.query<{ id: string }>("select id from blog_posts where published limit 1");
  for (const path of ["/admin/content/redirects", `${newsletter}/issues/${post?.id}`]) {
    const page = await openDesk(browser, app, path, { who });
    await expect(page.getByText("Only super admins change this.")).toBeVisible();
    for (const name of [/^Add/, /^Remove/, /^Send/]) await expect(page.getByRole("button", { name })).toHaveCount(0);
    await close(page);
  }
  const list = await openDesk(browser, app, newsletter, { who });
  await expect(list.getByRole("button", { name: "Export CSV" })).toHaveCount(0);
  await close(list);
});
