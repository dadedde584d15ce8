import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, test } from "vitest";
import { documentsOf, startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { sizedFile } from "../../test/harness/applicants/journey-files";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const started = await startBahamas(app);
await app.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [started.id]);
const context = await openContext(await sharedBrowser(), { viewport: { width: 360, height: 800 } });
await context.addCookies(cookiesOf(started.client));
const page = await context.newPage();
// Noise, as no picture is that can be made smaller without losing pixels; a phone held upright writes its turn.
const raw = { width: 4600, height: 2300, channels: 3 } as const;
const photo = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
  .withMetadata({ orientation: 6 })
  .jpeg({ quality: 97 })
  .toBuffer();
afterAll(async () => {
  expectNoScriptErrors();
  await page.context().close();
});

const chosen = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
const made = /Made smaller on this device: \d+(\.\d)? MB became \d(\.\d)? MB\./;
/** The size of the stored picture of a name, as it is opened. */
async function stored(name: string) {
  const document = (await documentsOf(app, started.id)).find((document) => document.name === name);
  const response = await started.client.get(`/documents/${document?.id}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBeLessThan(10 * 1024 * 1024);
  const { width, height, orientation, format } = await sharp(bytes).metadata();
  return { width, height, orientation, format };
}

test("[F-APPL-14] a picture over 10 MB chosen for an immediate upload is uploaded smaller and upright, with a notice", async () => {
  expect(photo.length).toBeGreaterThan(10 * 1024 * 1024);
  await page.goto(`${app.url}/apply/${started.id}/documents`);
  const slot = page
    .locator("section")
    .filter({ has: page.locator('input[type="file"]') })
    .first();
  await slot
    .locator('input[type="file"]')
    .setInputFiles([chosen("holiday.jfif", photo), sizedFile("letter.docx", "PK\x03\x04")]);
  await expect(slot.getByRole("listitem").getByText(made)).toBeVisible();
  await expect(slot.getByRole("link", { name: "holiday.jpg" })).toBeVisible();
  await expect(slot.getByText("This is a ZIP file, not a Word document.").first()).toBeVisible();
  const { width, height, orientation, format } = await stored("holiday.jpg");
  expect([width, format]).toEqual([Math.round((height ?? 0) / 2), "jpeg"]);
  expect(orientation ?? 1).toBe(1);
});

test("[F-APPL-14] a picture over 10 MB chosen in a form that is sent later is replaced by a smaller one", async () => {
  await page.goto(`${app.url}/apply/${started.id}/upload?step=bahamas_employment&field=employmentLetterUrl`);
  await page.locator('input[type="file"]').setInputFiles(chosen("letter.jpg", photo));
  await expect(page.getByText(made)).toBeVisible();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByRole("link", { name: "letter.jpg" })).toBeVisible();
  const { width, height } = await stored("letter.jpg");
  expect(height).toBeGreaterThan(width ?? 0);
});

test("[F-APPL-14] a picture over 10 MB in an inquiry is uploaded smaller, and an unreadable one says what to do", async () => {
  await page.goto(`${app.url}/contact`);
  const details = page.getByText("Add details", { exact: false }).first();
  if (await details.isVisible()) await details.click();
  const damaged = Buffer.concat([photo.subarray(0, 400), Buffer.alloc(11 * 1024 * 1024)]);
  await page.locator("#files-chooser").setInputFiles([chosen("beach.jpg", photo), chosen("broken.jpg", damaged)]);
  await expect(page.getByText(made)).toBeVisible();
  await expect(
    page.getByText(/File too large: broken\.jpg\. Maximum size is 10MB\. Choose a smaller copy/).first(),
  ).toBeVisible();
});

test("[F-APPL-14] a picture over 10 MB sent without JavaScript gets a response that says how to make it smaller", async () => {
  const body = new FormData();
  body.set("attempt", crypto.randomUUID());
  body.set("file", new File([new Uint8Array(photo)], "letter.jpg"));
  const client = new HttpClient(app);
  for (const [name, value] of started.client.cookies) client.cookies.set(name, value);
  const response = await client.post(
    `/apply/${started.id}/upload?step=bahamas_employment&field=employmentLetterUrl`,
    body,
  );
  expect(await response.text()).toMatch(/File size exceeds 10MB limit.*Choose a smaller copy/s);
});
