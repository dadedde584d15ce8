import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { beforeEach, describe, expect as same, test } from "vitest";
import { embeddedUrl, startApp } from "../../test/harness/app-server";
import { inYears } from "../../test/harness/applicants/applicant";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { signIn } from "../../test/harness/desk/desk";
import { mailsTo } from "../../test/harness/fakes/mails";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedBrowser } from "../../test/harness/shared";

const app = await startApp({ TRUST_PROXY: "yes" });
const SECRET = readFileSync(join(app.dataDir, "secret"), "utf8").trim();
const second = await startApp({ DATABASE_URL: embeddedUrl(app.dataDir), SECRET });
const browser = await sharedBrowser();
const defaultPhone = "+1 242 555 0142";
beforeEach(async () => {
  await app.query("truncate content_versions");
  await app.query(`update site_settings set value = to_jsonb('${defaultPhone}'::text) where key = 'contact_phone'`);
  await app.query(
    `update site_settings set value = to_jsonb('12 Parliament Street'::text) where key = 'address_line1'`,
  );
  for (const at of [app, second]) await shows("/contact", defaultPhone, at);
});

const screen = "/admin/content/settings";
const get = (path: string, at = app, as?: HttpClient) => (as ? new HttpClient(at, as) : new HttpClient(at)).get(path);
const text = async (path: string, at = app, as?: HttpClient) => (await get(path, at, as)).text();
const shows = (path: string, label: string, at = app) =>
  until(`${path} shows ${label}`, async () => (await text(path, at)).includes(label));
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const notice = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
const phoneInput = (page: Page) => page.getByLabel("Phone", { exact: true });
const pages = ["/", "/contact", "/privacy-policy", "/about"];

test("[O-SET-2, O-EDIT-2, O-EDIT-5] a phone number appears on every page of both instances and in mails only once it is published", async () => {
  const phone = "+1 242 555 0901";
  const page = await openDesk(browser, app, screen);
  await phoneInput(page).fill(phone);
  await press(page, "Save draft");
  await notice(page, "Version 2 is saved as a draft.");
  for (const at of [app, second])
    for (const path of [...pages, "/blog/feed.xml", "/sitemap.xml"])
      same(await text(path, at)).not.toMatch(/555 ?0901/);
  await press(page, "Publish now");
  await notice(page, "Version 2 is public.");
  for (const at of [app, second]) {
    await shows("/contact", phone, at);
    for (const path of pages) same(await text(path, at), path).not.toContain(defaultPhone);
    const contact = await text("/contact", at);
    same(contact, "what search engines read").toContain(`"telephone":"${phone}"`);
    same(await text("/privacy-policy", at)).toContain(`tel:+12425550901`);
  }
  await new HttpClient(app).start("settings@mail.example");
  // Either of the two sends it.
  const sent = [app, second].map((at) => mailsTo(at, "settings@mail.example", "application_started", 1));
  const [mail] = await Promise.any(sent);
  same(JSON.stringify(mail)).toContain(phone);
  await close(page);
});

test("[O-EDIT-3, O-EDIT-4] a preview shows the draft on its real page to active admins only, and is never cached", async () => {
  const phone = "+1 242 555 0902";
  const page = await openDesk(browser, app, screen);
  await phoneInput(page).fill(phone);
  await page.getByLabel("Preview on").selectOption("Contact");
  await press(page, "Preview");
  await page.waitForURL(/\/contact\?preview=/);
  await expect(page.getByText("Preview: visitors do not see this yet")).toBeVisible();
  await expect(page.getByRole("link", { name: phone }).first()).toBeAttached();
  const { pathname, search } = new URL(page.url());
  const desk = await signIn(app);
  const seen = await get(`${pathname}${search}`, app, desk);
  same([seen.headers.get("cache-control"), seen.headers.get("x-robots-tag")]).toEqual(["no-store", "noindex"]);
  same(await seen.text()).toContain(phone);

  const applicant = new HttpClient(app);
  await applicant.start("curious@mail.example");
  const plain = await text("/contact");
  for (const as of [undefined, applicant])
    for (const at of [app, second])
      same((await text(`${pathname}${search}`, at, as)) === (await text(pathname, at, as))).toBe(true);
  same(plain).not.toMatch(/555 ?0902/);
  same((await get(`/blog/no-such-post${search}`, app)).status).toBe(404);
  await close(page);
});

test("[O-EDIT-15] without JavaScript the settings are saved, previewed, refused with the typed values, and published", async () => {
  const phone = "+1 242 555 0903";
  const page = await openDesk(browser, app, screen, { javaScriptEnabled: false });
  await phoneInput(page).fill("555 0142");
  await page.getByLabel("Address, line 1").fill("1 Bay Street");
  await press(page, "Publish now");
  await expect(
    page.getByText("Enter a phone number with its country code, such as +1 242 555 0142.").last(),
  ).toBeVisible();
  await expect(phoneInput(page)).toHaveValue("555 0142");
  await expect(page.getByLabel("Address, line 1")).toHaveValue("1 Bay Street");
  await phoneInput(page).fill(phone);
  await press(page, "Preview");
  await expect(page.getByText("Preview: visitors do not see this yet")).toBeVisible();
  await page.goto(app.url + screen);
  await press(page, "Publish now");
  await notice(page, "Version 2 is public.");
  await shows("/contact", phone);
  await page.context().close();
});

