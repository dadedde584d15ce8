import { afterAll, describe, test } from "vitest";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { askCorrection } from "../../test/harness/case/asked-correction";
import { openAsHolder, submittedCase, unfold } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const shots = process.env.SHOTS;
const app = await sharedApp();
const browser = await sharedBrowser();
const corrected = await submittedCase(app);
await askCorrection(app, corrected, {
  ...{ step: "applicant_info", name: "Applicant Information" },
  questions: { dateOfBirth: "Date of birth", countryOfBirth: "Country of birth", otherNames: "Other names" },
});
const trip = await askCorrection(app, corrected, {
  ...{ step: "trip_details", name: "Trip Details", reason: "Your letter names another payer." },
  questions: { hasBeenDeniedVisa: "Have you ever been refused a visa or entry to a country?" },
});
const page = await openAsHolder(browser, corrected);
afterAll(async () => {
  expectNoScriptErrors();
  await page.context().close();
});

const item = (name: string) => page.getByRole("group", { name, exact: true });
const born = "Correction of Applicant Information";
const send = () => page.getByRole("button", { name: "Send", exact: true }).click();
async function look(name: string, region = "Open") {
  if (!shots) return;
  await page.getByRole("region", { name: region }).screenshot({ path: `${shots}/${name}-360.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("region", { name: region }).screenshot({ path: `${shots}/${name}-1440.png` });
  await page.setViewportSize({ width: 360, height: 740 });
}

describe("a correction on the case's page", () => {
  test("[C-ANS-5] the correction shows its questions in the wizard's fields with the answers in force", async () => {
    await expect(item(born)).toContainText("It differs from your passport.");
    const date = item(born).getByRole("group", { name: "Date of birth" });
    await expect(date.getByLabel("Day", { exact: true })).toHaveValue("17");
    await expect(item(born).getByRole("combobox", { name: "Country of birth" })).toHaveValue("Haiti");
    await expect(item(born).getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Rolle");
    await look("clean");
    await expectAccessible(page);
  });

  test("[C-ANS-5, C-AMD-6] with JavaScript, questions that a changed answer makes relevant appear at once", async () => {
    const refusal = page.getByRole("textbox", { name: "Details of the refusal" });
    await expect(refusal).toHaveCount(0);
    await item("Correction of Trip Details").getByRole("radio", { name: "Yes" }).check();
    await expect(refusal).toBeVisible();
    await refusal.fill("Canada in 2019");
    await item("Correction of Trip Details").getByRole("radio", { name: "No" }).check();
    await expect(refusal).toHaveCount(0);
    await item("Correction of Trip Details").getByRole("radio", { name: "Yes" }).check();
    await expect(refusal, "what it held comes back").toHaveValue("Canada in 2019");
  });

  test("[C-ANS-6] an unfinished correction is restored after a reload and in another browser", async () => {
    const month = () => item(born).getByRole("group", { name: "Date of birth" }).getByLabel("Month", { exact: true });
    await month().fill("");
    await expect(item(born).getByRole("status").filter({ hasText: "Saved. Not sent yet." })).toBeVisible();
    const otherItem = item("Correction of Trip Details");
    await expect(otherItem.getByRole("status").filter({ hasText: "Saved. Not sent yet." })).toBeVisible();
    await page.reload();
    await unfold(page);
    await expect(month()).toHaveValue("");
    const elsewhere = await openAsHolder(browser, corrected);
    await expect(elsewhere.getByRole("textbox", { name: "Details of the refusal" })).toHaveValue("Canada in 2019");
    await elsewhere.context().close();
    await expect(page.getByRole("textbox", { name: "Details of the refusal" })).toHaveValue("Canada in 2019");
  });

  test("[C-AMD-1, C-AMD-2, C-BOTH-3] a missing answer is reported at its field", async () => {
    await send();
    await expect(page.getByRole("alert")).toContainText(/Please fix: .+\. See below for how\./);
    await expect(item(born).getByRole("group", { name: "Date of birth" })).toContainText("month");
    await expect(item(born)).toContainText(
      "This is the answer that we have. Change it, or tell us in a message that it is right.",
    );
    await look("errors");
    await expectAccessible(page);
    expect(await page.locator(`#item-${trip}`).count()).toBe(1);
  });

  test("[C-ANS-8, C-AMD-1] a complete correction is signed and sent by keyboard, and the others stay open", async () => {
    await page.getByLabel("I certify that the information in this application is true").press("Space");
    await page.getByLabel("Electronic signature").fill("Nadège O’Brien");
    await page.getByLabel("Electronic signature").press("Enter");
    await expect(page.getByRole("alert"), "Enter sends nothing").toContainText("Please fix");
    await page.getByRole("button", { name: "Send", exact: true }).press("Enter");
    const check = page.getByRole("group", { name: "You signed as “Nadège O’Brien”." });
    await expect(check).toBeVisible();
    await look("contradicted");
    await expectAccessible(page);
    const right = check.getByRole("checkbox", { name: "Yes, this is right" });
    await right.check();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Send", exact: true }).press("Enter");
    await expect(page.getByRole("alert")).toContainText("You’re offline");
    await expect(right, "a cut line takes nothing away").toBeChecked();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Send", exact: true }).press("Enter");
    await expect(page.getByRole("status").filter({ hasText: `Sent: 1 of 2. Still open: ${born}.` })).toBeVisible();
    await expect(item("Correction of Trip Details")).toHaveCount(0);
    await look("partly");
    await expectAccessible(page);
  });

  test("[C-ANS-8, C-AMD-4, C-AMD-8] after all corrections are sent, the record shows the pending ones next to the answers in force", async () => {
    const date = item(born).getByRole("group", { name: "Date of birth" });
    await date.getByLabel("Month", { exact: true }).fill("may");
    const country = item(born).getByRole("combobox", { name: "Country of birth" });
    await country.fill("Bahamas");
    await country.press("Enter");
    await item(born).getByRole("button", { name: "Add another other name" }).click();
    await item(born).getByRole("group", { name: "Other name 2" }).getByLabel("Type").selectOption("alias");
    await item(born).getByRole("group", { name: "Other name 2" }).getByRole("textbox", { name: "Name" }).fill("Nana");
    await send();
    await expect(page.getByRole("status").filter({ hasText: "Sent: 1 of 1." })).toBeVisible();
    const done = page.getByRole("region", { name: "Done" });
    await expect(done.getByText("Sent, being checked")).toHaveCount(2);
    await expect(done).toContainText("May 17, 1988");
    const record = page.getByRole("region", { name: "Your answers as you signed them" });
    await unfold(page);
    await expect(record.getByText("April 17, 1988").first()).toBeVisible();
    await expect(record).toContainText("Before: April 17, 1988After: May 17, 1988Signed by Nadège O’Brien on");
    await expect(record).toContainText(
      "Details of the refusalSent, being checkedBefore: Not askedAfter: Canada in 2019",
    );
    await look("done", "Done");
    await look("record", "Your answers as you signed them");
    await expectAccessible(page);
  });

  test("[C-AMD-7] a refused correction starts with the answers in force, with the refused ones next to them", async () => {
    await app.query(
      "update case_item_answers set outcome = 'refused', reason = 'Your passport says June.' where application_id = $1",
      [corrected.id],
    );
    await app.query(
      "update case_request_items set state = 'open', reason = 'Your passport says June.' where application_id = $1",
      [corrected.id],
    );
    await page.reload();
    await unfold(page);
    await expect(item(born)).toContainText("Not accepted: Your passport says June.");
    await expect(item(born)).toContainText("After: May 17, 1988");
    await expect(
      item(born).getByRole("group", { name: "Date of birth" }).getByLabel("Month", { exact: true }),
    ).toHaveValue("4");
    const record = page.getByRole("region", { name: "Your answers as you signed them" });
    await expect(record).not.toContainText("May 17, 1988");
    await look("refused");
    await expectAccessible(page);
  });
});
