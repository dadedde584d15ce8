import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect as same, test } from "vitest";
import { admin, freePort, startApp } from "../../test/harness/app-server";
import { expect, openContext } from "../../test/harness/browser/browser";
import { close, openDesk, openEditor } from "../../test/harness/browser/desk-browser";
import { inquiryId, inquiryRow, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { letUndoPass } from "../../test/harness/desk/undo";
import { startMailServer } from "../../test/harness/fakes/mail-server";
import { HttpClient, until } from "../../test/harness/http-client";
import { wake } from "../../test/harness/queue";
import { screenOf } from "../../test/harness/screen";
import { sharedBrowser } from "../../test/harness/shared";

const mail = await startMailServer();
const PORT = String(await freePort());
const app = await startApp({
  PORT,
  PUBLIC_URL: `http://localhost:${PORT}`,
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  TRUST_PROXY: "yes",
});
const browser = await sharedBrowser();

const applicantEmail = "nadege@mail.test";
const praise = "They read every page of it aloud before it went in.";
const openTo = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name }).click();
const publicText = async (path: string) => (await fetch(app.url + path)).text();

/** Ten inquiries, an application as it was just submitted, and a review that the home page shows. */
async function beforeTheDay() {
  await insertInquiries(app, 1, 10);
  await app.query(
    "insert into google_reviews (author_name, rating, review_text, review_date) values ('Ruth Nyambura', 5, $1, current_date)",
    [praise],
  );
  const client = new HttpClient(app);
  const id = await client.start(applicantEmail);
  await client.fillIn(id);
  await client.submit(id);
  const [row] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  return { visitor: client, id, number: row?.number ?? "" };
}

async function triage(page: Page) {
  await openTo(page, "Inquiries");
  for (const [name, status] of [
    ["Person 1", "contacted"],
    ["Person 2", "contacted"],
    ["Person 3", "in_review"],
    ["Person 10", "not_qualified"],
  ] as const) {
    await page.getByLabel(`Status of ${name}`, { exact: true }).selectOption(status);
    await until(`${name} as ${status}`, async () => {
      return (await inquiryRow(app, await inquiryId(app, name)))?.status === status;
    });
  }
  for (const name of ["Person 4", "Person 5", "Person 6", "Person 7"])
    await page.getByLabel(`Select ${name}`, { exact: true }).check();
  await page.getByLabel("New status for the selected rows").selectOption("qualified");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("4 inquiries have a new status")).toBeVisible();
  for (const name of ["Person 8", "Person 9"])
    await page.getByRole("button", { name: `Priority of ${name}`, exact: true }).click();
  await expect(page.getByRole("img", { name: "Priority" })).toHaveCount(2);
  await page.getByRole("link", { name: "View Person 9" }).click();
  const notes = page.getByRole("textbox", { name: "Admin Notes" });
  await notes.fill("Calls back on Tuesday.");
  await notes.blur();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByLabel("Status of Person 9").selectOption("converted");
  await page.getByRole("link", { name: "Close" }).click();
  const rows = await until("the ten of them", async () => {
    const rows = await app.query<{ said: string }>(
      "select status || case when priority then ' !' else '' end || coalesce(': ' || admin_notes, '') as said from visa_inquiries order by created_at",
    );
    return rows[8]?.said.startsWith("converted") ? rows.map(({ said }) => said) : undefined;
  });
  same(rows).toEqual([
    ...["contacted", "contacted", "in_review", "qualified", "qualified", "qualified", "qualified"],
    ...["new !", "converted !: Calls back on Tuesday.", "not_qualified"],
  ]);
}

async function exportQualified(page: Page) {
  await page.locator("summary", { hasText: "Status" }).click();
  await page.getByRole("group", { name: "Status" }).getByLabel("Qualified", { exact: true }).check();
  await page.waitForURL(/status=qualified/);
  await expect(page.getByRole("link", { name: /^View/ })).toHaveCount(4);
  const download = page.waitForEvent("download");
  await openEditor(page, "More actions");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  same(file.suggestedFilename()).toMatch(/^visa-inquiries-\d{4}-\d\d-\d\d\.csv$/);
  const records: Record<string, string>[] = parse(await readFile(await file.path()), { bom: true, columns: true });
  same(records.map(({ Name }) => Name)).toEqual(["Person 7", "Person 6", "Person 5", "Person 4"]);
  for (const record of records) same(Object.keys(record)).toHaveLength(15);
}

