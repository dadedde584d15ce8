import type { Page } from "@playwright/test";
import { expect as same, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();

const text = async (path: string) => (await new HttpClient(app).get(path)).text();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const notice = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

test("[O-GEO-1, O-GEO-2] a super admin creates Ireland and a service for it, the site shows both, and an applicant applies", async () => {
  const page = await openDesk(browser, app, "/admin/content/countries");
  await page.getByRole("link", { name: "New country" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ireland");
  await press(page, "Publish now");
  await expect(page.getByText("Choose the country.").first()).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.getByLabel("Country (ISO 3166)").selectOption("IE");
  await page.getByLabel("Other spellings").fill("eire\nirl");
  await press(page, "Publish now");
  await notice(page, "Version 1 is public.");
  await page.goto(`${app.url}/admin/services/new`);
  await page.getByLabel("Service name").fill("Short Stay Visa for Ireland");
  await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Ireland 🇮🇪" });
  await press(page, "Create service");
  await press(page, "Save it like this");
  await page.waitForURL(/\/admin\/services(?!\/new)/);
  const [row] = await app.query<{ id: string }>(
    "select id from visa_services where service_name = 'Short Stay Visa for Ireland'",
  );
  await until("the page of Ireland shows it", async () =>
    (await text("/services/ireland")).includes("Short Stay Visa for Ireland"),
  );
  for (const param of ["ie", "eire", "IRL"]) {
    const response = await new HttpClient(app).get(`/services?country=${param}`);
    same([response.status, response.headers.get("location")]).toEqual([301, "/services/ireland"]);
  }
  const publicPage = await browser.newPage();
  await publicPage.goto(`${app.url}/services`);
  await expect(publicPage.getByRole("link", { name: "Ireland", exact: true }).first()).toBeVisible();
  await publicPage.goto(`${app.url}/apply?service=${row?.id}`);
  await expect(publicPage.getByText("Short Stay Visa for Ireland").first()).toBeVisible();
  await expect(publicPage.getByText("8 steps").first()).toBeVisible();
  await publicPage.close();
  await close(page);
});

test("[O-GEO-3, O-GEO-4] a country can be reordered, hidden, and deleted once it has no service", async () => {
  const page = await openDesk(browser, app, "/admin/content/countries");
  await page.getByRole("link", { name: /Jamaica/ }).click();
  await press(page, "Delete");
  await expect(page.getByRole("alert")).toBeFocused();
  await press(page, "Yes, delete it");
  await expect(
    page.getByText("Jamaica has 1 service. Move it to another country first, or hide Jamaica."),
  ).toBeVisible();
  await page.getByLabel("Hidden").check();
  await press(page, "Publish now");
  await notice(page, "is public.");
  const filter = async () => {
    const publicPage = await browser.newPage();
    await publicPage.goto(`${app.url}/services`);
    const names = await publicPage
      .getByRole("navigation", { name: "Filter by country" })
      .getByRole("link")
      .allInnerTexts();
    await publicPage.close();
    return names.map((name) => name.trim());
  };
  await until("Jamaica has no button", async () => !(await filter()).includes("Jamaica"));
  same(await text("/services")).toContain("Jamaica Visitor");
  await page.goto(`${app.url}/admin/content/countries`);
  await expectAccessibleAtBoth(page);
  const [, first, second] = await filter();
  await page.getByRole("button", { name: `Move up “${second}”` }).click();
  await until("the order is the other one", async () => (await filter())[1] === second);
  same((await filter())[2]).toBe(first);
  await close(page);
});
