import { afterAll, describe, test } from "vitest";
import { documentsOf, startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { type Chosen, pdf, png, refusedFiles } from "../../test/harness/applicants/journey-files";
import { cookiesOf, storedStep, titled, unsentInTab } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { confirmEmail } from "../../test/harness/fakes/mails";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// Without script: test/applications/journeys/journey-files.test.ts.

const app = await sharedApp();
const started = await startBahamas(app);
const { id, email } = started;
await app.query("update visa_applications set furthest_step = 1 where id = $1", [id]);
const browser = await sharedBrowser();
const context = await openContext(browser, { viewport: { width: 1440, height: 900 } });
await context.addCookies(cookiesOf(started.client));
const page = await context.newPage();
const rows = await app.query<{ name: string }>(
  `select r.document_name as name from document_requirements r
     join visa_applications a on a.visa_service_id = r.visa_service_id where a.id = $1 order by r.display_order`,
  [id],
);
const fieldNames = rows.map(({ name }) => name);
afterAll(async () => {
  expectNoScriptErrors();
  await context.close();
});

/** Too long for the line of a phone. */
const passport = "passport of Inés Ñuñez, scanned at the post office of Port-au-Prince.pdf";
const slot = () => page.getByRole("region", { name: fieldNames[0] ?? "", exact: true });
const send = (...files: Chosen[]) => slot().locator('input[type="file"]').setInputFiles(files);
const names = async () => (await documentsOf(app, id)).map(({ name }) => name);

describe("the documents of a draft", () => {
  test("[W-CONF-19, W-WIZ-27] the requested documents are listed in their order, and going there saves the open step", async () => {
    await page.goto(`${app.url}/apply/${id}`);
    await page.locator('[name="firstName"]').fill("Inés");
    await page.getByRole("button", { name: "Documents" }).filter({ visible: true }).click();
    await titled(page, "Documents");
    expect((await storedStep(app, id, 1)).answers).toMatchObject({ firstName: "Inés" });
    expect(fieldNames.length).toBeGreaterThan(1);
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([...fieldNames, "Anything else"]);
    await expectAccessible(page);
  });

  test.each(refusedFiles)("[%s] a document is refused: %s", async (_, text, file) => {
    await send(file);
    await expect(slot()).toContainText(text);
    expect(await names()).toEqual([]);
  });

  test("[W-WIZ-27] a refused document is accessible", async () => {
    await expectAccessible(page);
  });

  test("[W-UPLOAD-7, W-UPLOAD-10] two files can be uploaded at once, a picture has a preview, and the page is accessible on a phone too", async () => {
    await send(pdf(passport), png("passport 2.png"));
    await expect(slot().getByRole("link", { name: passport })).toBeVisible();
    await expect(slot().getByRole("img", { name: "Preview of passport 2.png" })).toBeVisible();
    await expect(page.getByText(/^1 of \d required documents uploaded$/)).toBeVisible();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
    expect(await names()).toEqual([passport, "passport 2.png"]);
    for (const { key, type } of await documentsOf(app, id))
      expect(key).toMatch(new RegExp(`^${id}/${type}_\\d{13}\\.(pdf|png)$`));
  });

  test("[W-UPLOAD-8, W-RESUME-2] the files are listed on another device that the email opened, and one is removed there", async () => {
    await confirmEmail(app, id);
    const otherContext = await openContext(browser);
    const elsewhere = await otherContext.newPage();
    await elsewhere.goto(`${app.url}/apply/${id}`);
    await elsewhere.getByLabel("Email address").fill(email);
    await elsewhere.getByRole("button", { name: "Open my application" }).click();
    await expect(elsewhere.locator('[name="firstName"]')).toHaveValue("Inés");
    await elsewhere.goto(`${app.url}/apply/${id}/documents`);
    await expect(elsewhere.getByRole("link", { name: passport })).toBeVisible();
    await elsewhere.getByRole("button", { name: "Remove passport 2.png" }).click();
    await expect(elsewhere.getByRole("link", { name: "passport 2.png" })).toHaveCount(0);
    expect(await names()).toEqual([passport]);
    await otherContext.close();
  });

  test("the draft is deleted after a confirmation, and unsaved text is removed from the tab", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${app.url}/apply/${id}`);
    await page.locator('[name="lastName"]').fill("Typed and not saved");
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith("unsent ")));
    const link = page.getByRole("link", { name: "Delete this draft" }).filter({ visible: true });
    await link.click();
    await expectAccessible(page);
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep draft" }).click();
    expect(await names()).toEqual([passport]);
    await link.click();
    await page.getByRole("button", { name: "Delete my draft" }).click();
    await expect(page.getByText("Your draft has been deleted")).toBeVisible();
    expect(await names()).toEqual([]);
    expect(await unsentInTab(page)).toEqual([]);
  });
});
