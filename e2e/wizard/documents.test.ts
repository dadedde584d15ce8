import type { Browser, Page } from "@playwright/test";
import { beforeAll, describe, test } from "vitest";
import { unsentInTab } from "../../test/harness/applicants/wizard";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openContext,
} from "../../test/harness/browser/browser";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";
import { confirmEmail } from "../../test/harness/stand-ins/mails";

let program: Program;
let browser: Browser;
beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});

const file = (name: string, start: string | Buffer, size = 2048) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.concat([Buffer.from(start), Buffer.alloc(size, " ")]).subarray(0, size),
});
/** Too long for the line of a phone. */
const passport = "passport of Inés Ñuñez, scanned at the post office of Port-au-Prince.pdf";
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const titled = (page: Page, name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

describe.each([
  { script: true, viewport: { width: 1440, height: 900 } },
  { script: false, viewport: { width: 360, height: 740 } },
])("the documents of a draft, script $script", ({ script, viewport }) => {
  const options = { javaScriptEnabled: script, viewport };
  const accessible = (page: Page) => (script ? expectAccessible(page) : expectToFit(page));

  test("[W-CONF-19, W-UPLOAD-2, W-UPLOAD-4, W-UPLOAD-5, W-UPLOAD-7, W-UPLOAD-8, W-UPLOAD-10] listed in order, sent, kept over resuming, removed; a draft is deleted", async () => {
    const context = await openContext(browser, options);
    const page = await context.newPage();
    const email = `documents.${script}@mail.example`;
    const [service] = await program.query<{ id: string }>("select id from visa_services where slug = 'bahamian-evisa'");
    await page.goto(`${program.url}/apply?service=${service?.id}`);
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole("button", { name: "Start Application" }).click();
    await titled(page, "Applicant Information");
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";

    // What was typed is saved on the way.
    await page.locator('[name="firstName"]').fill("Inés");
    if (!script) await page.getByText("All steps").click();
    await page.getByRole("button", { name: "Documents" }).filter({ visible: true }).click();
    await titled(page, "Documents");
    const asked = await program.query<{ name: string; type: string }>(
      "select document_name as name, document_type as type from document_requirements where visa_service_id = $1 order by display_order",
      [service?.id],
    );
    expect(asked.length).toBeGreaterThan(1);
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
      ...asked.map(({ name }) => name),
      "Anything else",
    ]);
    await accessible(page);

    const slot = page.getByRole("region", { name: asked[0]?.name ?? "", exact: true });
    async function send(...chosen: ReturnType<typeof file>[]) {
      for (const one of script ? [chosen] : chosen.map((single) => [single])) {
        await slot.locator('input[type="file"]').setInputFiles(one);
        if (!script) await slot.getByRole("button", { name: `Upload: ${asked[0]?.name}` }).click();
      }
    }
    await send(file("virus.exe", "MZ"));
    await expect(slot).toContainText("File type .exe is not allowed. Accepted types: pdf, jpg, jpeg, png, doc, docx");
    await send(file("tiny.pdf", "%PDF-1.4", 1023));
    await expect(slot).toContainText("File is too small (minimum 1KB)");
    await send(file("letter.pdf", "GIF89a"));
    await expect(slot).toContainText("File type .gif is not allowed.");
    await accessible(page);
    await send(file(passport, "%PDF-1.4\n"), file("passport 2.png", Buffer.from(pixel, "base64")));
    await expect(slot.getByRole("link", { name: passport })).toBeVisible();
    await expect(slot.getByRole("img", { name: "Preview of passport 2.png" })).toBeVisible();
    await expect(page.getByText(/^1 of \d required documents are here$/)).toBeVisible();
    await accessible(page);
    const stored = () =>
      program.query<{ name: string; key: string; type: string }>(
        "select document_name as name, storage_key as key, document_type as type from documents where application_id = $1 order by created_at",
        [id],
      );
    const files = await stored();
    expect(files.map(({ name }) => name)).toEqual([passport, "passport 2.png"]);
    for (const { key, type } of files) expect(key).toMatch(new RegExp(`^${id}/${type}_\\d{13}\\.(pdf|png)$`));

    // Another device, by the email: both files are there, and one is taken away.
    await confirmEmail(program, id);
    const elsewhere = await (await openContext(browser, options)).newPage();
    await elsewhere.goto(`${program.url}/apply/${id}`);
    await elsewhere.getByLabel("Email address").fill(email);
    await elsewhere.getByRole("button", { name: "Open my application" }).click();
    await expect(elsewhere.locator('[name="firstName"]')).toHaveValue("Inés");
    await elsewhere.goto(`${program.url}/apply/${id}/documents`);
    await expect(elsewhere.getByRole("link", { name: passport })).toBeVisible();
    await elsewhere.getByRole("button", { name: "Remove passport 2.png" }).click();
    await expect(elsewhere.getByRole("link", { name: "passport 2.png" })).toHaveCount(0);
    expect((await stored()).map(({ name }) => name)).toEqual([passport]);

    // After the question the draft is deleted, and its unsaved answers do not stay in the tab.
    await page.goto(`${program.url}/apply/${id}`);
    await page.waitForLoadState("networkidle");
    await page.locator('[name="lastName"]').fill("Typed and not saved");
    if (script) await expect.poll(() => unsentInTab(page)).toHaveLength(1);
    if (!script) await page.getByText("All steps").click();
    await page.getByRole("link", { name: "Delete this draft" }).filter({ visible: true }).click();
    if (script) {
      await accessible(page);
      await page.getByRole("alertdialog").getByRole("button", { name: "Keep it" }).click();
      await page.getByRole("link", { name: "Delete this draft" }).filter({ visible: true }).click();
    } else await titled(page, "Delete this draft?");
    await page.getByRole("button", { name: "Delete my draft" }).click();
    await expect(page.getByText("Your draft has been deleted")).toBeVisible();
    expect(await stored()).toEqual([]);
    if (script) expect(await unsentInTab(page)).toEqual([]);
    expectNoScriptErrors();
  });
});
