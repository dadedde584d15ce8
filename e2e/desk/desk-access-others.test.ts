import { test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, expectText, goTo, openDesk } from "../../test/harness/browser/desk-browser";
import { inquiryId, insertInquiries, whileRefused } from "../../test/harness/desk/inquiry-rows";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
await insertInquiries(app, 1, 3);
const inquiry = await inquiryId(app, "Person 1");
await new HttpClient(app).start("nadege@mail.example");
await app.query(
  `with files as (
       insert into documents (document_name, document_type, content_type, byte_size, sha256, storage_key, inquiry_id, scan, virus)
       select 'letter-' || n || '.pdf', 'inquiry', 'application/pdf', 2048, repeat('0', 64), 'none/' || n, $1,
         (array['not_scanned', 'waiting', 'infected'])[n]::document_scan, case n when 3 then 'Eicar-Signature' end
       from generate_series(1, 3) n returning *)
     update visa_inquiries set uploaded_documents = (select jsonb_agg(jsonb_build_object(
       'name', document_name, 'url', '/documents/' || id, 'size', byte_size, 'type', content_type)) from files) where id = $1`,
  [inquiry],
);

test("the list of inquiries is accessible with a selection, without results and with a refused change", async () => {
  const page = await openDesk(browser, app, "/admin/inquiries");
  await page.getByLabel("Select Person 1", { exact: true }).check();
  await expectAccessibleAtBoth(page);
  await whileRefused(app, async () => {
    await page.getByLabel("Status of Person 2", { exact: true }).selectOption("qualified");
    await expectText(page, "Failed to update inquiry status");
  });
  await expectAccessibleAtBoth(page);
  await goTo(page, app, "/admin/inquiries?q=nobody");
  await expectText(page, "No inquiries found");
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("an inquiry is accessible with its documents, unsaved notes and the confirmation of its deletion", async () => {
  const page = await openDesk(browser, app, `/admin/inquiries/${inquiry}`);
  for (const text of ["Not scanned", "On hold until scanned", "Virus: Eicar-Signature. Removed"])
    await expectText(page, text);
  await expectAccessibleAtBoth(page);
  await whileRefused(app, async () => {
    await page.getByRole("textbox", { name: "Admin Notes" }).fill("Called.");
    await page.getByRole("textbox", { name: "Admin Notes" }).blur();
    await expectText(page, "Failed to update admin notes");
  });
  await expectAccessibleAtBoth(page);
  await goTo(page, app, `/admin/inquiries/${inquiry}/delete`);
  await whileRefused(app, async () => {
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expectText(page, "Failed to delete inquiry");
  });
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("the mail log is accessible with a failed mail and without mails", async () => {
  const page = await openDesk(browser, app, "/admin/emails");
  await page
    .getByRole("link", { name: /^Details/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByTitle("The email")).toBeVisible();
  await app.query(
    "update email_notifications set status = 'failed', error_message = '550 5.1.1 no such mailbox' where recipient_email = 'nadege@mail.example'",
  );
  await page.reload();
  await expectText(page, "This email couldn’t be sent");
  await expectAccessibleAtBoth(page);
  await goTo(page, app, "/admin/emails?q=nobody");
  await expectText(page, "No emails found matching your filters");
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("the activity is accessible with a filter by action", async () => {
  const page = await openDesk(browser, app, "/admin/users");
  await expect(page.getByRole("table", { name: "Recent activity, newest first" })).toBeVisible();
  await page.getByRole("combobox", { name: "Action" }).selectOption({ index: 1 });
  await page.waitForURL(/action=/);
  await expectAccessibleAtBoth(page);
  await close(page);
});
