import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, test } from "vitest";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { expectAccessibleAtBoth, openDesk, openEditor, sized } from "../../test/harness/browser/desk-browser";
import { inItsFont } from "../../test/harness/browser/own-font";
import { submittedCase } from "../../test/harness/case/opened-case";
import { insertAppointment } from "../../test/harness/desk/appointments";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { insertInquiry } from "../../test/harness/desk/people-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const page = await openDesk(await sharedBrowser(), app, "/admin/people", sized(1440));
afterAll(async () => {
  expectNoScriptErrors();
  await page.context().close();
});

const go = (path: string) => page.goto(app.url + path);
const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const row = (name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: `View ${name}`, exact: true }) });

test("[K-PPL-1] the list of people says so when there are no inquiries and applications", async () => {
  await expect(page.getByRole("heading", { name: "Nobody here yet." })).toBeVisible();
  await expect(page.getByText("People appear with their first inquiry or application.")).toBeVisible();
  await expectAccessibleAtBoth(page);
});

test("[K-PPL-2] cases and inquiries link to their person, whose page lists everything in chronological order", async () => {
  const { id } = await submittedCase(app, "natasha@mail.example");
  const [applicant] = await app.query<{ name: string; phone: string; number: string }>(
    `select applicant_name as name, metadata #>> '{step3,primaryPhone}' as phone, application_number as number
     from visa_applications where id = $1`,
    [id],
  );
  const { name = "", phone = "", number = "" } = applicant ?? {};
  const inquiry = await insertInquiry(app, { name: name.toUpperCase(), phone: phone.replaceAll(" ", "-") });
  await app.query(
    "update visa_inquiries set admin_notes = 'Rang twice', created_at = now() - interval '3 days' where id = $1",
    [inquiry],
  );
  await app.query(
    `insert into case_messages (application_id, side, body) values ($1, 'applicant', 'When will it be?')`,
    [id],
  );
  await insertAppointment(app, id);
  await app.query(
    "insert into ledger_entries (application_id, kind, amount, name, method, paid_on) values ($1, 'payment', 99.5, 'Payment', 'cash', current_date)",
    [id],
  );
  await app.query(
    "insert into application_notes (application_id, body, author_email) values ($1, 'A kind man', 'desk@lucaya.example')",
    [id],
  );
  await go(`/admin/inquiries/${inquiry}`);
  await page.getByRole("link", { name: `Person: ${name} and 1 more record` }).click();
  await expect(heading(name)).toBeVisible();
  const url = page.url();
  const history = page.getByRole("region", { name: "History" });
  const items = history.getByRole("listitem");
  for (const linkName of [
    `Application ${number} started`,
    `Application ${number} submitted`,
    "Message from the applicant",
    "Appointment: ",
    "Payment of $99.50",
    "Note",
    "Notes on the inquiry",
    "Inquiry ",
  ])
    await expect(items.filter({ has: page.getByRole("link", { name: linkName }) }).first()).toBeVisible();
  const times = await history
    .locator("time")
    .evaluateAll((all) => all.map((element) => element.getAttribute("datetime") ?? ""));
  expect(times).toEqual(times.toSorted().reverse());
  const links = await history
    .getByRole("link")
    .evaluateAll((all) => all.map((element) => element.getAttribute("href") ?? ""));
  for (const link of new Set(links)) expect((await page.request.get(app.url + link)).status(), link).toBe(200);
  await expectAccessibleAtBoth(page);
  await go(`/admin/applications/${id}`);
  await page.getByRole("link", { name: `Person: ${name} and 1 more record` }).click();
  await expect(page).toHaveURL(url);
});

