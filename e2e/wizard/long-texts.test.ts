import { afterAll, test } from "vitest";
import { openWizard, storedStep } from "../../test/harness/applicants/wizard";
import { WizardDriver } from "../../test/harness/applicants/wizard-driver";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { reusedPage } from "../../test/harness/browser/reused-page";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

test("[N-TEXT-1, N-TEXT-2] text over the limit stays whole in its field with a count, in the draft, and after a reload", async () => {
  const { page, id } = await openWizard(browser, app, { viewport: { width: 360, height: 780 } });
  expect(await page.locator("form#step [maxlength]").count(), "nothing cuts").toBe(0);
  const name = page.getByRole("textbox", { name: "First name" });
  const status = page.locator("#firstName ~ [aria-live]");
  await name.fill("N".repeat(119));
  await name.press("End");
  await page.keyboard.type("é");
  await expect(page.locator("#firstName-count")).toHaveCount(0);
  await page.keyboard.type("z");
  await expect(page.locator("#firstName-count")).toHaveText("121 of 120 characters");
  await expect(status).toHaveText("121 of 120 characters");
  await page.keyboard.type("zz");
  await expect(page.locator("#firstName-count")).toHaveText("123 of 120 characters");
  await expect(status, "read out once").toHaveText("121 of 120 characters");
  await expect(name).toHaveAccessibleDescription("123 of 120 characters");
  const whole = await name.inputValue();

  await page.getByRole("button", { name: "Continue", exact: true }).click();
  const message = "First name can have at most 120 characters; this one has 123";
  await expect(page.getByRole("alert").getByRole("link", { name: message })).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect.poll(async () => (await storedStep(app, id, 1)).answers.firstName).toBe(whole);
  await page.reload();
  await expect(name).toHaveValue(whole);
  await expect(page.locator("#firstName-count")).toHaveText("123 of 120 characters");
  await name.fill("Nadia");
  await expect(page.locator("#firstName-count")).toHaveCount(0);
  await expect(status).toBeEmpty();
});

test("[N-TEXT-1, N-TEXT-2] without JavaScript, and on the start page, text over the limit stays whole too", async () => {
  const client = new HttpClient(app);
  const driver = new WizardDriver(app, client);
  const long = `${"a".repeat(300)}@mail.example`;
  await driver.open("/apply");
  await driver.press("Start Application", { email: long, terms: "yes" });
  expect([driver.status, driver.input("email").value]).toEqual([422, long]);
  const words = () => driver.screen.element.querySelector("#email-count")?.textContent;
  expect(words()).toBe("313 of 254 characters");
  expect(driver.screen.words ?? "").toContain("Email address can have at most 254 characters; this one has 313");

  const id = await client.start("long.texts@mail.example");
  await driver.open(`/apply/${id}`);
  await driver.press("Next Step", { telecodeName: "71155", usesTelecode: "yes", cityOfBirth: "陳".repeat(132) });
  expect([driver.input("telecodeName").value, driver.input("cityOfBirth").value]).toEqual(["71155", "陳".repeat(132)]);
  expect(driver.screen.element.querySelector("#cityOfBirth-count")?.textContent).toBe("132 of 120 characters");
  expect(driver.screen.getAllByText("City of birth can have at most 120 characters; this one has 132")).not.toEqual([]);
  expect(driver.screen.getAllByText("Telecode can have at most 4 characters; this one has 5")).not.toEqual([]);
  await driver.open(`/apply/${id}`);
  expect(driver.input("cityOfBirth").value).toBe("陳".repeat(132));

  const page = await reusedPage(browser, app.url);
  await page.goto(`${app.url}/apply`);
  await page.getByLabel("Email address").fill(long);
  await expect(page.locator("#email-count")).toHaveText("313 of 254 characters");
});
