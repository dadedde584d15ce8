import type { Browser, Page } from "@playwright/test";
import { beforeAll, expect as same, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";
import { until, Visitor } from "../../test/harness/visitor";

let program: Program;
let browser: Browser;
let service: string;
beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
  const [row] = await program.query<{ id: string }>(
    "select id from visa_services where slug = 'barbados-welcome-stamp'",
  );
  service = row?.id ?? "";
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const notice = (page: Page, words: string) => expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
/** What a walk through the wizard may not make. */
const made = () =>
  program.query(
    `select (select count(*)::int from visa_applications) as applications, (select count(*)::int from documents) as files,
       (select count(*)::int from email_notifications) as mails`,
  );

test("[O-STEP-1, O-STEP-2, O-STEP-4] a service gets steps of its own, which are walked through before they are public", async () => {
  const page = await openDesk(browser, program, `/admin/content/steps/service-${service}`);
  await press(page, "Make its own");
  await expect(page.getByText("These steps are its own now.")).toBeVisible();
  await expect(page.getByText("These are the service’s own steps.")).toBeVisible();
  await page.getByLabel("Passport Information is").selectOption("hidden");
  await expect(page.getByLabel("Title of Trip Details")).toBeHidden();
  await page.locator("summary").filter({ hasText: "Trip Details" }).click();
  await page.getByLabel("Title of Trip Details").fill("Your stay");
  await page.getByLabel("Hint of Trip Details").fill("Have your tickets ready.");
  await page.getByLabel("Help text of Trip Details").fill("Dates may change later.");
  await expectAccessibleAtBoth(page);
  const before = await made();
  await press(page, "Preview");
  await page.waitForURL(/\/admin\/steps\/preview/);
  await expect(page.getByText("applicants do not see this yet")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Applicant Information" })).toBeVisible();
  await page.getByLabel("First name").first().fill("Marva");
  await press(page, "Next Step");
  await expect(page.getByRole("heading", { level: 1, name: "Contact Information" })).toBeVisible();
  await press(page, "Next Step");
  await expect(page.getByRole("heading", { level: 1, name: "Your stay" })).toBeVisible();
  await expect(page.getByText("Have your tickets ready.")).toBeVisible();
  await page.getByText("Help with this step").click();
  await expect(page.getByText("Dates may change later.")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole("button", { name: /Review & Certification/ })
    .first()
    .click();
  await expect(page.getByText("Marva").first()).toBeVisible();
  await press(page, "Submit Application");
  await expect(page.getByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
  same(await made()).toEqual(before);
  same((await new Visitor(program).get("/admin/steps/preview")).status).toBe(302);
  await close(page);
});

test("[O-STEP-5, O-STEP-6] a running draft is counted before, and goes on after a step of it was hidden", async () => {
  const applicant = new Visitor(program);
  const id = await applicant.start("steps@mail.example", { service });
  await program.query(
    `update visa_applications set current_step = 2, furthest_step = 3,
       metadata = metadata || '{"step2": {"passportNumber": "x"}}' where id = $1`,
    [id],
  );
  const page = await openDesk(browser, program, `/admin/content/steps/service-${service}`);
  const counted = page.waitForResponse((response) => response.request().method() === "POST");
  await press(page, "Count again with what is typed");
  await counted;
  const words = "1 draft uses these steps. In 1 of them a hidden step has answers: they are kept and not asked for.";
  await expect(page.getByText(words).first()).toBeVisible();
  await press(page, "Publish now");
  await notice(page, "is public.");
  const title = async () => /<h1[^>]*>(.*?)<\/h1>/.exec(await (await applicant.get(`/apply/${id}`)).text())?.[1];
  await until("the draft opens at the next step", async () => (await title()) === "Contact Information");
  const [row] = await program.query("select metadata -> 'step2' as answers from visa_applications where id = $1", [id]);
  same(row).toEqual({ answers: { passportNumber: "x" } });
  await page.getByText("Use the country’s", { exact: true }).click();
  await press(page, "Yes, use the country’s");
  await expect(page.getByText("The standard eight steps count again.")).toBeVisible();
  await close(page);
});
