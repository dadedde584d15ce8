import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { beforeEach, describe, expect as same, test } from "vitest";
import { embeddedUrl, startApp } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { signIn } from "../../test/harness/desk/desk";
import { typed } from "../../test/harness/desk/editor-form";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("truncate content_versions");
  await app.query("delete from faqs where question like '%ferry%'");
  await app.query("update faqs set published = true");
});

const screen = "/admin/content/questions";
const text = async (path: string, as = new HttpClient(app)) => (await as.get(path)).text();
const shows = (path: string, label: string) =>
  until(`${path} shows ${label}`, async () => (await text(path)).includes(label));
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).click();
const notice = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
const question = "May I come by ferry?";
const rowOf = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const textbox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function write(page: Page) {
  await page.getByRole("link", { name: "New question" }).click();
  await expect(page.getByRole("heading", { name: "New question" })).toBeVisible();
  await textbox(page, "Question").fill(question);
  await textbox(page, "Answer").fill("Yes, from Florida.");
  await page.getByLabel("Category").fill("Crossing");
  await page.getByLabel(/This mentions a government fee/).uncheck();
}
const positionOf = async (label: string) => {
  const html = await text("/faqs");
  return html.indexOf(label);
};

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("the FAQ screens %s", (_, javaScriptEnabled) => {
  const open = (path: string) => openDesk(browser, app, path, { javaScriptEnabled });

  test("[O-FAQ-1, O-EDIT-3, O-EDIT-15] a question is written, previewed on its page, published, and shown to visitors", async () => {
    const page = await open(screen);
    await write(page);
    await textbox(page, "Answer").fill("");
    await press(page, "Publish now");
    await expect(page.getByText("Enter the answer: visitors open the question to read it.").last()).toBeVisible();
    await expect(textbox(page, "Question")).toHaveValue(question);
    await textbox(page, "Answer").fill("Yes, from Florida.");
    await press(page, "Preview");
    await expect(page.getByText("Preview: visitors do not see this yet")).toBeVisible();
    await expect(page.getByText(question, { exact: true })).toBeVisible();
    same((await app.query("select distinct key from content_versions")).length, "one question").toBe(1);
    for (const path of ["/", "/faqs", "/sitemap.xml"]) same(await text(path), path).not.toContain("ferry");
    same(await text(new URL(page.url()).pathname + new URL(page.url()).search)).not.toContain("ferry");
    await page.goto(app.url + screen);
    await expect(rowOf(page, question)).toContainText("Draft");
    await page.getByRole("link", { name: question }).click();
    await press(page, "Publish now");
    await notice(page, "is public.");
    await shows("/faqs", question);
    same(await text("/faqs"), "structured data").toMatch(/"@type":"Question","name":"May I come by ferry\?"/);
    await close(page);
  });

  test("[O-FAQ-2, O-EDIT-15] buttons reorder the questions, and visitors see the new order", async () => {
    const page = await open(screen);
    const rows = page.getByRole("list").last().getByRole("listitem");
    const name = async (position: number) => (await rows.nth(position).getByRole("link").textContent()) ?? "";
    const [first, second] = [await name(0), await name(1)];
    await press(page, `Move down “${first}”`);
    await notice(page, "Moved to place 2, for visitors too.");
    await expect(rows.first()).toContainText(second);
    await until("the order is public", async () => (await positionOf(second)) < (await positionOf(first)));
    await press(page, `Move up “${first}”`);
    await expect(rows.first()).toContainText(first);
    await close(page);
  });

  test("[O-EDIT-13, O-EDIT-15] a question is unpublished after a confirmation and published again", async () => {
    const page = await open(screen);
    const link = page.getByRole("list").last().getByRole("link").first();
    const name = (await link.textContent()) ?? "";
    await link.click();
    await press(page, "Take offline");
    await expect(page.getByRole("alert")).toContainText(`Take “${name}” offline?`);
    await shows("/faqs", name.replaceAll("'", "&#x27;"));
    await press(page, "Yes, take it offline");
    await notice(page, "It is offline. Publish it to bring it back.");
    await until("it is gone", async () => !(await text("/faqs")).includes(name));
    await press(page, "Publish now");
    await notice(page, "Version 2 is public.");
    await shows("/faqs", name);
    await close(page);
  });
});

