import type { Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { pdfFile } from "../../test/harness/applicants/uploads";
import { expect, expectAccessible, openPage } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, press } from "../../test/harness/browser/desk-browser";
import { signIn } from "../../test/harness/desk/desk";
import { documentInputs } from "../../test/harness/desk/document-rows";
import { typed } from "../../test/harness/desk/editor-form";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const names = ["Passport", "Photograph", "Bank letter"];

const app = await sharedApp();
const browser = await sharedBrowser();
const desk = await signIn(app);
const service = { serviceName: "Papers in order", slug: "papers-in-order", press: "anyway" };
const fields = { ...service, ...documentInputs(...names) };
await desk.post("/admin/services/new", await typed(desk, "/admin/services/new", fields));
const [row] = await app.query<{ id: string }>("select id from visa_services where slug = 'papers-in-order'");
const id = row?.id ?? "";
afterAll(() => app.query("delete from visa_services where id = $1", [id]));

const stored = async () =>
  (await app.query<{ names: string[] }>("select requirements as names from visa_services where id = $1", [id]))[0]
    ?.names;
const shown = (page: Page) =>
  page
    .getByLabel("Name *", { exact: true })
    .or(page.getByRole("textbox", { name: "Name", exact: true }))
    .evaluateAll((fields) => fields.map((field) => ("value" in field ? field.value : "")));
const save = async (page: Page) => {
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(/\/admin\/services(#|$)/);
};
const open = (javaScriptEnabled = true) =>
  openDesk(browser, app, `/admin/services/${id}`, { javaScriptEnabled, viewport: { width: 1440, height: 900 } });

describe("the tab for required documents", () => {
  test("[K-DOCS-6] a document moved by keyboard keeps the focus, its position is announced, and the page is accessible", async () => {
    const page = await open();
    await page.getByRole("tab", { name: "Requirements" }).click();
    const up = page.getByRole("button", { name: "Move up: Bank letter" });
    await up.focus();
    await press(page, "Enter");
    await expect(up).toBeFocused();
    await expect(page.getByText("Bank letter is now number 2 of 3.")).toBeAttached();
    await press(page, "Enter");
    await expect(page.getByRole("button", { name: "Move down: Bank letter" })).toBeFocused();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessibleAtBoth(page);
    await save(page);
    expect(await stored()).toEqual(["Bank letter", "Passport", "Photograph"]);
    await close(page);
  });

  test("[K-DOCS-1, K-DOCS-6] a document is added with its formats and a sample, and without a name it is refused at its field", async () => {
    const page = await open();
    await page.getByRole("tab", { name: "Requirements" }).click();
    await page.getByRole("button", { name: "Add a document" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Add a sample of document 4" });
    const name = row.getByRole("textbox", { name: "Name" });
    await expect(name).toBeFocused();
    await row.getByLabel("DOC", { exact: true }).uncheck();
    await row.getByText("Add a sample").click();
    const file = pdfFile("sample.pdf");
    await row
      .locator('input[type="file"]')
      .setInputFiles({ name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) });
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("link", { name: "Required documents: Enter the name of the document." })).toBeVisible();
    await expectAccessible(page);
    const wrong = page.locator('[aria-invalid="true"]');
    await wrong.fill("Letter of the host");
    await expect(page.getByRole("link", { name: "sample.pdf" })).toBeVisible();
    await save(page);
    expect(await stored()).toEqual(["Bank letter", "Passport", "Photograph", "Letter of the host"]);
    const publicPage = await openPage(browser, `${app.url}/visa/papers-in-order`);
    await expect(
      publicPage.getByRole("link", { name: "See a sample of Letter of the host, in a new tab" }),
    ).toBeVisible();
    await close(publicPage);
    await close(page);
  });

  test("[K-DOCS-5] removing a document with uploaded files asks for confirmation at the row", async () => {
    await app.query(
      `with made as (
         insert into visa_applications (visa_service_id, application_number, resume_token, user_email)
         values ($1, 'PAPERS-1', gen_random_uuid(), '') returning id)
       insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
       select id, 'photograph', 'me.jpg', 'papers/1', 'image/jpeg', 2000, '' from made`,
      [id],
    );
    const page = await open();
    await page.getByRole("tab", { name: "Requirements" }).click();
    await page.getByRole("button", { name: "Remove: Photograph" }).click();
    const question = page.getByRole("group", { name: /^Remove Photograph\?/ });
    await expect(question).toContainText("1 application has files for it. It keeps them.");
    await expect(question.getByRole("button", { name: "Keep it on the list" })).toBeFocused();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Remove it" }).click();
    await expect(question).toBeHidden();
    await save(page);
    expect(await stored()).not.toContain("Photograph");
    await app.query("delete from visa_applications where application_number = 'PAPERS-1'");
    await close(page);
  });

  test("[K-DOCS-6] without JavaScript the buttons send the form and return it with the typed values", async () => {
    const page = await open(false);
    const before = await shown(page);
    const [first = "", second = "", ...rest] = before;
    await page.getByLabel("What it must show").first().fill("All four corners.");
    await page.getByRole("button", { name: `Move down: ${first}` }).click();
    await expect(page.getByLabel("What it must show").nth(1)).toHaveValue("All four corners.");
    await expect.poll(() => shown(page)).toEqual([second, first, ...rest]);
    await save(page);
    expect(await stored()).toEqual([second, first, ...rest]);
    await close(page);
  });
});
