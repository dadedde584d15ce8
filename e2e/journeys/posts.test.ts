import type { Page } from "@playwright/test";
import sharp from "sharp";
import { beforeEach, expect as same, test } from "vitest";
import { expect, expectAccessible, openPage } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, goTo, openDesk, press } from "../../test/harness/browser/desk-browser";
import { signIn } from "../../test/harness/desk/desk";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(() => app.query("truncate content_versions"));

const editorOf = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const tool = (page: Page, name: string) => page.getByRole("toolbar").getByRole("button", { name, exact: true });

/** Pastes into the text what a program has put on the clipboard. */
async function paste(page: Page, html: string) {
  await editorOf(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

const square = async () =>
  (
    await sharp({ create: { width: 40, height: 30, channels: 3, background: "#12838d" } })
      .png()
      .toBuffer()
  ).toString("base64");

async function fillPost(page: Page, title: string) {
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Excerpt").fill("What an employer brings, and when.");
  await page.getByLabel("Category").fill("Work permits");
  await page.getByLabel("Author").fill("Ann Rolle");
  await page.getByLabel("Tags").fill("permits & papers\nemployers");
}

const fromWord = (
  picture: string,
) => `<html><head><style>p.MsoNormal{color:red}</style></head><body><!--StartFragment-->
<h1><span style='font-family:Calibri'>Before you hire</span></h1><p class=MsoNormal>Take <b>both</b> papers<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Passport</p>
<table><tr><td>Visa</td><td>Days</td></tr></table><p><img src="data:image/png;base64,${picture}"></p>
<script>alert(1)</script><!--EndFragment--></body></html>`;

test("[O-BODY-1, O-BODY-2, O-BODY-4] a post is written, pasted, described, previewed, published, and gets a new URL", async () => {
  const page = await openDesk(browser, app, "/admin/content/posts");
  await page.getByRole("link", { name: "New post" }).first().click();
  await fillPost(page, "Hiring from abroad");
  await editorOf(page).click();
  await page.keyboard.type("First of all");
  await press(page, "Enter");
  await paste(page, fromWord(await square()));
  const described = editorOf(page).getByLabel("Alternative text");
  await expect(described).toBeVisible();
  await expect(editorOf(page).getByRole("heading", { name: "Before you hire" })).toBeVisible();
  await tool(page, "Service card").click();
  await page.getByLabel("Service", { exact: true }).selectOption({ label: "Canadian eTA" });
  await page.getByRole("button", { name: "Add card" }).click();
  // The picture, which was selected, stays.
  await expect(described).toBeVisible();

  await page.getByRole("button", { name: "Publish now" }).click();
  const wrong = page.getByRole("link", { name: "Describe this picture for people who can’t see it." });
  await wrong.click();
  await expect(described).toBeFocused();
  await expectAccessibleAtBoth(page);
  await described.fill("A square of the sea");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(page.getByText("Preview: visitors do not see this yet")).toBeVisible();
  await expect(page).toHaveURL(/\/blog\/hiring-from-abroad\?preview=/);
  await expect(page.getByRole("img", { name: "A square of the sea" })).toBeVisible();
  const client = new HttpClient(app);
  same((await client.get("/blog/hiring-from-abroad")).status).toBe(404);
  const url = (await page.getByRole("img", { name: "A square of the sea" }).getAttribute("src")) ?? "";
  same((await client.get(url)).status, "the picture of a draft").toBe(404);

  await goTo(page, app, "/admin/content/posts");
  await page.getByRole("link", { name: "Hiring from abroad", exact: true }).click();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is public." })).toBeVisible();
  same((await client.get(url)).status).toBe(200);

  const reader = await openPage(browser, `${app.url}/blog/hiring-from-abroad`);
  const article = reader.getByRole("article").first();
  await expect(article.getByRole("heading", { name: "Before you hire", level: 2 })).toBeVisible();
  await expect(article.getByRole("listitem").filter({ hasText: "Passport" })).toBeVisible();
  await expect(article.getByRole("cell", { name: "Days" })).toBeVisible();
  await expect(article.getByRole("figure").getByRole("img", { name: "A square of the sea" })).toBeVisible();
  await expect(article.getByRole("link", { name: "Canadian eTA" }).first()).toHaveAttribute(
    "href",
    "/visa/canadian-eta",
  );
  await expectAccessible(reader);
  const loaded = await reader.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  same(loaded.filter((name) => /editor|tiptap|prosemirror/i.test(name))).toEqual([]);

  const text = async (path: string) => (await client.get(path)).text();
  same(await text("/blog/feed.xml")).toContain("/blog/hiring-from-abroad");
  same(await text("/sitemap.xml")).toContain("/blog/hiring-from-abroad");
  await reader.getByRole("list", { name: "Tags" }).getByRole("link", { name: "permits & papers" }).click();
  await expect(reader.getByText("1 post tagged “permits & papers”")).toBeVisible();
  await expect(reader.getByRole("link", { name: /^Read More ?: Hiring from abroad$/ })).toBeVisible();
  await expect(reader.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await close(reader);

  await page.getByLabel("Address", { exact: true }).fill("hiring");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is public." })).toBeVisible();
  await until("the new address answers", async () => (await client.get("/blog/hiring")).status === 200);
  await until("the old one leads there", async () => (await client.get("/blog/hiring-from-abroad")).status === 301);
  for (let times = 0; times < 3; times++) {
    const moved = await client.get("/blog/hiring-from-abroad");
    same([moved.status, moved.headers.get("location")]).toEqual([301, "/blog/hiring"]);
  }
  await close(page);
});

test("[O-BODY-10] Tab and Shift-Tab leave the editor, arrow keys move through the toolbar, and undo and redo work by keyboard", async () => {
  const page = await openDesk(browser, app, "/admin/content/posts/new");
  const text = editorOf(page);
  await text.click();
  await page.keyboard.type("One");
  await tool(page, "List").click();
  await expect(tool(page, "List")).toHaveAttribute("aria-pressed", "true");
  await text.press("Shift+Tab");
  await expect(text).not.toBeFocused();
  await expect(tool(page, "List")).toBeFocused();
  await press(page, "ArrowRight");
  await expect(tool(page, "Numbered list")).toBeFocused();
  await press(page, "Home", "ArrowLeft");
  await expect(tool(page, "Service card")).toBeFocused();
  await press(page, "Tab");
  await expect(text).toBeFocused();
  await press(page, "Tab");
  await expect(text).not.toBeFocused();
  for (const button of await page.getByRole("toolbar").first().getByRole("button").all())
    same((await button.getAttribute("aria-label")) ?? "").not.toBe("");

  await text.click();
  // Selected by a command of the editor: where "End" puts the caret reaches it only later, and ends a Bold set before.
  await press(page, "Control+a", "Control+b");
  await expect(text.locator("strong")).toHaveText("One");
  await press(page, "Control+z");
  await expect(text.locator("strong")).toHaveCount(0);
  await press(page, "Control+y");
  await expect(text.locator("strong")).toHaveText("One");
  await close(page);
});

test("[O-BODY-6] an invalid link is refused at its field, and a valid one is set", async () => {
  const page = await openDesk(browser, app, "/admin/content/posts/new");
  await editorOf(page).click();
  await page.keyboard.type("Here");
  await press(page, "Control+a");
  await tool(page, "Link").click();
  await page.getByLabel("Where the link leads").fill("JavaScript:alert(1)");
  await page.getByRole("button", { name: "Set link" }).click();
  await expect(page.getByRole("alert")).toHaveText("This link can’t be used: JavaScript:alert(1)");
  await page.getByLabel("Where the link leads").fill("/contact");
  await press(page, "Enter");
  await expect(editorOf(page).getByRole("link", { name: "Here" })).toHaveAttribute("href", "/contact");
  await close(page);
});

test("[O-EDIT-12] unsent text is restored after the page was closed", async () => {
  const page = await openDesk(browser, app, "/admin/content/posts/new");
  await page.getByLabel("Title", { exact: true }).fill("Not sent");
  await editorOf(page).click();
  await page.keyboard.type("A thought that must not be lost");
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await goTo(again, app, "/admin/content/posts/new");
  await expect(editorOf(again)).toContainText("A thought that must not be lost");
  await expect(again.getByLabel("Title", { exact: true })).toHaveValue("Not sent");
  await close(again);
});

test("[O-EDIT-15] without JavaScript a post's text stays unchanged, and everything else can be edited", async () => {
  const [post] = await app.query<{ id: string; slug: string; content: string }>(
    "select id, slug, content from blog_posts where published order by slug limit 1",
  );
  if (!post) throw new Error("There is no post");
  const page = await openDesk(browser, app, `/admin/content/posts/${post.id}`, { javaScriptEnabled: false });
  await expect(page.getByText("You need JavaScript to edit a post’s text.")).toBeVisible();
  await page.getByLabel("Tags").fill("arrivals");
  const cover = await sharp({ create: { width: 1200, height: 630, channels: 3, background: "#f6c453" } })
    .jpeg()
    .toBuffer();
  await page.getByLabel("Cover: file").setInputFiles({ name: "cover.jpg", mimeType: "image/jpeg", buffer: cover });
  await page.getByRole("group", { name: "Cover" }).getByLabel("Alternative text").fill("A yellow field");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("is public.")).toBeVisible();
  const [after] = await app.query<{ content: string; featured_image: string }>(
    "select content, featured_image from blog_posts where id = $1",
    [post.id],
  );
  same(after?.content).toBe(post.content);
  const client = new HttpClient(app);
  same((await client.get(after?.featured_image ?? "")).status).toBe(200);
  const html = await (await client.get(`/blog/${post.slug}`)).text();
  same(html).toContain(`${app.url}${after?.featured_image}`);
  await close(page);
});

test("[O-MAY-3] only staff can open a picture that no public page uses", async () => {
  const desk = await signIn(app);
  const bytes = await sharp({ create: { width: 31, height: 17, channels: 3, background: "#333" } })
    .webp()
    .toBuffer();
  const body = new FormData();
  body.set("file", new File([new Uint8Array(bytes)], "a.webp"));
  const stored = (await (await desk.post("/admin/pictures", body)).json()) as { address: string };
  same((await desk.get(stored.address)).status).toBe(200);
  same((await new HttpClient(app).get(stored.address)).status).toBe(404);
});
