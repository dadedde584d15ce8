import type { Page } from "@playwright/test";
import { expect as same, test } from "vitest";
import { freePort, startApp } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, goTo, openDesk } from "../../test/harness/browser/desk-browser";
import { startMailServer } from "../../test/harness/fakes/mail-server";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedBrowser } from "../../test/harness/shared";
import { question, recoveryNotice, reload } from "../form-recovery/sending";

const owner = { email: "owner@mail.test", password: "a tide that comes in" };
const smtp = await startMailServer();
const PORT = String(await freePort());
const app = await startApp({
  ...{ PORT, PUBLIC_URL: `http://localhost:${PORT}`, SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, TRUST_PROXY: "yes" },
  ADMIN_EMAIL: owner.email,
});
const browser = await sharedBrowser();

const list = "/admin/content/mails";
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const notice = (page: Page, words: string | RegExp) =>
  expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
const subjectInput = (page: Page) => page.getByLabel("Subject", { exact: true });
const welcomed = (address: string) =>
  until(`a mail to ${address}`, async () => smtp.received.find(({ to }) => to.includes(address))?.mail);
/** The tests that were sent by now, whomever to. */
const tests = () => smtp.received.filter(({ mail }) => mail.subject?.startsWith("[Test]"));
const tested = (count: number) => until(`${count} tests`, async () => tests()[count - 1]);
const singleLine = (text: string | undefined) => (text ?? "").replace(/\s+/g, " ");

test("[O-MAIL-1, O-MAIL-5, O-MAIL-7] a mail's text is sent as a test, published, and used in every later mail", async () => {
  await new HttpClient(app).start("before@mail.test");
  same((await welcomed("before@mail.test")).subject).toMatch(/^Your application \S+ is open$/);

  const page = await openDesk(browser, app, list, { who: owner });
  await expect(
    page.getByText("Your application {application number} is open · To the applicant · As delivered"),
  ).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.getByRole("link", { name: "Application Started" }).click();
  await page.waitForURL(/application_started$/);
  await subjectInput(page).fill("Welcome aboard: {aplication number}");
  await press(page, "Save draft");
  await expect(page.getByText("This mail does not know “aplication number”.").first()).toBeVisible();
  await subjectInput(page).fill("Welcome aboard: {application number}");
  await page.getByLabel("About the link", { exact: true }).fill("Keep <b>this</b> mail, {name}.");

  await press(page, "Preview my changes");
  await notice(page, "The preview shows what you typed. Nothing was saved.");
  const light = page.frameLocator('iframe[title="Email preview, light"]');
  await expect(light.getByText("Keep <b>this</b> mail, Maria Santos.")).toBeAttached();
  await expect(subjectInput(page)).toHaveValue("Welcome aboard: {application number}");
  same(await app.query("select 1 from content_versions where made_by is not null")).toEqual([]);

  await press(page, "Send me a test");
  await notice(page, `A test is on its way to ${owner.email}.`);
  const { to, mail: trial } = await tested(1);
  same(to).toEqual([owner.email]);
  same(trial.subject).toBe("[Test] Welcome aboard: BV26-7K3M-9QXD (Maria Santos)");
  same(trial.html).not.toMatch(/token=|href="http/);
  await expect(subjectInput(page)).toHaveValue("Welcome aboard: {application number}");

  await press(page, "Publish now");
  await notice(page, "Version 2 is public.");
  await expect(
    page.frameLocator('iframe[title="Email preview, light"]').getByText("Keep <b>this</b> mail, Maria Santos."),
  ).toBeAttached();
  await expectAccessibleAtBoth(page);

  await new HttpClient(app).start("after@mail.test");
  const mail = await welcomed("after@mail.test");
  same(mail.subject).toMatch(/^Welcome aboard: \S+-\S+$/);
  same(mail.html).toMatch(/href="[^"]+\/application\/resume\?token=/);
  same(mail.html).toContain("Keep &lt;b&gt;this&lt;/b&gt; mail");
  same(singleLine(mail.text)).toContain("You are receiving this email because an application was started");
  same(tests()).toHaveLength(1);
  await close(page);
});

test("[O-MAIL-6, O-MAIL-7] the log keeps a mail with its text as sent after the default text is restored", async () => {
  const page = await openDesk(browser, app, `${list}/application_started`, { who: owner });
  await page.getByText("Back to the delivered words").click();
  await press(page, "Yes, use the delivered words");
  await notice(page, /has the delivered words/);
  await expect(subjectInput(page)).toHaveValue("Your application {application number} is open");
  await press(page, "Publish now");
  await notice(page, /is public/);
  await new HttpClient(app).start("last@mail.test");
  same((await welcomed("last@mail.test")).subject).toMatch(/^Your application \S+ is open$/);

  const idOf = async (address: string) =>
    (await app.query<{ id: string }>("select id from email_notifications where recipient_email = $1", [address]))[0]
      ?.id;
  const log = async (address: string) => {
    await goTo(page, app, `/admin/emails/${await idOf(address)}`);
    return page.frameLocator('iframe[title="The email"]').locator("body");
  };
  await expect(await log("after@mail.test")).toContainText("Keep <b>this</b> mail");
  await expect(page.getByRole("heading", { name: /^Welcome aboard: / })).toBeVisible();
  await expect(await log("before@mail.test")).toContainText("The link works for 30 days.");
  await goTo(page, app, "/admin/emails");
  await expect(page.getByText("Welcome aboard").first()).toBeAttached();
  await expect(page.getByText("[Test]")).toHaveCount(0);
  await close(page);
});

test("[O-MAIL-1, O-EDIT-2] Enter in the subject saves the draft", async () => {
  const page = await openDesk(browser, app, `${list}/status_update`, { who: owner });
  await subjectInput(page).fill("News of {application number}");
  await subjectInput(page).press("Enter");
  await notice(page, /is saved as a draft/);
  await expect(subjectInput(page)).toHaveValue("News of {application number}");
  await close(page);
});

test("[K-KEEP-4, K-KEEP-5, O-EDIT-12] text that was previewed and sent as a test still counts as unsaved, and a second test is sent", async () => {
  const page = await openDesk(browser, app, `${list}/password_reset`, { who: owner });
  const leave = () => page.getByRole("link", { name: "Content", exact: true }).last().click();
  const text = "A new password, {our name}";
  await subjectInput(page).fill(text);
  const before = tests().length;
  for (const [button, message] of [
    ["Preview my changes", "The preview shows what you typed."],
    ["Send me a test", "A test is on its way"],
  ] as const) {
    await press(page, button);
    await notice(page, message);
    await leave();
    await expect(question(page)).toBeVisible();
    await press(page, "Stay here");
  }
  await tested(before + 1);
  await press(page, "Send me a test");
  same((await tested(before + 2)).mail.subject).toMatch(/^\[Test\] A new password, /);
  await reload(page);
  await expect(recoveryNotice(page)).toBeVisible();
  await expect(subjectInput(page)).toHaveValue(text);
  await close(page);
});

test("[O-MAIL-5] without JavaScript a test is sent too, and the typed values stay", async () => {
  const page = await openDesk(browser, app, `${list}/contact_confirmation`, {
    who: owner,
    javaScriptEnabled: false,
  });
  await subjectInput(page).fill("We read it: {reference number}");
  const before = tests().length;
  await press(page, "Send me a test");
  await notice(page, "Nothing was saved.");
  await expect(subjectInput(page)).toHaveValue("We read it: {reference number}");
  same((await tested(before + 1)).mail.subject).toBe("[Test] We read it: BV26-7K3M-9QXD");
  await close(page);
});
