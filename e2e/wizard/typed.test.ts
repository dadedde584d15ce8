import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { fillStep } from "../../test/harness/applicants/applicant";
import { controlled, openWizard, storedStep } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { paste } from "../../test/harness/browser/page-actions";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

test.each([true, false])(
  "[F-DATE-1] a date of birth without a day is marked by a checkbox, shown in words and stored as such, JavaScript: %s",
  async (javaScriptEnabled) => {
    const { page, id } = await openWizard(browser, app, { javaScriptEnabled });
    const birth = page.getByRole("group", { name: "Date of birth", exact: true });
    const day = birth.getByRole("textbox", { name: "Day", exact: true });
    await day.fill("14");
    await birth.getByRole("checkbox", { name: "My passport shows no day" }).check();
    await expect(day).toBeHidden();
    await birth.getByRole("textbox", { name: "Month", exact: true }).fill("mar");
    await birth.getByRole("textbox", { name: "Year", exact: true }).fill("1965");
    if (javaScriptEnabled) {
      await expect(birth.getByRole("status").filter({ hasText: /\w/ })).toHaveText(["March 1965"]);
      await expectAccessible(page);
      await birth.getByRole("checkbox").uncheck();
      await expect(day).toHaveValue("14");
      await birth.getByRole("checkbox").check();
    }
    await page.getByRole("button", { name: "Save & Exit" }).click();
    await expect.poll(async () => (await storedStep(app, id, 1)).answers.dateOfBirth).toBe("1965-03");
  },
);

