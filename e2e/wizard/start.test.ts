import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, test } from "vitest";
import { serviceOf } from "../../test/harness/applicants/listed-steps";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  openBrowser,
  openContext,
} from "../../test/harness/browser/browser";
import { type Program, removeFolders, startProgram } from "../../test/harness/program";

let program: Program;
let browser: Browser;
beforeAll(async () => {
  [program, browser] = await Promise.all([startProgram(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await removeFolders();
});

test.each([360, 1440])(
  "[W-START-7, W-START-8, W-WIZ-27] %s wide: the button waits for both, an address that is none is pointed out, and each state is accessible",
  async (width) => {
    const { id } = await serviceOf(program, "bahamian-evisa");
    const context = await openContext(browser, { viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${program.url}/apply?service=none`);
    await expect(page.getByText("We do not offer this visa")).toBeVisible();
    await expectAccessible(page);

    await page.goto(`${program.url}/apply?service=${id}`);
    const button = page.getByRole("button", { name: "Start Application" });
    const email = page.getByLabel("Email address");
    const terms = page.getByLabel(/I agree to the/);
    await expect(button).toBeDisabled();
    await expectAccessible(page);
    await email.fill("nobody");
    await expect(button).toBeDisabled();
    await terms.check();
    await expect(button).toBeEnabled();
    await email.fill(" ");
    await expect(button).toBeDisabled();
    await email.fill("nobody");
    await button.click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(email).toHaveValue("nobody");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expectNoScriptErrors();
    await context.close();
  },
);

test("[W-S7-23, W-S5-5] details appear with yes and go with no, the spouse's questions with a spouse, and come back as typed", async () => {
  const context = await openContext(browser, { viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(`${program.url}/apply`);
  await page.getByLabel("Email address").fill("details@mail.example");
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole("button", { name: "Start Application" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Applicant Information" })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/")[2] ?? "";
  await program.query("update visa_applications set furthest_step = 8 where id = $1", [id]);
  for (const [step, question, details] of [
    ["security_questionnaire", "hasVotedUnlawfully", "unlawfulVotingDetails"],
    ["family_background", "hasSpouse", "spousePlaceOfBirth"],
  ]) {
    await page.goto(`${program.url}/apply/${id}?step=${step}`);
    const answer = (value: string) => page.locator(`[name="${question}"][value="${value}"]`);
    const asked = page.locator(`[name="${details}"]`);
    await expect(asked).toBeHidden();
    await answer("yes").check();
    await expect(asked).toBeVisible();
    await asked.fill("In Freeport");
    await answer("no").check();
    await expect(asked).toBeHidden();
    await answer("yes").check();
    await expect(asked).toHaveValue("In Freeport");
    await expectAccessible(page);
  }
  expectNoScriptErrors();
  await context.close();
});
