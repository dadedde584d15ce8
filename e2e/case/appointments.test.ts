import { afterEach, expect as expectNow, test } from "vitest";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { insertAppointment, openDay } from "../../test/harness/desk/appointments";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(expectNoScriptErrors);

let people = 0;
async function submitted() {
  const client = new HttpClient(app);
  const id = await client.start(`appointed${++people}@mail.example`);
  await app.query("update visa_applications set status = 'under_review', submitted_at = now() where id = $1", [id]);
  return { client, id };
}
async function openPage({ client, id }: { client: HttpClient; id: string }, timezoneId: string) {
  const context = await openContext(browser, { timezoneId });
  await context.addCookies(cookiesOf(client));
  const page = await context.newPage();
  await page.goto(`${app.url}/apply/${id}`);
  return page;
}

test.each([
  ["Europe/London", ["10:30 AM Nassau time", "3:30 PM London time"]],
  ["America/New_York", ["10:30 AM Nassau and New York time"]],
  ["America/Nassau", ["10:30 AM Nassau time"]],
])(
  "[C-APPT-7] with JavaScript, a visitor in %s sees the appointment in Nassau time and in their own",
  async (zone, words) => {
    const submittedCase = await submitted();
    await insertAppointment(app, submittedCase.id, { startsAt: new Date("2099-06-16T14:30:00Z") });
    const page = await openPage(submittedCase, zone);
    await expect(page.getByRole("article", { name: "Interview" }).getByText(/[AP]M .* time$/)).toHaveText(
      words.map((word) => `Tuesday, June 16, 2099 at ${word}`),
    );
  },
);

test("[C-BOTH-3, C-APPT-9] with JavaScript, the applicant confirms on the page or requests another time, a live region announces it, and axe finds nothing", async () => {
  const submittedCase = await submitted();
  await insertAppointment(app, submittedCase.id);
  const page = await openPage(submittedCase, "America/Nassau");
  const article = page.getByRole("article", { name: "Interview" });
  await article.getByText("Ask for another time").click();
  await article.getByRole("button", { name: "Send" }).click();
  await expect(article.getByText("Please tell us what time would suit you.")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await article.getByLabel("Which other time would suit you?").fill("After two, please.");
  await article.getByRole("button", { name: "Send" }).click();
  await expect(article.getByRole("status")).toHaveText("Sent. We’ll write to you about another time.");
  await expect(article.getByText("After two, please.")).toBeVisible();
  await article.getByRole("button", { name: "Confirm appointment" }).click();
  await expect(article.getByRole("status")).toHaveText("Confirmed. Thank you.");
  await expect(article.getByText(/^Confirmed on /)).toBeVisible();
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("[C-APPT-9] with the server unavailable or the device offline the page keeps its text, also text typed while sending", async () => {
  const submittedCase = await submitted();
  await insertAppointment(app, submittedCase.id);
  const page = await openPage(submittedCase, "America/Nassau");
  const article = page.getByRole("article", { name: "Interview" });
  const textbox = article.getByLabel("Which other time would suit you?");
  const send = () => article.getByRole("button", { name: "Send" }).click();
  await article.getByText("Ask for another time").click();
  await textbox.fill("After two, please.");
  await page.context().setOffline(true);
  await send();
  await expect(article.getByRole("alert")).toContainText("You’re offline");
  await page.context().setOffline(false);
  await page.route("**/*", (route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }));
  await send();
  await expect(article.getByRole("alert")).toContainText("This couldn’t be sent");
  await article.getByRole("button", { name: "Confirm appointment" }).click();
  await expect(article.getByRole("alert")).toContainText("This couldn’t be sent");
  await expect(textbox).toHaveValue("After two, please.");
  await expectAccessibleAtBoth(page);
  await page.unroute("**/*");
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/appointments/answer", async (route) => {
    await released;
    await route.continue();
  });
  await send();
  await expect(article.getByRole("button", { name: "Sending…" })).toBeVisible();
  await textbox.fill("After two, please, or on Friday.");
  letThrough();
  await expect(article.getByRole("status")).toHaveText("Sent. We’ll write to you about another time.");
  await expect(article.getByText("After two, please.", { exact: true })).toBeVisible();
  await expect(textbox).toHaveValue("After two, please, or on Friday.");
  await send();
  await expect(article.getByText("After two, please, or on Friday.", { exact: true }).first()).toBeVisible();
  await expect(textbox).toHaveValue("");
  await close(page);
});

test("[C-APPT-9, C-BOTH-5] a request for another time sent again after its response was lost is stored once, even after the page shows it", async () => {
  const submittedCase = await submitted();
  await insertAppointment(app, submittedCase.id);
  const page = await openPage(submittedCase, "America/Nassau");
  const article = page.getByRole("article", { name: "Interview" });
  await article.getByText("Ask for another time").click();
  await article.getByLabel("Which other time would suit you?").fill("After two, please.");
  await page.route("**/appointments/answer", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await article.getByRole("button", { name: "Send" }).click();
  await expect(article.getByRole("alert")).toContainText("You’re offline");
  await page.unroute("**/appointments/answer");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(article.getByText(/^You asked for another time on /)).toBeVisible();
  await article.getByRole("button", { name: "Send" }).click();
  await expect(article.getByRole("status")).toHaveText("Sent. We’ll write to you about another time.");
  const mails = "select from email_notifications where email_type = 'appointment_other_time' and application_id = $1";
  expectNow(await app.query(mails, [submittedCase.id])).toHaveLength(1);
  await close(page);
});

test("[C-BOTH-3] the desk's appointment form with errors, the case and the week are accessible", async () => {
  const { id } = await submitted();
  const page = await openDesk(browser, app, `/admin/applications/${id}/appointments`);
  await page.getByRole("button", { name: "Make the appointment" }).click();
  await expect(page.getByRole("alert")).toContainText("Choose a date.");
  const day = openDay(7);
  await page.getByLabel("Kind").selectOption("Interview");
  await page.getByLabel("Day").fill(day);
  await page.getByLabel("Time", { exact: true }).fill("10:30");
  await page.getByLabel("Place or link").fill("12 Shirley Street, Nassau");
  await page.getByRole("button", { name: "Make the appointment" }).click();
  const made = page.getByRole("region", { name: "Appointments" });
  await expect(made.getByText(/at 10:30 AM Nassau time$/)).toBeVisible();
  await expectAccessibleAtBoth(page);
  await made.getByRole("link", { name: "Move or cancel" }).click();
  await expect(page.getByRole("heading", { name: "Cancel this appointment" })).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.goto(`${app.url}/admin/appointments?week=${day}`);
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await close(page);
});
