import type { Page } from "@playwright/test";
import { beforeAll, describe, expect as same, test } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { signIn } from "../../test/harness/desk/desk";
import { typed } from "../../test/harness/desk/editor-form";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { question, recoveryNotice, reload, storedIn } from "../form-recovery/sending";

const app = await sharedApp();
const browser = await sharedBrowser();
const service = await serviceId(app, "barbados-welcome-stamp");

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const notice = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
/** What a walk through the wizard may not make. */
const made = () =>
  app.query(
    `select (select count(*)::int from visa_applications) as applications, (select count(*)::int from documents) as files,
       (select count(*)::int from email_notifications) as mails`,
  );

test("[O-STEP-1, O-STEP-2, O-STEP-4] a service gets its own steps, which can be previewed before they are public", async () => {
  const page = await openDesk(browser, app, `/admin/content/steps/service-${service}`);
  await press(page, "Make its own");
  await expect(page.getByText("It now has its own steps.")).toBeVisible();
  await expect(page.getByText("This service has its own steps.")).toBeVisible();
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
  same((await new HttpClient(app).get("/admin/steps/preview")).status).toBe(302);
  await close(page);
});

test("[O-STEP-5, O-STEP-6] the screen counts affected drafts before publishing, and a draft continues after one of its steps was hidden", async () => {
  const applicant = new HttpClient(app);
  const id = await applicant.start("steps@mail.example", { service });
  await app.query(
    `update visa_applications set current_step = 2, furthest_step = 3,
       metadata = metadata || '{"step2": {"passportNumber": "x"}}' where id = $1`,
    [id],
  );
  const page = await openDesk(browser, app, `/admin/content/steps/service-${service}`);
  const counted = page.waitForResponse((response) => response.request().method() === "POST");
  await press(page, "Recount with my changes");
  await counted;
  const message = "1 draft uses these steps, and 1 has answers in a hidden step, which are kept and not asked for.";
  await expect(page.getByText(message).first()).toBeVisible();
  await press(page, "Publish now");
  await notice(page, "is public.");
  const title = async () => /<h1[^>]*>(.*?)<\/h1>/.exec(await (await applicant.get(`/apply/${id}`)).text())?.[1];
  await until("the draft opens at the next step", async () => (await title()) === "Contact Information");
  const [row] = await app.query("select metadata -> 'step2' as answers from visa_applications where id = $1", [id]);
  same(row).toEqual({ answers: { passportNumber: "x" } });
  await press(page, "Use the country’s");
  await press(page, "Yes, use the country’s");
  await expect(page.getByText("The standard eight steps are used again.")).toBeVisible();
  await close(page);
});

/** How many steps of its own the service has. */
const ownSteps = async () =>
  (await app.query("select 1 from country_form_configurations where visa_service_id = $1", [service])).length;

