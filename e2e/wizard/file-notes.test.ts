import type { BrowserContext, Page } from "@playwright/test";
import { afterAll, expect as expectValue, test } from "vitest";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { pdfFile } from "../../test/harness/applicants/uploads";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors, expectToFit, openContext } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { signIn } from "../../test/harness/desk/desk";
import type { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const contexts: BrowserContext[] = [];
afterAll(async () => {
  for (const context of contexts) await context.close();
});
async function openAs(client: HttpClient, path: string): Promise<Page> {
  const context = await openContext(browser, { viewport: { width: 360, height: 800 } });
  contexts.push(context);
  await context.addCookies(cookiesOf(client));
  const page = await context.newPage();
  await page.goto(app.url + path);
  return page;
}

const withFile = (fields: Readonly<Record<string, string>>, name: string) => {
  const body = new FormData();
  for (const [key, value] of Object.entries({ attempt: crypto.randomUUID(), ...fields })) body.set(key, value);
  body.set("file", pdfFile(name));
  return body;
};
const hint = "This picture looks blurred. Can you read every word on it?";
const noteHint = (name: string) =>
  app.query(
    "insert into document_hints (document_id, code) select id, 'blurred' from documents where document_name = $1",
    [name],
  );

async function expectWellMade(page: Page) {
  await expectAccessibleAtBoth(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectToFit(page);
}

/** Every button in the lists of files says which file it is about. */
async function expectNamed(page: Page, name: string) {
  const buttons = page.getByRole("listitem").filter({ hasText: name }).getByRole("button");
  for (const button of await buttons.all()) await expect(button).toHaveAccessibleName(new RegExp(name));
  expectValue(await buttons.count()).toBeGreaterThan(0);
}

test("[U-PHOTO-6] the documents page with hints, dates and readings is accessible, fits a phone, and names files on buttons", async () => {
  const { client, id } = await startBahamas(app);
  for (const [type, name] of [
    ["photo", "portrait.pdf"],
    ["passport_copy", "my-passport.pdf"],
  ] as const) {
    expectValue((await client.post(`/apply/${id}/documents/save`, withFile({ type }, name))).status).toBe(200);
    await noteHint(name);
  }
  await app.query("update passport_readings set state = 'unreadable' where application_id = $1", [id]);
  const page = await openAs(client, `/apply/${id}/documents`);
  await expect(page.getByText(hint)).toHaveCount(2);
  await expect(page.getByText(/^We could not read the two lines/)).toBeVisible();
  await expect(page.getByRole("group", { name: "Date of issue of portrait.pdf" })).toBeVisible();
  await expectWellMade(page);
  for (const name of ["portrait.pdf", "my-passport.pdf"]) await expectNamed(page, name);
});

test("[U-PHOTO-6] a request's item and the desk with a hint and a date are accessible, fit a phone, and name files on buttons", async () => {
  const { client, id } = await submittedCase(app);
  await app.query(
    "update document_requirements set date_rule = 'filing', date_amount = 30, date_unit = 'days' where document_type = 'photo'",
  );
  await app.query(
    "update visa_applications set visa_service_id = (select id from visa_services where slug = 'us-travel-b1-b2-visa') where id = $1",
    [id],
  );
  const desk = await signIn(app);
  const ask = { what: "document", documentType: "", name: "Photograph", reason: "Too dark", dueOn: "", intent: "ask" };
  const asked = await desk.post(`/admin/applications/${id}/requests`, { ...ask, attempt: crypto.randomUUID() });
  expectValue(asked.status).toBe(302);
  const [item] = await app.query<{ id: string }>(
    "update case_request_items set document_type = 'photo' where application_id = $1 and name = 'Photograph' and state = 'open' returning id",
    [id],
  );
  const sent = withFile({ item: item?.id ?? "" }, "again.pdf");
  expectValue((await client.post(`/apply/${id}/requests/save`, sent)).status).toBe(200);
  await noteHint("again.pdf");
  const page = await openAs(client, `/apply/${id}/requests`);
  await expect(page.getByText(hint)).toBeVisible();
  await expect(page.getByRole("group", { name: "Date of issue of again.pdf" })).toBeVisible();
  await expectWellMade(page);
  await expectNamed(page, "again.pdf");

  await app.query(
    "update documents set case_item_id = null, document_type = 'photo' where document_name = 'again.pdf'",
  );
  const ofStaff = await openDesk(browser, app, `/admin/applications/${id}`, { viewport: { width: 360, height: 800 } });
  await expect(ofStaff.getByText("Looks blurred").first()).toBeVisible();
  await expectWellMade(ofStaff);
  await close(ofStaff);
});