describe("a date in three fields", () => {
  let page: Page;
  let id: string;
  beforeAll(async () => {
    ({ page, id } = await openWizard(browser, app));
  });

  const group = () => page.getByRole("group", { name: "Date of birth", exact: true });
  const textbox = (name: string) => group().getByRole("textbox", { name, exact: true });
  const values = async () => [
    await textbox("Day").inputValue(),
    await textbox("Month").inputValue(),
    await textbox("Year").inputValue(),
  ];
  const spoken = () => group().getByRole("status").filter({ hasText: /\w/ });

  test("[N-DATE-1, N-DATE-10] the date is a labelled group, each field requests its keyboard, and the focus stays until a key moves it", async () => {
    expect(await page.locator('[type="date"]').count()).toBe(0);
    await expect(textbox("Day")).toHaveAttribute("inputmode", "numeric");
    await expect(textbox("Month")).toHaveAttribute("inputmode", "text");
    await expect(textbox("Year")).toHaveAttribute("inputmode", "numeric");
    await textbox("Day").focus();
    await page.keyboard.type("14");
    await expect(textbox("Day")).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.type("may");
    await expect(textbox("Month")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(textbox("Year")).toBeFocused();
  });

  test("[N-DATE-3] an incomplete date is not announced, and a complete one is shown in words in one live region", async () => {
    await expect(spoken()).toHaveCount(0);
    await page.keyboard.type("1990");
    await expect(spoken()).toHaveText(["May 14, 1990"]);
    await expect(page.getByText("May 14, 1990")).toHaveCount(1);
    await textbox("Year").fill("199");
    await expect(spoken()).toHaveCount(0);
  });

  test("[N-DATE-6, N-DATE-7] a missing part is named, and the message links to its field", async () => {
    await textbox("Year").fill("");
    await page.getByRole("button", { name: "Next Step" }).click();
    const message = "Date of birth: the year is missing";
    await page.getByRole("alert").getByRole("link", { name: message }).click();
    await expect(textbox("Year")).toBeFocused();
    await expect(group()).toContainText(message);
    await textbox("Year").fill("90");
    await expect(group()).toContainText("please write the year with four digits, such as 1990");
  });

  test("[N-DATE-9] the typed date stays after a refusal, after a reload and on another device", async () => {
    await expect.poll(values).toEqual(["14", "may", "90"]);
    await page.reload();
    await controlled(page);
    await expect.poll(values).toEqual(["14", "may", "90"]);
    await expect
      // What was not sent yet goes out when the page is left, or when it is there again.
      .poll(async () => (await storedStep(app, id, 1)).answers._typed, { timeout: 90_000 })
      .toMatchObject({ "dateOfBirth.month": "may", "dateOfBirth.year": "90" });
    const elsewhere = await openContext(browser, { javaScriptEnabled: false });
    await elsewhere.addCookies(await page.context().cookies());
    const otherTab = await elsewhere.newPage();
    await otherTab.goto(page.url());
    expect(await otherTab.locator('[name="dateOfBirth.month"]').inputValue()).toBe("may");
    await elsewhere.close();
  });

  test("[N-DATE-4, N-DATE-5] a pasted unambiguous date fills all fields, and an ambiguous one asks which is meant", async () => {
    await textbox("Month").focus();
    await paste(page, "17/04/1988");
    await expect.poll(values).toEqual(["17", "4", "1988"]);
    await expect(textbox("Month")).toBeFocused();
    await paste(page, "05/06/1990");
    const choice = page.getByRole("group", { name: "Which day is it?" });
    await expect(choice.getByRole("button")).toHaveText(["May 6, 1990", "June 5, 1990"]);
    expect(await values(), "nothing is filled in yet").toEqual(["17", "4", "1988"]);
    await expectAccessible(page);
    await choice.getByRole("button", { name: "June 5, 1990" }).click();
    await expect.poll(values).toEqual(["5", "6", "1990"]);
    await expect(spoken()).toHaveText(["June 5, 1990"]);
    await expect(choice).toHaveCount(0);
    await textbox("Day").fill("");
    await paste(page, "the 5th");
    await expect.poll(values).toEqual(["the 5th", "6", "1990"]);
  });
});

test("[N-DATE-3, N-NUM-1, N-NUM-2] without JavaScript the returned page shows how the input was understood", async () => {
  const { page } = await openWizard(browser, app, { step: 6, javaScriptEnabled: false });
  await fillStep(page, { currentStatus: "employed", monthlyIncome: "3.500,00" });
  for (const [part, text] of Object.entries({ day: "1er", month: "août", year: "2015" }))
    await page.locator(`[name="startDate.${part}"]`).fill(text);
  await page.getByRole("button", { name: "Next Step" }).click();
  await expect(page.getByRole("alert")).toContainText("Job title is required");
  await expect(page.getByRole("group", { name: /^Start date/ })).toContainText("August 1, 2015");
  await expect(page.getByText("3,500.00 USD")).toBeVisible();
  expect(await page.locator('[name="monthlyIncome"]').inputValue()).toBe("3.500,00");
});

test("[N-NUM-5, N-NUM-6] a phone number without a code is offered with the code of the address's country, and only the button adds it", async () => {
  const { page, id } = await openWizard(browser, app, { step: 3 });
  const phone = page.locator('[name="primaryPhone"]');
  await fillStep(page, { country: "BS", primaryPhone: "555-0142" });
  await page.getByRole("button", { name: "Next Step" }).click();
  const message = "Please enter a valid phone number, such as +1 242 555 0142";
  await expect(page.getByRole("alert").getByRole("link", { name: message })).toBeVisible();
  await phone.fill("242.555.0142");
  await expect(page.getByText("242 555 0142", { exact: true })).toBeVisible();
  await expect(phone).toHaveValue("242.555.0142");
  const use = page.getByRole("button", { name: "Use +1 242 555 0142" });
  await expectAccessible(page);
  await use.click();
  await expect(phone).toHaveValue("+1 242 555 0142");
  await expect(phone).toBeFocused();
  await expect(use).toHaveCount(0);
  await page.getByRole("button", { name: "Save & Exit" }).click();
  await expect
    .poll(async () => (await storedStep(app, id, 3)).answers)
    .toMatchObject({ primaryPhone: "+1 242 555 0142" });
});