test("[O-STEP-1, O-EDIT-2] Enter in a field saves the draft, and a service's own steps are removed only after a confirmation", async () => {
  const path = `/admin/content/steps/service-${service}`;
  const page = await openDesk(browser, app, path);
  await press(page, "Make its own");
  await expect(page.getByText("This service has its own steps.")).toBeVisible();
  const own = await ownSteps();
  await page.getByLabel("Place of Passport Information").fill("7");
  await page.getByLabel("Place of Passport Information").press("Enter");
  await notice(page, "is saved as a draft.");
  same(await ownSteps()).toBe(own);

  const desk = await signIn(app);
  for (const more of [{}, { sure: "no" }]) {
    const response = await desk.post(path, await typed(desk, path, { intent: "act.back", ...more }));
    same(response.status).toBe(200);
    same(await response.text()).toContain("Remove this service’s own steps now?");
  }
  same(await ownSteps()).toBe(own);

  await page.getByLabel("Place of Contact Information").fill("9");
  await press(page, "Use the country’s");
  await expect(page.getByRole("alert")).toContainText("Remove this service’s own steps now?");
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessibleAtBoth(page);
  await page.getByRole("link", { name: "Keep own steps" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Use the country’s" })).toBeFocused();
  await expect(page.getByLabel("Place of Contact Information")).toHaveValue("9");
  same(await ownSteps()).toBe(own);
  await press(page, "Use the country’s");
  await press(page, "Yes, use the country’s");
  await expect(page.getByText("The standard eight steps are used again.")).toBeVisible();
  same(await ownSteps()).toBe(0);
  same(await storedIn(page), "what was typed of steps that are gone").toBe("{}");
  await close(page);
});

test("[O-STEP-1] the confirmation before removing a service's own steps names the scheduled versions that it cancels", async () => {
  await app.query("delete from country_form_configurations where visa_service_id = $1", [service]);
  const page = await openDesk(browser, app, `/admin/content/steps/service-${service}`);
  await press(page, "Make its own");
  await expect(page.getByText("This service has its own steps.")).toBeVisible();
  await page.getByLabel("Place of Passport Information").fill("5");
  const year = new Date().getUTCFullYear() + 1;
  await page.getByLabel("Date", { exact: true }).fill(`${year}-01-15`);
  await page.getByLabel("Time in Nassau").fill("09:00");
  await page.getByLabel("Time in Nassau").press("Enter");
  await notice(page, "is scheduled.");
  await press(page, "Use the country’s");
  await expect(page.getByRole("alert")).toContainText(`, scheduled for Jan 15, ${year}, 09:00.`);
  await press(page, "Yes, use the country’s");
  await expect(page.getByText("The standard eight steps are used again.")).toBeVisible();
  same(await app.query("select number from content_versions where scheduled_for is not null")).toEqual([]);
  await close(page);
});

describe("buttons that don't save the typed values", () => {
  const buttons = [
    ["Recount with my changes", /drafts? uses? these steps/],
    ["Make its own", "It now has its own steps."],
  ] as const;
  const positionInput = (page: Page) => page.getByLabel("Place of Trip Details");
  /** The steps of a service that has none of its own, on a page with something typed. */
  async function openWithInput(options: Parameters<typeof openDesk>[3] = {}): Promise<Page> {
    await app.query("delete from country_form_configurations where visa_service_id = $1", [service]);
    const page = await openDesk(browser, app, `/admin/content/steps/service-${service}`, options);
    await positionInput(page).fill("11");
    return page;
  }

  test.each(buttons)(
    "[K-KEEP-4, K-KEEP-5, O-EDIT-12] the button keeps the typed values as unsaved: %s",
    async (button, message) => {
      const page = await openWithInput();
      await press(page, button);
      await expect(page.getByRole("status").filter({ hasText: message })).toBeVisible();
      await page.getByRole("link", { name: "Content", exact: true }).last().click();
      await expect(question(page)).toBeVisible();
      await press(page, "Stay here");
      await reload(page);
      await expect(recoveryNotice(page)).toBeVisible();
      await expect(positionInput(page)).toHaveValue("11");
      await close(page);
    },
  );

  test.each(buttons)(
    "[K-KEEP-8, O-STEP-1] without JavaScript the button keeps the typed values: %s",
    async (button, message) => {
      const page = await openWithInput({ javaScriptEnabled: false });
      await press(page, button);
      await expect(page.getByRole("status").filter({ hasText: message })).toBeVisible();
      await expect(positionInput(page)).toHaveValue("11");
      await close(page);
    },
  );
});

describe("a step moved by its arrow buttons", () => {
  /** Of a service that no other test gives steps. */
  let path: string;
  beforeAll(async () => {
    path = `/admin/content/steps/service-${await serviceId(app, "canadian-eta")}`;
  });
  /** Each step as it stands: its place, and whether it is shown where that can be chosen. */
  const rowsOf = (page: Page) =>
    page
      .getByRole("group", { name: "Steps", exact: true })
      .getByRole("listitem")
      .evaluateAll((rows) =>
        rows.map((row) => {
          const controls = [...row.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")];
          return controls.map(({ value }) => value).join(" ");
        }),
      );

  test("[K-KEEP-4, K-KEEP-5, O-EDIT-12] a moved step counts as unsaved, although every visible field is unchanged", async () => {
    const page = await openDesk(browser, app, path);
    const before = await rowsOf(page);
    await press(page, "Move Contact Information up");
    const moved = await rowsOf(page);
    same(moved.slice(1, 3)).toEqual(["contact_info 2 shown", "passport_info 3 shown"]);
    await page.getByRole("link", { name: "Content", exact: true }).last().click();
    await expect(question(page)).toBeVisible();
    await press(page, "Stay here");
    await page.locator("summary").filter({ hasText: "Trip Details" }).click();
    await page.getByLabel("Title of Trip Details").fill("Your stay");
    await reload(page);
    await expect(recoveryNotice(page)).toBeVisible();
    same(await rowsOf(page)).toEqual(moved);
    await expect(page.getByLabel("Title of Trip Details")).toHaveValue("Your stay");
    await press(page, "Discard it");
    same(await rowsOf(page)).toEqual(before);
    await expect(page.getByLabel("Title of Trip Details")).toHaveValue("");
    same(await storedIn(page)).toBe("{}");
    await close(page);
  });

  test("[K-KEEP-5, O-EDIT-12] a step moved past a hidden one is restored, also after another admin saved another order", async () => {
    const page = await openDesk(browser, app, path);
    await press(page, "Move Bahamas Employment up");
    await page.getByLabel("Trip Details is").selectOption("hidden");
    const moved = await rowsOf(page);
    same(moved.slice(6, 8)).toEqual(["bahamas_employment 7 hidden", "security_questionnaire 8 shown"]);
    await reload(page);
    await expect(recoveryNotice(page)).toBeVisible();
    same(await rowsOf(page)).toEqual(moved);
    const otherPage = await openDesk(browser, app, path);
    await otherPage.getByLabel("Passport Information is").selectOption("hidden");
    await press(otherPage, "Move Passport Information down");
    await press(otherPage, "Save draft");
    await notice(otherPage, "is saved as a draft.");
    await close(otherPage);
    await reload(page);
    await expect(recoveryNotice(page)).toBeVisible();
    same(await rowsOf(page)).toEqual(moved);
    await close(page);
  });
});