/** From submitted to approved; the mail arrives, and the applicant's own page says it. */
async function decide(page: Page, { visitor: client, id, number }: Awaited<ReturnType<typeof beforeTheDay>>) {
  await openTo(page, "Applications");
  for (const [status, label] of [
    ["under_review", "Under Review"],
    ["approved", "Approved"],
  ] as const) {
    await page.getByRole("link", { name: `View ${number}` }).click();
    await page.getByLabel("New status").selectOption(status);
    await page.getByLabel("Message to the applicant").fill(`It is ${status} now; bring your passport.`);
    if (status === "approved") {
      await page.getByRole("button", { name: "Preview the email" }).click();
      const preview = page.getByRole("dialog", { name: "Email preview (not sent yet)" });
      await expect(preview.frameLocator("iframe").getByText("bring your passport").first()).toBeVisible();
      await preview.getByRole("button", { name: "Update and send" }).click();
    } else await page.getByRole("button", { name: "Update Status" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "Status updated successfully! Email notification sent to applicant.",
    );
    await expect(page.getByRole("row").filter({ hasText: number })).toContainText(label);
    await letUndoPass(app);
    await wake(app, "mail.send");
    const arrived = await until("the mail", () =>
      mail.received.find(
        ({ to, mail: { text } }) =>
          to.includes(applicantEmail) && text?.replace(/\s+/g, " ").includes(`It is ${status} now; bring`),
      ),
    );
    same(arrived.mail.subject).toContain(number);
    same(arrived.mail.subject).toContain(label);
  }
  const applicantPage = screenOf(await (await client.get(`/apply/${id}`)).text());
  same(applicantPage.getAllByText("Approved")).not.toEqual([]);
  same(applicantPage.getAllByText("It is approved now; bring your passport.")).not.toEqual([]);
}

describe("a day at the desk", () => {
  let page: Page;
  let application: Awaited<ReturnType<typeof beforeTheDay>>;
  const colleague = { email: "colleague@lucaya.example", password: "the lamp on the pier" };
  beforeAll(async () => {
    application = await beforeTheDay();
    page = await openDesk(browser, app);
  });
  afterAll(() => page && close(page));

  test("[A-INQ-10, A-INQ-11, A-INQ-16] staff set status, star and notes of ten inquiries", () => triage(page));

  test("[A-INQ-19, A-INQ-20, A-INQ-21] staff export the qualified inquiries", () => exportQualified(page));

  test("[A-APPD-11, A-APPD-12, A-APPD-15] staff approve an application, the mails arrive, and its page shows the approval", () =>
    decide(page, application));

  test("[A-REV-4] staff hide a review, and the home page no longer shows it", async () => {
    same(await publicText("/")).toContain(praise);
    await openTo(page, "Today");
    await page.getByRole("link", { name: "Google Reviews" }).click();
    await page.getByRole("button", { name: "Hide the review by Ruth Nyambura" }).click();
    await expect(page.getByRole("button", { name: "Show the review by Ruth Nyambura" })).toBeVisible();
    await until("a home page without it", async () => !(await publicText("/")).includes(praise));
  });

  test("[A-SVC-4] staff change a service's description, and its public page shows it", async () => {
    await page.getByRole("link", { name: "Visa Services" }).click();
    await page.getByRole("link", { name: "Edit Canadian eTA" }).click();
    await page.getByRole("tab", { name: "Content" }).click();
    await page.getByLabel("Short description").fill("Six months of maple, asked for in ten minutes.");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Service updated")).toBeVisible();
    await until("the public page with it", async () =>
      (await publicText("/visa/canadian-eta")).includes("Six months of maple"),
    );
  });

  test("[A-USERS-12] a super admin creates a colleague's account", async () => {
    await page.getByRole("link", { name: "Admin Users" }).click();
    const form = page.getByRole("region", { name: "Create an admin" });
    await form.getByLabel("Email").fill(colleague.email);
    await form.getByLabel("Password", { exact: true }).fill(colleague.password);
    await form.getByLabel("Confirm password").fill(colleague.password);
    await page.getByRole("button", { name: "Create Admin" }).click();
    await expect(page.getByText(`Admin user ${colleague.email} created successfully!`)).toBeVisible();
  });

  test("[A-DASH-2, A-DASH-5, I-PASS-1] the colleague signs in, chooses a name and a password, and sees no Admin Users", async () => {
    const second = await (await openContext(browser)).newPage();
    await second.goto(`${app.url}/admin/login`);
    await second.getByLabel("Email").fill(colleague.email);
    await second.getByLabel("Password", { exact: true }).fill(colleague.password);
    await second.getByRole("button", { name: "Sign In", exact: true }).click();
    await second.getByLabel("Name").fill("Marvin Cooper");
    for (const label of ["New password", "Confirm new password"])
      await second.getByLabel(label, { exact: true }).fill("a tide of one’s own");
    await second.getByRole("button", { name: "Save and open the desk" }).click();
    await second.waitForURL(`${app.url}/admin`);
    await expect(second.getByText(`Signed in as ${colleague.email}`).filter({ visible: true })).toBeVisible();
    await expect(second.getByText(`Signed in as ${admin.email}`)).toHaveCount(0);
    await expect(second.getByRole("link", { name: "Admin Users" })).toHaveCount(0);
    await close(second);
  });
});
