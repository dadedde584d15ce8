import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { serviceOf } from "../../test/harness/applicants/listed-steps";
import { titled } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { letUndoPass } from "../../test/harness/desk/undo";
import { wake } from "../../test/harness/queue";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

/** The mails in the outbox to an address, oldest first, once there are `count` of them. */
async function mailsTo(address: string, count: number) {
  const folder = join(app.dataDir, "outbox");
  const read = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
    const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
    return mails.filter((mail) => mail.to?.some((to) => to.address === address));
  };
  await expect.poll(async () => (await read()).length, { intervals: [50] }).toBe(count);
  return read();
}

const rowOf = async (id: string) => {
  const [row] = await app.query<Record<string, unknown>>(
    `select status, application_number as number, user_email as email, visa_service_id as service, submitted_at,
       current_step as place, total_steps as total, completion_percentage as percent
     from visa_applications where id = $1`,
    [id],
  );
  return row ?? {};
};
const holders = async (id: string) =>
  (await app.query("select 1 from application_holders where application_id = $1", [id])).length;

describe.each([
  { name: "with JavaScript", script: true, viewport: { width: 1440, height: 900 } },
  { name: "[W-WIZ-26] without JavaScript", script: false, viewport: { width: 360, height: 740 } },
])("one application from the home page to a decision, $name, $viewport.width wide", ({ script, viewport }) => {
  const email = script ? "nadege@mail.example" : "nadege.noscript@mail.example";
  const options = { javaScriptEnabled: script, viewport };
  let context: BrowserContext;
  let page: Page;
  let elsewhere: Page;
  let id = "";
  beforeAll(async () => {
    context = await openContext(browser, options);
    page = await context.newPage();
    elsewhere = await (await openContext(browser, options)).newPage();
  });
  afterAll(async () => {
    await elsewhere?.context().close();
    await context?.close();
  });
  const main = (of = page) => of.locator("main");
  const forward = (name = "Next Step") => page.getByRole("button", { name });

  test("[W-START-1, W-START-4] the home page leads over a service to its start page", async () => {
    await page.goto(app.url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto(`${app.url}/visa/us-travel-b1-b2-visa`);
    await page
      .getByRole("link", { name: /^apply now/i })
      .first()
      .click();
    const service = await serviceOf(app, "us-travel-b1-b2-visa");
    await expect(page).toHaveURL(`${app.url}/apply?service=${service.id}`);
    await expect(page.getByLabel("Email address")).toBeVisible();
    await expect(page.getByLabel(/I agree to the/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Start Application" })).toBeVisible();
  });

  test("[W-START-9, W-START-10, W-START-11] an email and the checkbox start the application", async () => {
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole("button", { name: "Start Application" }).click();
    await expect(page).toHaveURL(/\/apply\/[0-9a-f-]{36}$/);
    id = new URL(page.url()).pathname.split("/")[2] ?? "";
    const { id: service } = await serviceOf(app, "us-travel-b1-b2-visa");
    expect(await rowOf(id)).toMatchObject({ status: "draft", email, service, place: 1, total: 8, percent: 0 });
  });

  test("[W-RESUME-3] the starting browser has a cookie that no script can read", async () => {
    const cookies = (await context.cookies()).filter(({ name }) => name.endsWith(id));
    expect(cookies).toMatchObject([{ httpOnly: true }]);
  });

  test("[W-WIZ-13, W-WIZ-15, W-WIZ-16] a step sent empty stays and shows what is missing", async () => {
    await titled(page, "Applicant Information");
    await forward().click();
    const banner = page.getByRole("alert").filter({ hasText: "Please complete all required fields before continuing" });
    await expect(banner).toBeVisible();
    await expect(banner.getByRole("listitem").filter({ hasText: "First name is required" })).toBeVisible();
    await titled(page, "Applicant Information");
  });

  test("[W-WIZ-1, W-WIZ-4, W-WIZ-12] each completed step leads to the next, which names its position", async () => {
    for (const [index, [title, answers]] of Object.entries(applicant).entries()) {
      await titled(page, title);
      await expect(page.getByRole("banner")).toContainText("Visa Application");
      await expect(page.getByText(`Step ${index + 1} of 8`)).toBeVisible();
      if (title.startsWith("Review")) break;
      await fillStep(page, answers);
      await forward().click();
    }
  });

  test("[W-S8-6, W-WIZ-14] the review shows the relevant answers, and its button submits", async () => {
    await expect(main()).toContainText("Ñuñez O'Brien-陳");
    await expect(main()).toContainText("Two days in 2019, after a storm.");
    await expect(main()).toContainText("Not answered");
    await expect(main()).not.toContainText("Spouse’s first name");
    await expect(forward()).toHaveCount(0);
    await fillStep(page, applicant["Review & Certification"] ?? {});
    await forward("Submit Application").click();
    if (script) {
      await expect(page.getByRole("dialog")).toContainText("Application Submitted");
      await page.getByRole("button", { name: "Go to the home page" }).click();
      await expect(page).toHaveURL(`${app.url}/`);
      await page.goto(`${app.url}/apply/${id}`);
    }
    await expect(main()).toContainText(/It has been (your|our) turn since/);
  });

  test("[W-SUBMIT-1, W-RESUME-12] the submitted application opens as a page without a form that says so", async () => {
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: "submitted", percent: 100, submitted_at: expect.any(Date) });
    for (const text of [String(row.number), "B1/B2", "Submitted", "Ñuñez O'Brien-陳"])
      await expect(main()).toContainText(text);
    await expect(page.locator("form#step")).toHaveCount(0);
    // A save that comes late changes nothing.
    const late = await page.request.post(`${app.url}/apply/${id}/save`, {
      form: { step: "applicant_info", revision: "1", intent: "save", firstName: "Late" },
      headers: { origin: app.url },
    });
    expect(late.status()).toBe(409);
    expect(await rowOf(id)).toEqual(row);
  });

  test("[W-MAIL-1, W-MAIL-4] the applicant gets two mails: one with the link, one with the number", async () => {
    const [welcome, confirmation] = await mailsTo(email, 2);
    const { number } = await rowOf(id);
    expect(welcome?.text).toContain(String(number));
    expect(welcome?.text).toMatch(/\/application\/resume\?token=/);
    expect(confirmation?.text).toContain(String(number));
  });

  test("[W-RESUME-13, W-RESUME-8] another browser sees no answer, and opening the link alone gives no access", async () => {
    await elsewhere.goto(`${app.url}/apply/${id}`);
    await expect(elsewhere.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(main(elsewhere)).not.toContainText("Port-au-Prince");
    const [welcome] = await mailsTo(email, 2);
    const link = /\/application\/resume\?token=[\w.~-]+/.exec(welcome?.text ?? "")?.[0] ?? "";
    await elsewhere.goto(app.url + link);
    await expect(elsewhere.getByRole("button", { name: "Continue" })).toBeVisible();
    expect(await holders(id)).toBe(1);
  });

  test("[W-RESUME-3, W-RESUME-9] Continue opens the application there and gives that browser access too", async () => {
    await elsewhere.getByRole("radio", { name: /^Yes, keep the other browser/ }).check();
    await elsewhere.getByRole("button", { name: "Continue" }).click();
    await expect(elsewhere).toHaveURL(new RegExp(`/apply/${id}$`));
    await expect(main(elsewhere)).toContainText("Port-au-Prince");
    expect(await holders(id)).toBe(2);
  });

  test("[A-APPD-11, A-APPD-12, A-APPD-15] staff find, read and decide the application, and the applicant gets the decision", async () => {
    const desk = await (await openContext(browser, options)).newPage();
    await desk.goto(`${app.url}/admin/applications`);
    await expect(desk).toHaveURL(/\/admin\/login/);
    await desk.getByLabel("Email").fill(admin.email);
    await desk.getByLabel("Password").fill(admin.password);
    await desk.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(desk).toHaveURL(/\/admin(\/applications)?$/);
    await desk.goto(`${app.url}/admin/applications`);
    await desk.getByRole("row").filter({ hasText: email }).getByRole("link", { name: /view/i }).click();
    await expect(main(desk)).toContainText("Hôpital Général");
    await desk.getByRole("combobox", { name: /status/i }).selectOption("under_review");
    await desk.getByLabel("Message to the applicant").fill("We have begun to read your application.");
    await desk.getByRole("button", { name: /update status/i }).click();
    await expect(desk.getByText("Status updated successfully! Email notification sent to applicant.")).toBeVisible();
    expect(await rowOf(id)).toMatchObject({ status: "under_review" });
    await desk.context().close();

    await letUndoPass(app);
    await wake(app, "mail.send");
    const [, , update] = await mailsTo(email, 3);
    expect(update?.text).toContain("We have begun to read your application.");
    const logged = await app.query(
      "select 1 from email_notifications where application_id = $1 and email_type = 'status_update'",
      [id],
    );
    expect(logged).toHaveLength(1);
    await elsewhere.reload();
    await expect(main(elsewhere)).toContainText("Under Review");
    await expect(main(elsewhere)).toContainText("We have begun to read your application.");
  });
});
