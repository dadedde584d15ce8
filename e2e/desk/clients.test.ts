import type { Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { insertClient } from "../../test/harness/desk/client-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
afterEach(expectNoScriptErrors);

describe.each([
  ["with script at 1440 px", sized(1440)],
  ["without script at 360 px", { ...sized(360), javaScriptEnabled: false }],
])("a client %s", (_, options) => {
  let page: Page;
  beforeAll(async () => {
    page = await openDesk(await sharedBrowser(), app, "/admin/people", options);
  });
  afterAll(() => close(page));
  // axe itself is a script.
  const accessible = async () => {
    if (!("javaScriptEnabled" in options)) await expectAccessibleAtBoth(page);
  };
  const saved = () => expect(page.getByText("The change is saved.")).toBeVisible();

  test("[X-IMPORT-11, X-IMPORT-12, X-IMPORT-13] it is found under People, corrected, given key dates, reminded, and removed", async () => {
    const name = `Zoë Núñez ${options.viewport.width}`;
    await insertClient(app, { name, email: "zoe@mail.example", nationality: "JM", endsOn: "2090-03-01" });
    await page.goto(`${app.url}/admin/people?q=nunez+${options.viewport.width}`);
    await expect(page.getByText(/^Imported on /).first()).toBeVisible();
    await page.getByRole("link", { name: `View ${name}` }).click();
    await page
      .getByRole("region", { name: "History" })
      .getByRole("link", { name: /^Imported on / })
      .click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByText("Contract with the client")).toBeVisible();
    await expect(page.getByText("Spreadsheet of the office")).toBeVisible();
    await accessible();

    const details = page.locator("form").filter({ has: page.getByRole("button", { name: "Save details" }) });
    await page.getByText("Correct details").click();
    await details.getByLabel("Name", { exact: true }).fill("");
    await details.getByLabel("Your reference").fill("K-2019/44");
    await details.getByRole("button", { name: "Save details" }).click();
    await expect(details.getByText("Enter a name.").first()).toBeVisible();
    await expect(details.getByLabel("Your reference")).toHaveValue("K-2019/44");
    await accessible();
    await details.getByLabel("Name", { exact: true }).fill(`${name} Moxey`);
    await details.getByRole("button", { name: "Save details" }).click();
    await saved();
    await expect(page.getByRole("heading", { level: 1, name: `${name} Moxey` })).toBeVisible();

    const dates = page.getByRole("region", { name: "Expirations and deadlines" });
    await dates.getByText("Add a key date").click();
    await dates.getByRole("button", { name: "Add key date" }).click();
    await expect(dates.getByText("Choose what this date is about.")).toBeVisible();
    await accessible();
    const form = dates.locator("form").filter({ has: page.getByRole("button", { name: "Add key date" }) });
    await form.getByLabel("What ends").selectOption("passport");
    await form.locator("[name=endsOn]").fill("2091-05-17");
    await form.getByRole("button", { name: "Add key date" }).click();
    await saved();
    const date = (label: string) =>
      dates.getByRole("listitem").filter({ has: page.getByText(label, { exact: true }).and(page.locator("bdi")) });
    await expect(date("Passport")).toContainText("May 17, 2091");

    const permit = date("Work or residence permit");
    await permit.getByText("Mark as settled").first().click();
    await permit.getByRole("combobox").selectOption("renewed");
    await permit.getByRole("button", { name: "Mark as settled" }).click();
    await saved();
    await expect(permit).toContainText("Renewed ·");
    await permit.getByRole("button", { name: "Take back" }).click();
    await expect(permit).not.toContainText("Renewed ·");

    await page.getByLabel("Remind this client by email").check();
    await page.getByRole("button", { name: "Save reminders" }).click();
    await saved();
    await expect(page.getByLabel("Remind this client by email")).toBeChecked();

    await page.getByRole("link", { name: "New draft" }).click();
    await expect(page.getByLabel("Their email address")).toHaveValue("zoe@mail.example");
    await accessible();
    await page.getByRole("link", { name: `${name} Moxey` }).click();
    await page.getByRole("link", { name: "Remove client" }).click();
    await accessible();
    await page.getByRole("button", { name: "Remove client" }).click();
    await expect(page.getByText("The client was removed with their dates.")).toBeVisible();
    await page.goto(`${app.url}/admin/people?q=nunez+${options.viewport.width}`);
    await expect(page.getByRole("heading", { name: "Nobody found" })).toBeVisible();
  });
});
