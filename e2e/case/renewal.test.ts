import { beforeEach, expect as expectNow, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { newEmail } from "../../test/harness/applicants/begun";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { upload } from "../../test/harness/applicants/uploads";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, openContext } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, sized } from "../../test/harness/browser/desk-browser";
import { form, HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(() => app.query("delete from limit_counts"));

async function approvedCase() {
  const client = new HttpClient(app);
  const service = await serviceId(app, "uk-visitor-visa");
  const id = await client.start(newEmail(), { service });
  await client.fillIn(id);
  for (const type of ["passport_copy", "proof_of_funds"]) expectNow((await upload(client, id, type)).status).toBe(200);
  expectNow((await client.submit(id)).outcome.kind).toBe("submitted");
  await app.query("update visa_applications set status = 'approved' where id = $1", [id]);
  await app.query(
    `insert into key_dates (application_id, kind, ends_on, made_by)
     values ($1, 'permit', (now() at time zone 'America/Nassau')::date + 60, 'theo@lucaya.example')`,
    [id],
  );
  return { id, client };
}

/** Passes the steps before the review, without the optional departure date. */
async function passSteps(client: HttpClient, id: string) {
  const [row] = await app.query<{ revisions: Record<string, number>; email: string }>(
    "select revisions, user_email as email from visa_applications where id = $1",
    [id],
  );
  for (const { code, title, number } of standardSteps.slice(0, 7)) {
    const change = {
      revision: String(row?.revisions[`step${number}`] ?? 0),
      ...(code === "applicant_info" ? { email: row?.email ?? "" } : {}),
      ...(code === "trip_details" ? { intendedDepartureDate: "" } : {}),
    };
    const { outcome } = await client.saveTicked(id, { ...form(code, title, change), intent: "next" });
    expectNow(outcome.kind).toBe("moved");
  }
}

test("[X-RENEW-9] offer, page before the start, marked questions, review and documents of a renewal have no axe violation", async () => {
  const { id, client } = await approvedCase();
  const context = await openContext(browser, sized(390));
  await context.addCookies(cookiesOf(client));
  const page = await context.newPage();
  await page.goto(`${app.url}/apply/${id}`);
  await expectAccessibleAtBoth(page);
  await page.getByRole("link", { name: "Renew with these answers" }).click();
  await expect(page.getByRole("heading", { name: "Renew this application" })).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.getByRole("button", { name: "Renew with these answers" }).click();
  await expect(page.getByRole("heading", { name: "Applicant Information" })).toBeVisible();
  const draft = /\/apply\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  for (const { name, value } of await context.cookies()) client.cookies.set(name, value);

  await page.goto(`${app.url}/apply/${id}/again?for=renewal`);
  await expect(page.getByRole("link", { name: "Open the renewal" })).toBeVisible();
  await expectAccessibleAtBoth(page);

  await passSteps(client, draft);
  await page.goto(`${app.url}/apply/${draft}?step=trip_details`);
  const mark = page.getByText("New for this renewal");
  await expect(mark).toHaveCount(1);
  await expectAccessibleAtBoth(page);
  for (const [part, value] of Object.entries({ month: "12", day: "20", year: "2027" }))
    await page.locator(`[name="intendedDepartureDate.${part}"]`).fill(value);
  await expect(mark).toHaveCount(0);
  await page.goto(`${app.url}/apply/${draft}?step=review_certification`);
  await expect(mark.first()).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.goto(`${app.url}/apply/${draft}/documents`);
  await expect(mark).toHaveCount(1);
  await expectAccessibleAtBoth(page);
  await close(page);
});
