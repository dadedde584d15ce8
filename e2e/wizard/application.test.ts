import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { beforeAll, describe, test } from "vitest";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { admin, type Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});

/** The mails in the outbox to an address, oldest first, once there are `count` of them. */
async function mailsTo(address: string, count: number) {
  const folder = join(program.dataDir, "outbox");
  const read = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
    const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
    return mails.filter((mail) => mail.to?.some((to) => to.address === address));
  };
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBe(count);
  return read();
}

const main = (page: Page) => page.locator("main");

describe.each([
  { script: true, viewport: { width: 1440, height: 900 } },
  { script: false, viewport: { width: 360, height: 740 } },
])("one application from the home page to a decision, script $script, $viewport.width wide", ({ script, viewport }) => {
  const email = script ? "nadege@mail.example" : "nadege.noscript@mail.example";
  const options = { javaScriptEnabled: script, viewport };

  // axe needs script in the page: without it the same screens are checked in the other run.
  const accessible = (page: Page) => (script ? expectAccessible(page) : Promise.resolve());

  test("[W-START-1, W-START-4, W-START-9, W-START-10, W-START-11, W-WIZ-1, W-WIZ-4, W-WIZ-12, W-WIZ-13, W-WIZ-14, W-WIZ-15, W-WIZ-16, W-WIZ-26, W-WIZ-27, W-S8-6, W-SUBMIT-1, W-RESUME-3, W-RESUME-8, W-RESUME-9, W-RESUME-12, W-RESUME-13, W-MAIL-1, W-MAIL-4, A-APPD-11, A-APPD-12, A-APPD-15] the whole way", async () => {
    const context = await openContext(browser, options);
    const page = await context.newPage();

    // Home, a service, its start page.
    await page.goto(program.url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await accessible(page);
    await page.goto(`${program.url}/visa/us-travel-b1-b2-visa`);
    await accessible(page);
    await page
      .getByRole("link", { name: /^apply now/i })
      .first()
      .click();
    await expect(page).toHaveURL(/\/apply\?service=/);
    await accessible(page);

    // An empty start says what is missing; with script the button waits for both.
    const start = page.getByRole("button", { name: "Start Application" });
    if (script) await expect(start).toBeDisabled();
    else {
      await start.click();
      await expect(page.getByRole("alert")).toContainText("Please provide your email and agree to the terms");
    }
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel(/I agree to the/).check();
    await start.click();
    await expect(page).toHaveURL(/\/apply\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";

    // Every step: empty it is refused in words, filled in it goes on.
    for (const [place, [title, answers]] of Object.entries(applicant).entries()) {
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(`Step ${place + 1} of 8`)).toBeVisible();
      await accessible(page);
      const forward = page.getByRole("button", {
        name: title.startsWith("Review") ? "Submit Application" : "Next Step",
      });
      if (title !== "Security Questions") {
        await forward.click();
        const banner = page
          .getByRole("alert")
          .filter({ hasText: "Please complete all required fields before continuing" });
        await expect(banner).toBeVisible();
        await expect(banner.getByRole("listitem").first()).not.toBeEmpty();
        await accessible(page);
      }
      if (title.startsWith("Review")) {
        await expect(main(page)).toContainText("Ñuñez O'Brien-陳");
        await expect(main(page)).toContainText("Two days in 2019, after a storm.");
        await expect(main(page)).toContainText("Not answered");
        await expect(main(page)).not.toContainText("Spouse’s first name");
      }
      await fillStep(page, answers);
      await forward.click();
    }

    if (script) {
      await expect(page.getByRole("dialog")).toContainText("Application Submitted");
      await accessible(page);
      await page.getByRole("button", { name: "OK" }).click();
      await expect(page).toHaveURL(`${program.url}/`);
      await page.goto(`${program.url}/apply/${id}`);
    }
    await expect(main(page)).toContainText("What happens next");
    await expect(main(page)).toContainText("Ñuñez O'Brien-陳");
    await accessible(page);

    const [row] = await program.query<{ status: string; number: string; percent: number }>(
      "select status, application_number as number, completion_percentage as percent from visa_applications where id = $1",
      [id],
    );
    expect(row).toMatchObject({ status: "submitted", percent: 100 });

    // Both mails are in the outbox, and the link of the first opens it in another browser.
    const [welcome, confirmation] = await mailsTo(email, 2);
    expect(confirmation?.text).toContain(row?.number);
    const link = /https?:\/\/\S+\/application\/resume\?token=[\w.~-]+/.exec(welcome?.text ?? "")?.[0] ?? "";
    const other = await openContext(browser, options);
    const elsewhere = await other.newPage();
    await elsewhere.goto(`${program.url}/apply/${id}`);
    await expect(main(elsewhere)).not.toContainText("Port-au-Prince");
    await elsewhere.goto(program.url + link.slice(link.indexOf("/application/resume")));
    await accessible(elsewhere);
    await elsewhere.getByRole("radio", { name: /^Yes, keep the other browser/ }).check();
    await elsewhere.getByRole("button", { name: "Continue" }).click();
    await expect(elsewhere).toHaveURL(new RegExp(`/apply/${id}$`));
    await expect(main(elsewhere)).toContainText("Port-au-Prince");

    // Staff sign in, find it, read it, decide.
    const desk = await (await openContext(browser, options)).newPage();
    await desk.goto(`${program.url}/admin/applications`);
    await expect(desk).toHaveURL(/\/admin\/login/);
    await accessible(desk);
    await desk.getByLabel("Email").fill(admin.email);
    await desk.getByLabel("Password").fill(admin.password);
    await desk.getByRole("button", { name: /sign in/i }).click();
    await expect(desk).toHaveURL(/\/admin(\/applications)?$/);
    await desk.goto(`${program.url}/admin/applications`);
    await accessible(desk);
    await desk.getByRole("row").filter({ hasText: email }).getByRole("link", { name: /view/i }).click();
    await expect(main(desk)).toContainText("Hôpital Général");
    await accessible(desk);
    await desk.getByRole("combobox", { name: /status/i }).selectOption("under_review");
    await desk.getByLabel(/message/i).fill("We have begun to read your application.");
    await desk.getByRole("button", { name: /update status/i }).click();
    await expect(desk.getByText("Status updated successfully! Email notification sent to applicant.")).toBeVisible();

    // The decision reaches the applicant: by mail, and on the page.
    const [, , update] = await mailsTo(email, 3);
    expect(update?.text).toContain("We have begun to read your application.");
    await elsewhere.reload();
    await expect(main(elsewhere)).toContainText("Under Review");
    await expect(main(elsewhere)).toContainText("We have begun to read your application.");
    expectNoScriptErrors();
  });
});
