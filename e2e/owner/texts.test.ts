import type { Page } from "@playwright/test";
import { afterAll, beforeEach, expect as same, test } from "vitest";
import { expect, openPage } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const reset = () => app.query("truncate content_versions, content_published");
const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(reset);
afterAll(reset);

const text = async (path: string) => (await new HttpClient(app).get(path)).text();
const shows = (path: string, label: string) =>
  until(`${path} shows ${label}`, async () => (await text(path)).includes(label));
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const notice = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
const refused = (page: Page, text: string) => expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();

test("[O-TEXT-3, O-FACT-3] a ticker of four phrases is refused with its values, and a changed figure appears wherever the site states it", async () => {
  const page = await openDesk(browser, app, "/admin/content/home");
  const third = page.getByLabel("Phrase 3: Phrase");
  await third.fill("");
  await page.getByLabel("Title", { exact: true }).fill("Come in,");
  await press(page, "Save draft");
  await refused(page, "The ticker has five phrases. Fill in all five.");
  await expect(third).toHaveValue("");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Come in,");
  await expectAccessibleAtBoth(page);
  await third.fill("Tea while you wait");
  const clients = page.getByRole("group", { name: "Clients", exact: true });
  await clients.getByLabel("Figure").fill("7200+");
  await press(page, "Publish now");
  await notice(page, "is public.");
  await shows("/", "Tea while you wait");
  for (const path of ["/", "/about"]) {
    same(await text(path), path).toContain("7200+");
    same(await text(path), path).not.toContain("5000+");
  }
  await page.goto(app.url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Come in,/);
  await close(page);
});

test("[O-TEXT-4, O-FACT-1] the about page is edited block by block, a fact is inserted by one click, and the page is previewed", async () => {
  const page = await openDesk(browser, app, "/admin/content/pages/about");
  const title = page.getByLabel("Title", { exact: true });
  await title.fill("");
  await press(page, "Save draft");
  await refused(page, "This part of the page can’t be empty.");
  await title.fill("We read it first, at ");
  await page.getByText("Contact", { exact: true }).last().click();
  await title.press("End");
  await page.getByRole("button", { name: /^\{phone\}/ }).click();
  await expect(title).toHaveValue("We read it first, at {phone}");
  await press(page, "Preview");
  await page.waitForURL(/\/about\?preview=/);
  await expect(page.getByText("Preview: visitors do not see this yet")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We read it first, at +1 242 555 0142");
  same(await text("/about")).not.toContain("We read it first");
  await close(page);
});

test("[O-TEXT-5] publishing a changed privacy text asks whether to set its date to today, with Yes preselected", async () => {
  const page = await openDesk(browser, app, "/admin/content/pages/privacy");
  const group = page.getByRole("group", { name: "What we use it for" });
  await group.getByLabel("Heading").fill("Why we ask for it");
  await press(page, "Publish now");
  const question = page.getByRole("radiogroup", { name: "Set “last updated” to today?" });
  await expect(question.getByRole("radio", { name: /^Yes/ })).toBeChecked();
  same(await text("/privacy-policy")).toContain("Last updated October 11, 2025");
  await expectAccessibleAtBoth(page);
  await press(page, "Continue");
  await notice(page, "is public.");
  await shows("/privacy-policy", "Why we ask for it");
  const today = new Date().toLocaleDateString("en-US", { dateStyle: "long", timeZone: "America/Nassau" });
  same(await text("/privacy-policy")).toContain(`Last updated ${today}`);
  await close(page);
});

test("[O-TEXT-6, P-SHELL-11] the published terms get their own page, and the footer links to it", async () => {
  const before = await new HttpClient(app).get("/terms");
  same([before.status, before.headers.get("location")]).toEqual([302, "/privacy-policy"]);
  const page = await openDesk(browser, app, "/admin/content/pages/terms");
  await page.getByLabel("Title", { exact: true }).fill("What we agree on");
  await press(page, "Publish now");
  await notice(page, "is public.");
  await shows("/", `href="/terms"`);
  const publicPage = await openPage(browser, app.url);
  await publicPage.getByRole("link", { name: "Terms Of Service" }).click();
  await publicPage.waitForURL(/\/terms$/);
  await expect(publicPage.getByRole("heading", { level: 1 })).toHaveText("What we agree on");
  await expect(publicPage.getByRole("heading", { name: "Refunds" })).toBeVisible();
  await publicPage.goto(`${app.url}/privacy-policy#terms`);
  await expect(publicPage.getByRole("heading", { name: "Refunds" })).toHaveCount(0);
  await expect(publicPage.getByRole("link", { name: "Read the terms" })).toHaveAttribute("href", "/terms");
  same(await text("/sitemap.xml")).toContain("/terms</loc>");
  await close(publicPage);
  await close(page);
});

test("[O-EDIT-15] the texts can be changed and published without JavaScript too", async () => {
  const page = await openDesk(browser, app, "/admin/content/pages/evisa", { javaScriptEnabled: false });
  await page.getByLabel("Title", { exact: true }).fill("Your visa for the islands");
  await press(page, "Publish now");
  await notice(page, "is public.");
  await shows("/bahamian-evisa", "Your visa for the islands");
  await close(page);
});
