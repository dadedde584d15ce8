import type { Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from "vitest";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
beforeEach(async () => {
  await app.query("delete from clients");
  await app.query("delete from client_imports");
});
afterEach(expectNoScriptErrors);

const year = new Date().getFullYear() + 2;
const csv = (width: number) =>
  [
    "Client;E-mail;Phone;Permit expires;Notes",
    `Rosa Rolle ${width};rosa${width}@mail.example;+1 242 555 0142;01/03/${year};owes us`,
    `Ana Moss ${width};ana@;;1 Mar 27;x`,
  ].join("\r\n");

describe.each([
  ["with script at 1440 px", sized(1440)],
  ["without script at 390 px", { viewport: { width: 390, height: 780 }, javaScriptEnabled: false }],
])("an import %s", (_, options) => {
  let page: Page;
  beforeAll(async () => {
    page = await openDesk(await sharedBrowser(), app, "/admin/people", options);
  });
  afterAll(() => close(page));
  const isPlain = "javaScriptEnabled" in options;
  // axe is a script.
  const accessible = async () => {
    if (!isPlain) await expectAccessibleAtBoth(page);
  };

  test("[X-IMPORT-3, X-IMPORT-7, X-IMPORT-10] a file is chosen, mapped, checked, imported and undone", async () => {
    const { width } = options.viewport;
    await page.goto(`${app.url}/admin/people`);
    await page.getByRole("link", { name: "Import clients" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Import clients" })).toBeVisible();
    await page.getByRole("button", { name: "Read the file" }).click();
    await expect(page.getByText("Choose a file.").first()).toBeVisible();
    await accessible();
    await page.getByLabel("CSV file").setInputFiles({
      ...{ name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from(csv(width)) },
    });
    await page.getByRole("button", { name: "Read the file" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "clients.csv" })).toBeVisible();
    await expect(page.getByText("2 lines, 5 columns.")).toBeVisible();
    await accessible();

    await page.getByLabel(/^Client/).selectOption("Name");
    await page.getByLabel(/^E-mail/).selectOption("Name");
    await page.getByLabel("Source").fill("Old list");
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByText("Two columns are mapped to Name.").first()).toBeVisible();
    await expect(page.getByText("Choose how the dates of this file are written.").first()).toBeVisible();
    await expect(page.getByText(/^(Error: )?Say on what legal basis/).first()).toBeVisible();
    await expect(page.getByLabel("Source")).toHaveValue("Old list");
    await accessible();

    await page.getByLabel(/^E-mail/).selectOption("Email");
    await page.getByRole("radio", { name: /day first/ }).check();
    await page.getByLabel("Legal basis").selectOption("Contract with the client");
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByText("What would happen")).toBeVisible();
    await expect(page.getByText("Line 3: “1 Mar 27” is no date in the chosen format.")).toBeVisible();
    await accessible();
    await page.getByRole("link", { name: "Import 1 client" }).click();
    await expect(page.getByText(`March 1, ${year}`).first()).toBeVisible();
    await page.getByRole("button", { name: "Import 1 client" }).click();
    await expect(async () => {
      if (isPlain) await page.reload();
      await expect(page.getByRole("link", { name: "Undo this import" })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByText("Line 3: An error in Email")).toBeVisible();
    await accessible();

    await page.getByRole("link", { name: "Undo this import" }).click();
    await expect(page.getByText("1 client and 1 key date will be removed.")).toBeVisible();
    await page.getByRole("button", { name: "Undo the import" }).click();
    await expect(async () => {
      if (isPlain) await page.reload();
      await expect(page.getByText("This import was undone")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.goto(`${app.url}/admin/people/import`);
    await expect(page.getByText("clients.csv").first()).toBeVisible();
    await accessible();
  });
});