test("[F-NAME-4] Not the same person removes an automatically joined record from its person", async () => {
  const same = { name: "Otto Cooper", phone: "+1 242 555 0177" };
  const ids = [await insertInquiry(app, same), await insertInquiry(app, same)];
  await go(`/admin/inquiries/${ids[0]}`);
  await page.getByRole("link", { name: "Person: Otto Cooper and 1 more record" }).click();
  const records = page.getByRole("region", { name: "Records joined by themselves" });
  await expect(records.getByRole("listitem")).toHaveCount(2);
  await expectAccessibleAtBoth(page);
  await records.getByRole("listitem").first().getByRole("button", { name: "Not the same person" }).click();
  await expect(page.getByRole("alert")).toContainText("It now belongs to its own person");
  await expect(records).toBeHidden();
  await expect(page.getByText("Same phone:")).toBeVisible();
  await page.getByRole("link", { name: "Join Otto Cooper and Otto Cooper" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("button", { name: "Separate again" })).toBeVisible();
});

/** The people found by one word: while they are told apart, each minute, the list shows who was there before. */
const find = (word: string, name: string) =>
  expect(async () => {
    await go(`/admin/people?q=${word}`);
    await expect(row(name)).toBeVisible({ timeout: 1_000 });
  }).toPass();

test("[K-PPL-4] [K-PPL-5] possible duplicates are shown side by side, merged after a confirmation, and separated again", async () => {
  const email = "rolle@mail.example";
  await insertInquiry(app, { name: "Rosa Rolle", email, phone: "+1 242 555 0151" });
  await insertInquiry(app, { name: "Tino Rolle", email, phone: "+1 242 555 0152" });
  await find("rosa", "Rosa Rolle");
  await page.getByRole("link", { name: "View Rosa Rolle" }).click();
  const card = page.getByRole("region", { name: "Rosa Rolle and Tino Rolle" });
  await expect(card).toContainText("Same email");
  for (const side of ["Rosa Rolle", "Tino Rolle", "+1 242 555 0151", "+1 242 555 0152"])
    await expect(card.getByText(side, { exact: true })).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.setViewportSize(sized(1440).viewport);
  await card.getByRole("link", { name: "Join Rosa Rolle and Tino Rolle" }).click();
  const question = page.getByRole("alertdialog", { name: "Join these two people?" });
  await question.getByRole("link", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await card.getByRole("link", { name: "Join Rosa Rolle and Tino Rolle" }).click();
  await question.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("alert")).toContainText("They are one person now.");
  await expect(card).toBeHidden();
  await find("tino", "Tino Rolle");
  await expect(row("Tino Rolle")).toContainText("and 1 more");
  await go("/admin/people?duplicates=yes");
  await expect(page.getByRole("heading", { name: "No possible duplicates" })).toBeVisible();
  await go("/admin/people?q=tino");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("button", { name: /^Separate again/ }).click();
  await expect(page.getByRole("alert")).toContainText("They are two people again.");
  await go("/admin/people?duplicates=yes");
  const pair = page.getByRole("region", { name: /Rosa Rolle and Tino Rolle|Tino Rolle and Rosa Rolle/ });
  await expect(pair).toContainText("Same email");
  await page.setViewportSize(sized(1440).viewport);
  await pair.getByRole("button", { name: "Not the same person" }).click();
  await expect(page.getByRole("heading", { name: "No possible duplicates" })).toBeVisible();
  await find("rosa", "Rosa Rolle");
  await page.getByRole("link", { name: "View Rosa Rolle" }).click();
  await expect(page.getByText("Same email: Tino Rolle")).toBeVisible();
  await expect(page.getByRole("region", { name: "Rosa Rolle and Tino Rolle" })).toBeHidden();
});

test("[K-PPL-1] the list shows the latest contact first, 100 per page, and can be searched", async () => {
  await insertInquiries(app, 1, 250);
  const names = () => page.getByRole("table").getByRole("link").allTextContents();
  // Some are assigned at each look.
  await expect(async () => {
    await go("/admin/people?q=person");
    expect(await names()).toHaveLength(100);
    expect((await names())[0]).toBe("View Person 250");
  }).toPass();
  await page.getByRole("link", { name: "Earlier" }).click();
  await expect(row("Person 150")).toBeVisible();
  expect(await names()).toEqual(Array.from({ length: 100 }, (_, index) => `View Person ${150 - index}`));
  await go("/admin/people?q=0042+person");
  await expect(row("Person 42")).toContainText("person42@mail.example");
  await expect(row("Person 42")).toContainText("+1 242 555 0042");
  expect(await names()).toEqual(["View Person 42"]);
  await go("/admin/people");
  await page.setViewportSize(sized(1440).viewport);
  await inItsFont(page);
  const heights = await page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.filter((height) => height < 36 || height > 40)).toEqual([]);
});

test("[K-CSV-1] the columns of the export are chosen before it is made", async () => {
  await go("/admin/applications?status=submitted");
  await openEditor(page, "More actions");
  await page.getByRole("link", { name: "Export CSV" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Export CSV" })).toBeVisible();
  for (const name of await page.getByRole("checkbox").all()) await name.uncheck();
  await page.getByRole("checkbox", { name: "Email" }).check();
  await page.getByRole("checkbox", { name: "Status" }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^visa-applications-\d{4}-\d\d-\d\d\.csv$/);
  const file: string[][] = parse(await readFile(await download.path()), { bom: true });
  expect(file).toEqual([
    ["Email", "Status"],
    ["natasha@mail.example", "Submitted"],
  ]);
  for (const name of await page.getByRole("checkbox").all()) await name.uncheck();
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(page.getByRole("alert")).toContainText("Choose at least one column.");
});