describe("two admins editing the settings", () => {
  test("[O-EDIT-11] both versions of a field are shown side by side, and nothing is overwritten before a choice", async () => {
    const [first, second] = [await openDesk(browser, app, screen), await openDesk(browser, app, screen)];
    await phoneInput(first).fill("+1 242 555 0904");
    await press(first, "Save draft");
    await notice(first, "Version 2 is saved as a draft.");
    await phoneInput(second).fill("+1 242 555 0905");
    await second.getByLabel("Address, line 1").fill("2 Bay Street");
    await press(second, "Save draft");
    const choice = second.getByRole("radiogroup", { name: "Phone" });
    await expect(choice.getByText("+1 242 555 0904")).toBeVisible();
    await expect(choice.getByText("+1 242 555 0905")).toBeVisible();
    await expectAccessibleAtBoth(second);
    const count = () => app.query("select number from content_versions");
    same(await count()).toHaveLength(2);
    await choice.getByRole("radio", { name: /Use mine/ }).check();
    await press(second, "Save draft");
    await notice(second, "Version 3 is saved as a draft.");
    await expect(phoneInput(second)).toHaveValue("+1 242 555 0905");
    await expect(second.getByLabel("Address, line 1")).toHaveValue("2 Bay Street");
    await close(first);
    await close(second);
  });
});

test("[O-EDIT-8, O-EDIT-9] a schedule is confirmed, canceled, and both are listed in the history", async () => {
  const page = await openDesk(browser, app, screen);
  const day = inYears(1, "11-30");
  const shown = `Nov 30, ${day.slice(0, 4)}, 09:00`;
  await phoneInput(page).fill("+1 242 555 0906");
  await page.getByLabel("Date", { exact: true }).fill(day);
  await page.getByLabel("Time in Nassau").fill("09:00");
  await page.getByLabel("Time in Nassau").press("Enter");
  await notice(page, "Version 2 is scheduled.");
  await expect(page.getByText(`Version 2 is scheduled for ${shown}, Nassau time.`)).toBeVisible();
  await phoneInput(page).fill("+1 242 555 0907");
  await press(page, "Publish now");
  const question = page.getByRole("alert").filter({ hasText: `Version 2 is scheduled for ${shown}.` });
  await expect(question).toHaveText(`Version 2 is scheduled for ${shown}. Publishing this one now calls that off.`);
  await expectAccessibleAtBoth(page);
  await press(page, "Call it off and publish now");
  await notice(page, "Version 3 is public.");
  const history = page.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect(history).toHaveCount(3);
  await expect(history.first()).toContainText("Published");
  await expect(history.first().getByRole("deletion")).toHaveText("0906");
  await expect(history.first().getByRole("insertion")).toHaveText("0907");
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("[O-EDIT-8, O-EDIT-15] scheduling another version replaces the scheduled one, and its button cancels it", async () => {
  const page = await openDesk(browser, app, screen);
  const scheduled = page.getByText(/^Version \d+ is scheduled for .+, Nassau time\./);
  const schedule = async (phone: string, day: string) => {
    await phoneInput(page).fill(phone);
    await page.getByLabel("Date", { exact: true }).fill(inYears(1, day));
    await page.getByLabel("Time in Nassau").fill("09:00");
    await press(page, "Publish at");
  };
  await schedule("+1 242 555 0906", "11-29");
  await notice(page, "Version 2 is scheduled.");
  await schedule("+1 242 555 0907", "11-30");
  await expectAccessibleAtBoth(page);
  await press(page, "Call it off and schedule this one");
  await notice(page, "Version 3 is scheduled.");
  await expect(scheduled).toHaveText([/^Version 3 .+ Nov 30.+ Preview it on/]);
  await expect(page.getByLabel("Date", { exact: true }), "that of the draft").toHaveValue(inYears(1, "11-30"));
  await press(page, "Call it off version 3");
  await notice(page, "Version 3 is no longer scheduled. It’s a draft again.");
  await expect(scheduled).toHaveCount(0);
  await close(page);
});

test("[F-EDIT-2] in a browser, a colleague’s save in between stops Publish now once, and the form has both changes", async () => {
  const [first, second] = [await openDesk(browser, app, screen), await openDesk(browser, app, screen)];
  await phoneInput(first).fill("+1 242 555 0931");
  await press(first, "Save draft");
  await notice(first, "Version 2 is saved as a draft.");
  await second.getByLabel("Address, line 1").fill("3 Bay Street");
  await press(second, "Publish now");
  await expect(second.getByRole("alert")).toContainText("changed this since you opened the page.");
  const changed = second.getByRole("region", { name: "Changed by someone else" });
  await expect(changed).toContainText("+1 242 555 0931");
  await expect(phoneInput(second)).toHaveValue("+1 242 555 0931");
  await expect(second.getByLabel("Address, line 1")).toHaveValue("3 Bay Street");
  await expectAccessibleAtBoth(second);
  await press(second, "Publish now");
  await notice(second, "Version 3 is public.");
  await close(first);
  await close(second);
});

test("[O-EDIT-12] unsent text of the settings survives leaving by mistake and a closed tab", async () => {
  const page = await openDesk(browser, app, screen);
  await phoneInput(page).fill("+1 242 555 0909");
  await until("it is stored", () => page.evaluate(() => JSON.stringify(localStorage).includes("0909")));
  await page.close({ runBeforeUnload: false });
  const again = await page.context().newPage();
  await again.goto(app.url + screen);
  await expect(phoneInput(again)).toHaveValue("+1 242 555 0909");
  await again.context().close();
});
