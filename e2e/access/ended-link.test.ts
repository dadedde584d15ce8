import type { Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { newEmail } from "../../test/harness/applicants/begun";
import { titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { reusedPage } from "../../test/harness/browser/reused-page";
import { continueBy, mailsTo, resumeLinkOf } from "../../test/harness/fakes/mails";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const press = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

describe.each([true, false])("a link that ended after its page was opened, JavaScript: %s", (javaScriptEnabled) => {
  /** The page of a link on a phone; `confirmed` once somebody came in by it. */
  async function opened({ confirmed }: { confirmed: boolean }) {
    const client = new HttpClient(app);
    const email = newEmail();
    const id = await client.start(email);
    const link = resumeLinkOf((await mailsTo(app, email, "application_started", 1))[0]);
    if (confirmed) await continueBy(new HttpClient(app), link.token);
    const page = await reusedPage(browser, app.url, { javaScriptEnabled });
    await page.goto(app.url + link.path);
    if (javaScriptEnabled)
      await page.waitForFunction(() =>
        Object.keys(document.querySelector("main form") ?? {}).some((key) => key.startsWith("__reactProps")),
      );
    return { page, id, link };
  }

  test("[V-ATK-16] a link renewed in the meantime is shown as expired, without a message about too many requests", async () => {
    const { page, id } = await opened({ confirmed: true });
    await app.query("update visa_applications set resume_token = gen_random_uuid() where id = $1", [id]);
    await press(page);
    await titled(page, "This link has expired");
    await expect(page.getByText("Too many requests")).toHaveCount(0);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("button", { name: "Send me a new link" }).click();
    await expect(page.getByText("A new link is on its way.")).toBeVisible();
  });

  test("a link of a draft deleted in the meantime doesn't work", async () => {
    const { page, id } = await opened({ confirmed: true });
    await app.query("delete from visa_applications where id = $1", [id]);
    await press(page);
    await titled(page, "This link does not work");
    await expect(page.getByText("Too many requests")).toHaveCount(0);
  });

  test("[V-ATK-14] a No after another person's Yes changes nothing, and the page says so", async () => {
    const { page, link } = await opened({ confirmed: false });
    await page.getByRole("radio", { name: /^No/ }).check();
    await continueBy(new HttpClient(app), link.token);
    await press(page);
    await expect(page.getByRole("alert")).toContainText("so your No had no effect");
    await titled(page, "Continue your application");
  });
});
