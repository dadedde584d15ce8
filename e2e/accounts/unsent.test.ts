import type { Browser, Page } from "@playwright/test";
import { afterEach, beforeAll, beforeEach, describe, test } from "vitest";
import { expect, openPage } from "../../test/harness/browser/browser";
import { close } from "../../test/harness/browser/desk-browser";
import { pressTwice, troubles } from "../../test/harness/browser/troubles";
import { signIn } from "../../test/harness/desk/desk";
import { admin, type Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";
import { mailsTo } from "../../test/harness/stand-ins/mails";

let program: Program;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});
beforeEach(() => program.query("delete from limit_counts"));
afterEach(() => close(page));

describe.each(troubles)("%s, a form before the sign-in stays, and says that it was not sent", (...trouble) => {
  test("as staff sign in", async () => {
    page = await openPage(browser, `${program.url}/admin/login?to=/admin/account`);
    await page.getByLabel("Email").fill(admin.email);
    await page.getByLabel("Password", { exact: true }).fill(admin.password);
    await pressTwice(page, /^Sign In$/, trouble);
    await expect(page).toHaveURL(`${program.url}/admin/account`);
  });

  test("as they ask for a new password, and choose it", async () => {
    const email = `${Date.now()}@lucaya.example`;
    const password = "Harbour-Lantern-27";
    const made = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
    expect((await (await signIn(program)).post("/admin/users", made)).status).toBe(200);
    page = await openPage(browser, `${program.url}/admin/forgot-password`);
    await page.getByLabel("Email").fill(email);
    await pressTwice(page, "Send the link", trouble);
    await expect(page.getByText("a link is on its way")).toBeVisible();
    const [mail] = await mailsTo(program, email, "password_reset", 1);
    await page.goto(program.url + (/\/admin\/reset-password\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? ""));
    for (const label of ["New password", "Confirm new password"])
      await page.getByLabel(label, { exact: true }).fill("a reef at low tide");
    await pressTwice(page, "Set the new password", trouble);
    await expect(page.getByText("Your new password is set")).toBeVisible();
  });
});
