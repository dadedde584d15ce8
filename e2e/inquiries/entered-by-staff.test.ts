import type { Page } from "@playwright/test";
import { beforeEach, expect as expectValue, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { inquiryId, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from email_notifications");
  await app.query("delete from visa_applications");
  await app.query("delete from visa_inquiries");
  await insertInquiries(app, 1, 1);
});

const open = (to: string, javaScriptEnabled = true) =>
  openDesk(browser, app, to, javaScriptEnabled ? {} : { javaScriptEnabled });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const kinds = async () =>
  (
    await app.query<{ kind: string }>(
      "select email_type as kind from email_notifications where email_type <> 'new_sign_in' order by created_at",
    )
  ).map(({ kind }) => kind);

test.each([true, false])(
  "[K-MAKE-1, K-MAKE-3] staff turn an inquiry into an application with corrected facts, only once; JavaScript: %s",
  async (scripted) => {
    const id = await inquiryId(app, "Person 1");
    const page = await open(`/admin/inquiries/${id}`, scripted);
    const second = await open(`/admin/inquiries/${id}/application`, scripted);
    await page.getByRole("link", { name: "Make an application" }).click();
    await expect(page.getByLabel("Email address")).toHaveValue("person1@mail.example");
    await expect(page.getByLabel("Purpose of trip")).toHaveValue("To see the snow");
    await page.getByLabel("Visa service").selectOption("");
    await page.getByLabel("Last name").fill("Rolle");
    await press(page, "Make the application");
    await expect(page.getByText("Choose the service first.").first()).toBeVisible();
    await expect(page.getByLabel("Last name")).toHaveValue("Rolle");
    if (scripted) await expectAccessibleAtBoth(page);
    await page.getByLabel("Visa service").selectOption({ index: 1 });
    await press(page, "Make the application");
    await expect(page.getByText("the link is on its way to the applicant")).toBeVisible();
    const [made] = await app.query<{ number: string; name: string }>(
      "select application_number as number, applicant_name as name from visa_applications",
    );
    expectValue(made?.name).toBe("Person Rolle");
    await press(second, "Make the application");
    await expect(second.getByText(`There is already an application: ${made?.number}.`)).toBeVisible();
    expectValue(await app.query("select 1 from visa_applications")).toHaveLength(1);
    await second.goto(`${app.url}/admin/inquiries/${id}`);
    await expect(second.getByRole("link", { name: made?.number ?? "" })).toBeVisible();
    await close(second);
    await close(page);
  },
);

test("[K-MAKE-4] staff enter a caller’s inquiry, which records who entered it, and a refused form keeps its values", async () => {
  const page = await open("/admin/inquiries");
  await page.getByRole("link", { name: "New inquiry" }).click();
  await page.getByLabel("Full name").fill("Rosa Rolle");
  await page.getByLabel("Phone number").fill("+1 242 555 0142");
  await press(page, "Save inquiry");
  await expect(page.getByText("Ask them first. We can’t keep anything without their consent.").first()).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Rosa Rolle");
  await page.getByLabel("How they contacted us").selectOption("Walk-in");
  await page.getByLabel("They agree to our privacy policy").check();
  await press(page, "Save inquiry");
  await expect(page.getByRole("heading", { name: "Rosa Rolle" })).toBeVisible();
  await expect(page.getByText("desk@lucaya.example · Walk-in")).toBeVisible();
  expectValue(await kinds()).toEqual([]);
  await close(page);
});

test.each([true, false])(
  "[K-MAKE-5, K-MAKE-6] staff start a draft, fill it in with the wizard’s questions and hand it over; JavaScript: %s",
  async (scripted) => {
    const page = await open("/admin/applications/new", scripted);
    await press(page, "Create draft");
    await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
    await page.getByLabel("Their email address").fill("rosa@mail.example");
    await page.getByLabel("Visa service").selectOption({ index: 1 });
    await press(page, "Create draft");
    await expect(page.getByRole("heading", { name: "Applicant Information" })).toBeVisible();
    await page.getByLabel("First name", { exact: true }).fill("Rosa");
    await press(page, "Save and next step");
    await expect(page.getByText("Last name is required").first()).toBeVisible();
    await expect(page.getByLabel("First name", { exact: true })).toHaveValue("Rosa");
    if (scripted) await expectAccessibleAtBoth(page);
    await page.getByRole("link", { name: /Passport Information/ }).click();
    await page.getByLabel("Passport number", { exact: true }).fill("RD4471902");
    await press(page, "Save");
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(page.getByText("Hidden and unchanged:")).toBeVisible();
    await expect(page.getByLabel("Passport number", { exact: true })).toHaveCount(0);
    await press(page, "Show to change");
    await expect(page.getByLabel("Passport number", { exact: true })).toHaveValue("RD4471902");
    await page.getByRole("link", { name: "Close" }).click();
    await press(page, "Send the link");
    await expect(page.getByText("The link is on its way to the applicant.")).toBeVisible();
    expectValue(await kinds()).toEqual(["application_invitation"]);
    expectValue(await page.content()).not.toContain("token=");
    await close(page);
  },
);
