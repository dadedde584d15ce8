import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { afterAll, describe, test } from "vitest";
import { documentsOf, startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { type Chosen, png, sizedFile } from "../../test/harness/applicants/journey-files";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let slot: Locator;
const app = await sharedApp();
const started = await startBahamas(app);
const context = await openContext(await sharedBrowser(), { viewport: { width: 360, height: 800 } });
await context.addCookies(cookiesOf(started.client));
const page = await context.newPage();
const bytes = await sharp({ create: { width: 7000, height: 3500, channels: 3, background: "#a33" } })
  .withMetadata({ orientation: 1 })
  .avif({ effort: 0 })
  .toBuffer();
const avif: Chosen = { name: "beach.AVIF", mimeType: "image/avif", buffer: Buffer.concat([bytes, Buffer.alloc(2000)]) };
afterAll(async () => {
  expectNoScriptErrors();
  await page.context().close();
});

const open = async () => {
  await page.goto(`${app.url}/apply/${started.id}/documents`);
  slot = page.locator("#supporting_document");
};
const choose = (...files: Chosen[]) => slot.locator('input[type="file"]').setInputFiles(files);
const names = () => slot.getByRole("listitem").getByRole("link").allTextContents();

describe("kinds of files in the browser", () => {
  test("[U-KIND-1] an AVIF picture is converted to a JPEG without the original's data, and its row says so", async () => {
    await open();
    await choose(avif);
    const row = slot.getByRole("listitem").filter({ hasText: "beach.jpg" });
    await expect(row.getByRole("link", { name: "beach.jpg" })).toBeVisible();
    await expect(row).toContainText("Converted to JPEG on your device. The original stays there.");
    const [document] = await documentsOf(app, started.id);
    const stored = Buffer.from(await (await started.client.get(`/documents/${document?.id}`)).arrayBuffer());
    const { format, width, height, exif } = await sharp(stored).metadata();
    expect([format, width, height, exif]).toEqual(["jpeg", 6000, 3000, undefined]);
    await row.getByRole("button", { name: "Remove beach.jpg" }).click();
    await expect(row).toHaveCount(0);
  });

  test("[U-KIND-2, U-KIND-3] a picture that the browser can't decode and an empty file are refused before anything is sent", async () => {
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    const heic = sizedFile("IMG_0001.HEIC", "\0\0\0\x18ftypheic\0\0\0\0heicmif1");
    await choose(heic, { name: "cloud.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(0) });
    await expect(slot.getByRole("listitem").filter({ hasText: "IMG_0001.HEIC" })).toContainText(
      "This is an iPhone picture (HEIC), which we can’t open. On the phone choose Settings, Camera, Formats,",
    );
    await expect(slot.getByRole("listitem").filter({ hasText: "cloud.jpg" })).toContainText(
      "This file is empty (0 bytes). If it is still in the cloud, open it once on this device, then choose it again.",
    );
    expect(sent.filter((url) => url.includes("/documents"))).toEqual([]);
    expect(await documentsOf(app, started.id)).toEqual([]);
  });

  test("[U-KIND-9] pages are moved by keyboard, and the focus stays on their button", async () => {
    await open();
    await choose(png("one.png"), png("two.png"), png("three.png"));
    await expect(slot.getByText("Page 3 of 3")).toBeVisible();
    await expectAccessible(page);
    const up = slot.getByRole("button", { name: "Move up: three.png" });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect.poll(names).toEqual(["one.png", "three.png", "two.png"]);
    await expect(up).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(names).toEqual(["three.png", "one.png", "two.png"]);
    await expect(slot.getByRole("status").first()).toContainText("three.png moved up");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      slot.getByRole("link", { name: "Download as one PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("three (3 pages).pdf");
  });
});
