import { afterAll, describe, test } from "vitest";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { expectAccessibleAtBoth, goTo } from "../../test/harness/browser/desk-browser";
import { openAsHolder, openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import { readMetadata, readStepRow } from "../../test/harness/encryption/stored-answers";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(async () => {
  expectNoScriptErrors();
  await desk.context().close();
  await page.context().close();
});

const title = "Passport Information";
const [first, mistyped, right] = ["RD4471902", "RD12345", "RD9990001"];
const story = "On a bus in Nassau, reported the same day.";
const numberField = () => page.getByRole("textbox", { name: "Passport number", exact: true });
const item = () => page.getByRole("group", { name: `Correction of ${title}`, exact: true });
const entry = () => desk.getByRole("region", { name: "Requests" }).getByRole("listitem").filter({ hasText: title });
const answers = () => desk.locator("details").filter({ has: desk.getByRole("heading", { name: title, exact: true }) });
const corrections = (label: string) =>
  answers().getByRole("list", { name: `Corrections: ${label}`, includeHidden: true });

/** What was signed, and the files that it names, as the database holds them. */
const recordBytes = () =>
  app.query(
    `select md5(s::text) as md5, s::text as record,
       (select json_agg(d order by d.id) from application_documents d where d.application_id = s.application_id) as files
     from application_submissions s where application_id = $1`,
    [signed.id],
  );
const signed = await submittedCase(app);
const record: unknown = await recordBytes();
const desk = await openAtDesk(browser, app, signed);
const page = await openAsHolder(browser, signed);

async function sendCorrection() {
  const certification = page.getByRole("checkbox", { name: /^I certify/ });
  await certification.check();
  await page.getByRole("textbox", { name: "Electronic signature" }).fill("Nadège Ñuñez O'Brien-陳");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Sent: 1 of 1." })).toBeVisible();
}

describe("a correction from request to acceptance", () => {
  test("[C-REQ-3, C-AMD-9] the desk's answers link to the request form, whose checkboxes have the questions as signed and mask sensitive answers", async () => {
    await answers().locator("summary").first().click();
    await answers()
      .getByRole("link", { name: /^Ask for a correction/ })
      .click();
    await expect(desk.getByRole("combobox", { name: "What do you need?" })).toHaveValue("correction:passport_info");
    const ticks = desk.getByRole("group", { name: "What needs correcting?" });
    const number = ticks.getByRole("checkbox", { name: "Passport number", exact: true });
    await expect(number).toHaveAccessibleDescription("Hidden");
    await expect(
      ticks.getByRole("checkbox", { name: "Country of nationality", exact: true }),
    ).toHaveAccessibleDescription("Haiti");
    await desk.getByRole("textbox", { name: "Why you need it" }).fill("Your passport has another number.");
    await desk.getByRole("button", { name: "Ask the applicant" }).click();
    await expect(desk.getByRole("alert").getByText("Select the questions to correct.")).toBeVisible();
    await expectAccessibleAtBoth(desk);
    await number.check();
    await ticks.getByRole("checkbox", { name: "Have you ever lost a passport or had one stolen?" }).check();
    await desk.getByRole("button", { name: "Ask the applicant" }).click();
    await expect(entry()).toContainText("Correction of Passport Information");
    await expect(entry()).toContainText("Have you ever lost a passport or had one stolen?");
    expect(await desk.content()).not.toContain(first);
  });

  test("[C-AMD-1, C-AMD-4, C-AMD-9] a signed correction appears at the open desk, being checked and masked", async () => {
    await expect(item()).toBeVisible({ timeout: 30_000 });
    await numberField().fill(mistyped);
    await item().getByRole("radio", { name: "Yes" }).check();
    await page.getByRole("textbox", { name: "What happened" }).fill(story);
    await sendCorrection();
    await expect(entry().getByText("Sent, being checked").first()).toBeVisible({ timeout: 30_000 });
    await expect(corrections("Passport number")).toContainText("Sent, being checked");
    await expect(corrections("Passport number")).toContainText("Hidden");
    await expect(corrections("Have you ever lost a passport or had one stolen?")).toContainText("Yes");
    for (const number of [first, mistyped]) expect(await desk.content()).not.toContain(number);
    await expectAccessibleAtBoth(desk);
    expect((await readMetadata(app, signed.id))?.step2).toMatchObject({ passportNumber: first });
  });

  test("[C-AMD-9, C-CHK-1] staff reveal the correction, which is recorded, and ask again with a reason", async () => {
    await entry()
      .getByRole("button", { name: `Reveal the hidden answers of ${title}` })
      .click();
    await expect(entry()).toContainText(mistyped);
    await expect(corrections("Passport number"), "in the record too").toContainText(mistyped);
    const recorded = await app.query<{ fields: string }>(
      "select details ->> 'fields' as fields from admin_activity_log where action_type = 'sensitive_answers_revealed' and subject_id = $1",
      [signed.id],
    );
    expect(recorded).toEqual([{ fields: "passportNumber" }]);
    await entry().getByText("Ask again").first().click();
    await entry().getByRole("textbox", { name: "What is wrong with it" }).fill("The number has nine characters.");
    await entry().getByRole("button", { name: "Ask again" }).click();
    await expect(entry()).toContainText("Not accepted: The number has nine characters.");
    await expect(corrections("Passport number")).toHaveCount(0);
  });

  test("[C-AMD-7, C-AMD-2] the field starts with the answer in force, the refused answer is shown next to it, and the applicant corrects it again", async () => {
    await page.reload();
    await expect(numberField()).toHaveValue(first);
    await expect(item()).toContainText("The number has nine characters.");
    await expect(item()).toContainText(mistyped);
    await numberField().fill(right);
    await item().getByRole("radio", { name: "Yes" }).check();
    await page.getByRole("textbox", { name: "What happened" }).fill(story);
    await sendCorrection();
    await expectAccessible(page);
  });

  test("[C-AMD-5, C-AMD-8] an accepted correction is in force in answers, table and Verify, and the record shows both values", async () => {
    await goTo(desk, app, `/admin/applications/${signed.id}`);
    await entry()
      .getByRole("button", { name: /^Accept/ })
      .click();
    await expect(entry().getByText("Accepted", { exact: true })).toBeVisible();
    await expect(corrections("Passport number")).toContainText("In force since");
    await expect(corrections("Passport number")).toContainText("Signed by Nadège Ñuñez O'Brien-陳");
    await expect(corrections("What happened")).toContainText(`Not asked`);
    await expect(corrections("What happened")).toContainText(story);
    await expectAccessibleAtBoth(desk);
    const inForce = { passportNumber: right, hasLostStolenPassport: true, lostStolenDetails: story };
    expect((await readMetadata(app, signed.id))?.step2).toMatchObject(inForce);
    expect(await readStepRow(app, "passport_info", signed.id)).toMatchObject({
      passport_number: right,
      has_lost_stolen_passport: true,
      lost_stolen_details: story,
    });
    await goTo(desk, app, "/admin/migration");
    await desk.getByRole("textbox", { name: "Application ID" }).fill(signed.id);
    await desk.getByRole("button", { name: "Verify" }).click();
    await expect(desk.getByRole("region", { name: "Verification result" })).toContainText("Verified");
  });

  test("[C-AMD-3, C-AMD-8] the signed record is unchanged, and the page shows it with the correction", async () => {
    expect(await recordBytes()).toEqual(record);
    await page.reload();
    const list = page.getByRole("region", { name: "Your answers as you signed them" });
    await expect(list).toContainText(first);
    await expect(list).toContainText(right);
    await expect(list).not.toContainText(mistyped);
  });
});
