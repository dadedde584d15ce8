import { afterAll, describe, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { askCorrection } from "../../test/harness/case/asked-correction";
import { openAsHolder, submittedCase, unfold } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const shots = process.env.SHOTS;
const app = await sharedApp();
const browser = await sharedBrowser();
const corrected = await submittedCase(app);
const names = { otherNames: "Other names", countryOfBirth: "Country of birth" };
await askCorrection(app, corrected, { step: "applicant_info", name: "About you", questions: names });
const refused = { hasBeenDeniedVisa: "Have you ever been refused a visa or entry to a country?" };
await askCorrection(app, corrected, { step: "trip_details", name: "Your trip", questions: refused });
let page = await openAsHolder(browser, corrected, { javaScriptEnabled: false });
afterAll(() => page.context().close());

const item = (name: string) => page.getByRole("group", { name, exact: true });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const details = () => page.getByRole("textbox", { name: "Details of the refusal" });
const entry = (index: number) => item("Correction of About you").getByRole("group", { name: `Other name ${index}` });

describe("a correction without JavaScript", () => {
  test("[C-BOTH-1, C-ANS-5, C-AMD-6] questions that a changed answer makes relevant appear after the round trip", async () => {
    await expect(details()).toHaveCount(0);
    await item("Correction of Your trip").getByRole("radio", { name: "Yes" }).check();
    await item("Correction of About you").getByLabel("Country of birth").selectOption({ label: "Bahamas" });
    await page.getByLabel("Electronic signature").fill("Nadège O’Brien");
    await press("Send");
    await expect(page.getByRole("alert")).toContainText(/Please fix: .+\. See below for how\./);
    await expect(item("Correction of Your trip")).toContainText("Details of the refusal are required");
    await expect(item("Correction of Your trip").getByRole("radio", { name: "Yes" })).toBeChecked();
    await expect(item("Correction of About you").getByLabel("Country of birth")).toHaveValue("BS");
    await details().fill("Canada in 2019");
    if (shots) await page.screenshot({ path: `${shots}/noscript.png` });
  });

  test("[C-BOTH-1] a button adds a list entry and keeps the other typed values", async () => {
    await press("Add another other name");
    await expect(entry(2)).toBeVisible();
    await expect(details()).toHaveValue("Canada in 2019");
    await entry(2).getByLabel("Type").selectOption("alias");
    await entry(2).getByRole("textbox", { name: "Name" }).fill("Nana");
  });

  test("[C-BOTH-1, C-ANS-6] Save for later keeps the unfinished correction, in another browser too", async () => {
    await press("Save for later");
    await expect(page.getByRole("status").filter({ hasText: "Saved. Nothing was sent yet." })).toBeVisible();
    const first = page.context();
    page = await openAsHolder(browser, corrected, { javaScriptEnabled: false });
    await expect(entry(2).getByRole("textbox", { name: "Name" })).toHaveValue("Nana");
    await first.close();
  });

  test("[C-BOTH-1, C-AMD-1] a correction is signed and sent, and a refused one keeps the typed name", async () => {
    await page.getByLabel("Electronic signature").fill("Nadège O’Brien");
    await press("Send");
    await expect(page.getByRole("alert")).toContainText("Your corrections are not signed yet");
    await expect(page.getByText("You must certify the accuracy of your information")).toBeVisible();
    await expect(page.getByLabel("Electronic signature")).toHaveValue("Nadège O’Brien");
    await page.getByLabel("I certify that the information in this application is true").check();
    await press("Send");
    const check = page.getByRole("group", { name: "You signed as “Nadège O’Brien”." });
    await check.getByRole("checkbox", { name: "Yes, this is right" }).check();
    await expect(page.getByLabel("I certify that the information in this application is true")).toBeChecked();
    await press("Send");
    await expect(page.getByRole("status").filter({ hasText: "Sent: 2 of 2." })).toBeVisible();
    await unfold(page);
    const record = page.getByRole("region", { name: "Your answers as you signed them" });
    await expect(record).toContainText("Signed by Nadège O’Brien on");
    await expect(record.getByText("Sent, being checked").first()).toBeVisible();
  });
});
