import { afterAll, test } from "vitest";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
afterAll(expectNoScriptErrors);

test("[B-RULE-3, B-RULE-6, B-RULE-7] a rule is written, refused with its messages, and published", async () => {
  const page = await openDesk(await sharedBrowser(), app, "/admin/content/rules");
  await expect(page.getByRole("heading", { name: "United Kingdom" })).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.getByRole("link", { name: "New rule" }).click();
  await page.getByLabel("Destination").selectOption({ label: "Canada" });
  await page.getByLabel("Condition 1: Condition").fill("x".repeat(212));
  await expect(page.locator("#f-conditions-count")).toHaveText("212 of 200 characters");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("Condition 1: 212 of 200 characters").first()).toBeVisible();
  await expect(page.getByLabel("Condition 1: Condition")).toHaveValue("x".repeat(212));
  await page.getByLabel("Condition 1: Condition").fill("You have a return ticket.");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("Choose the passports that it is for.").first()).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.getByLabel("Passports").fill("Haiti\nJamaica");
  await page.getByRole("combobox", { name: "Answer", exact: true }).selectOption({ label: "Visa required" });
  await page.getByLabel("Name of the source").fill("Immigration and Refugee Protection Regulations");
  await page.getByLabel("Address of the source").fill("https://laws.example/irpr");
  await page.getByLabel("The source gives no date").check();
  await page.getByLabel("Checked on").fill("2026-01-05");
  await page.getByLabel("Service that covers it").selectOption({ label: "Canadian Visitor Visa (TRV)" });
  await page.getByLabel("Canadian eTA").check();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is public" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Canada: Haiti and 1 more, Short visit");
  await page.goto(`${app.url}/do-i-need-a-visa?passport=JM&to=CA&for=visit`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("You need a visa before you travel.");
  await close(page);
});