test("[O-EDIT-8, O-EDIT-13] the confirmation before unpublishing names the scheduled version that it cancels", async () => {
  const [faq] = await app.query<{ id: string }>("select id from faqs order by display_order limit 1");
  const path = `${screen}/${faq?.id}`;
  const desk = await signIn(app);
  const year = new Date().getUTCFullYear() + 1;
  const more = { intent: "schedule", "f.question": "How soon?", day: `${year}-01-15`, time: "09:00" };
  same((await desk.post(path, await typed(desk, path, more))).status).toBe(302);
  const page = await openDesk(browser, app, path);
  await press(page, "Take offline");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText(`This also calls off version 2, scheduled for Jan 15, ${year}, 09:00.`);
  await expect(alert, "in the place of the button that is gone").toBeFocused();
  await expectAccessibleAtBoth(page);
  await page.getByRole("link", { name: "Keep" }).click();
  await expect(page.getByRole("button", { name: "Take offline" })).toBeFocused();
  await press(page, "Take offline");
  await press(page, "Yes, take it offline");
  await notice(page, "It is offline. Publish it to bring it back.");
  same(await app.query("select number from content_versions where scheduled_for is not null")).toEqual([]);
  await close(page);
});

test("[O-FAQ-2, O-EDIT-15] the order is changed by keyboard, which keeps the focus, and by dragging, and the screens are accessible", async () => {
  const page = await openDesk(browser, app, screen);
  const rows = page.getByRole("list").last().getByRole("listitem");
  const first = (await rows.first().getByRole("link").textContent()) ?? "";
  const down = page.getByRole("button", { name: `Move down “${first}”` });
  await down.focus();
  for (const position of [2, 3]) {
    await expect(down).toBeFocused();
    await page.keyboard.press("Enter");
    await notice(page, `Moved to place ${position}`);
  }
  await expect(down).toBeFocused();
  await expect(rows.nth(2)).toContainText(first);
  await expectAccessibleAtBoth(page);
  await rows.nth(2).dragTo(rows.first());
  await notice(page, "The new order is public.");
  await expect(rows.first()).toContainText(first);
  await page.getByRole("link", { name: first }).click();
  await press(page, "Take offline");
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("[O-EDIT-9, O-EDIT-10] an older version of a question is restored, previewed and published", async () => {
  const page = await openDesk(browser, app, screen);
  await page.getByRole("list").last().getByRole("link").first().click();
  const was = await textbox(page, "Question").inputValue();
  await textbox(page, "Question").fill("Is there a ferry?");
  await press(page, "Publish now");
  await notice(page, "Version 2 is public.");
  await shows("/faqs", "Is there a ferry?");
  await press(page, "Restore version 1");
  await notice(page, "Version 3 contains the older content.");
  await expect(textbox(page, "Question")).toHaveValue(was);
  await press(page, "Publish now");
  await notice(page, "Version 3 is public.");
  await until("the older words", async () => !(await text("/faqs")).includes("Is there a ferry?"));
  await close(page);
});

test("[O-EDIT-5, O-EDIT-13] a question is published and unpublished on a second running instance too", async () => {
  const SECRET = readFileSync(join(app.dataDir, "secret"), "utf8").trim();
  const second = await startApp({ DATABASE_URL: embeddedUrl(app.dataDir), SECRET });
  try {
    const desk = await signIn(app);
    const sent = { intent: "publish", base: "0", "f.question": question, "f.answer": "Yes.", "f.category": "Crossing" };
    const published = await desk.post(`${screen}/new`, sent);
    same(published.status).toBe(302);
    const own = published.headers.get("location") ?? "";
    const isShown = async () => (await (await new HttpClient(second).get("/faqs")).text()).includes(question);
    await until("the second shows it", isShown);
    same((await desk.post(own, { intent: "offline", sure: "yes" })).status).toBe(302);
    await until("the second has it no more", async () => !(await isShown()));
  } finally {
    await second.stop();
  }
});
