import type { Browser, Page } from "@playwright/test";
import { afterEach, beforeAll, beforeEach, expect as expectNow, test } from "vitest";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close } from "../../test/harness/browser/desk-browser";
import { type Case, openAsHolder, openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";

let program: Program;
let browser: Browser;
let opened: Case;
let page: Page;
/** As when the reader comes back to the page: it asks at once what has changed, and not only after five seconds. */
const lookAgain = (at: Page) => at.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
const box = () => page.getByRole("textbox", { name: "Your answer" });
beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});
beforeEach(async () => {
  await program.query("delete from limit_counts");
  opened = await submittedCase(program);
  await program.query("delete from case_requests where application_id = $1", [opened.id]);
  await program.query(
    `with request as (insert into case_requests (application_id) values ($1) returning id)
     insert into case_request_items (request_id, application_id, position, kind, name, reason)
     select id, $1, 0, 'question', 'Who pays for the trip?', 'You left it open.' from request`,
    [opened.id],
  );
  page = await openAsHolder(browser, opened);
  await box().fill("My sister pays for all of it.");
  await expect(page.getByText("Saved. Not sent yet.")).toBeVisible();
});

afterEach(() => close(page));

test("[C-ANS-8] without a connection Send says so, leaves the text in its box, and works once the line is back", async () => {
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("There is no connection just now");
  await expect(box()).toHaveValue("My sister pays for all of it.");
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Sent: 1 of 1." })).toBeVisible();
  await expect(page.getByText("so it was not saved")).toBeHidden();
});

test("[C-BOTH-2] what was typed for something that staff take back meanwhile stays on the page", async () => {
  await program.query(
    "update case_request_items set state = 'taken_back', state_reason = 'We have it.', state_at = now() where application_id = $1",
    [opened.id],
  );
  await lookAgain(page);
  await expect(page.getByText("No longer needed")).toBeVisible();
  await expect(box()).toBeHidden();
  await expect(page.getByText("My sister pays for all of it.")).toBeVisible();
  await expectAccessible(page);
});

test("[C-BOTH-2, C-MSG-9] that staff read a message by opening the case is no change for their own page", async () => {
  await program.query("insert into case_messages (application_id, side, body) values ($1, 'applicant', 'When?')", [
    opened.id,
  ]);
  const desk = await openAtDesk(browser, program, opened);
  const loads: string[] = [];
  desk.on("request", (request) => void (request.url().includes(".data") && loads.push(request.url())));
  for (let times = 0; times < 2; times++) {
    const answered = desk.waitForResponse((answer) => answer.url().endsWith("/changes"));
    await lookAgain(desk);
    await (await answered).finished();
  }
  await desk.waitForLoadState("networkidle");
  expectNow(loads.filter((url) => url.includes(opened.id))).toEqual([]);
  await close(desk);
});
