import { expect as same, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();

test("[O-META-2, O-META-3] the screen previews a page's search result and shared link while its metadata are typed", async () => {
  const page = await openDesk(await sharedBrowser(), app, "/admin/content/metadata");
  await page.getByRole("link", { name: "/about", exact: true }).click();
  const found = page.getByRole("region", { name: "As a search result" });
  const warning = found.getByText("Search engines may cut this off.");
  const title = page.getByLabel("Title", { exact: true });
  await title.fill(`Lucaya ${"x".repeat(53)}`);
  await expect(found).toContainText("Title: 60 characters.");
  await page.getByLabel("Description", { exact: true }).fill("Short.");
  await expect(warning).toHaveCount(0);
  await title.fill(`Lucaya ${"x".repeat(54)}`);
  await expect(found).toContainText("Title: 61 characters.");
  await expect(warning).toHaveCount(1);
  await page.getByLabel("Description", { exact: true }).fill("y".repeat(161));
  await expect(warning).toHaveCount(2);
  await page.getByLabel("Social title", { exact: true }).fill("Come and see us");
  await expect(page.getByRole("region", { name: "As a shared link" })).toContainText("Come and see us");
  await expectAccessibleAtBoth(page);

  await page.getByLabel("Robots", { exact: true }).fill("noindex, follow");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(
    page.getByText("This page will be removed from search results and the sitemap. Publish it?"),
  ).toBeVisible();
  same(await (await new HttpClient(app).get("/about")).text()).not.toContain("noindex");
  await page.getByRole("radio", { name: "Yes, publish it" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is public" })).toBeVisible();
  await until("about leaves search engines", async () => {
    const text = await (await new HttpClient(app).get("/about")).text();
    return text.includes("noindex, follow") && text.includes("Come and see us");
  });
  same(await (await new HttpClient(app).get("/sitemap.xml")).text()).not.toContain("/about<");
  await close(page);
});
