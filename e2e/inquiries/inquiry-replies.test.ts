import type { Page } from "@playwright/test";
import { beforeEach, expect as expectValue, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { writtenMails } from "../../test/harness/desk/inquirer";
import { inquiryId, inquiryRow, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { letUndoPass } from "../../test/harness/desk/undo";
import { until } from "../../test/harness/http-client";
import { wake } from "../../test/harness/queue";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let id: string;

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from visa_inquiries");
  await app.query("delete from saved_replies");
  await app.query("delete from email_notifications");
  await insertInquiries(app, 1, 1);
  id = await inquiryId(app, "Person 1");
});

const openTab = (to: string, javaScriptEnabled = true) =>
  openDesk(browser, app, to, javaScriptEnabled ? {} : { javaScriptEnabled });
const open = (scripted = true) => openTab(`/admin/inquiries/${id}`, scripted);
const textbox = (page: Page) => page.getByRole("textbox", { name: "Reply", exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send reply" }).click();
const thread = (page: Page) => page.getByRole("region", { name: "Conversation" });
const contacted = (page: Page) =>
  page.getByRole("form", { name: "Reply" }).getByLabel("Set the status to Contacted", { exact: true });
const notes = (page: Page) => page.getByRole("textbox", { name: "Admin Notes" });

const saveText = (title: string, body: string) =>
  app.query(
    "insert into saved_replies (id, admin_email, title, body) values (gen_random_uuid(), 'desk@lucaya.example', $1, $2)",
    [title, body],
  );

test.each([true, false])(
  "[K-REPLY-1, K-REPLY-3] staff write a reply next to the notes; JavaScript: %s",
  async (scripted) => {
    const page = await open(scripted);
    await expect(thread(page).getByText("To see the snow")).toBeVisible();
    await expect(contacted(page)).toBeChecked();
    await send(page);
    await expect(page.getByText("Write a reply of at most 5,000 characters.")).toBeVisible();
    await textbox(page).fill("Yes,\nin ten days.");
    await send(page);
    const answer = thread(page).getByRole("listitem").filter({ hasText: "in ten days." });
    await expect(answer).toContainText("desk@lucaya.example");
    await expect(textbox(page)).toHaveValue("");
    await expect(page.getByLabel("Status of Person 1", { exact: true })).toHaveValue("contacted");
    await expect(contacted(page)).not.toBeChecked();
    await close(page);
  },
);

test("[K-KEEP-7, K-REPLY-1] a refused and a sent reply both keep the typed notes", async () => {
  const page = await open();
  await notes(page).fill("Rang twice.");
  await textbox(page).fill("About [travel date].");
  await send(page);
  await expect(page.getByText("There is still a gap in your reply: [travel date].")).toBeVisible();
  await expect(textbox(page)).toHaveValue("About [travel date].");
  await expect(notes(page)).toHaveValue("Rang twice.");
  await close(page);
});

test("[K-REPLY-4] a saved reply is inserted at the cursor and keeps the typed text", async () => {
  await saveText("Snow", "[name], on [travel date] [sender].");
  const page = await open();
  await textbox(page).fill("Before. After.");
  await textbox(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(8, 8));
  await page.getByRole("button", { name: "Insert" }).click();
  await expect(textbox(page)).toHaveValue("Before. Person 1, on August 20, 2027 desk@lucaya.example.After.");
  await expect(textbox(page)).toBeFocused();
  await close(page);
  const plain = await open(false);
  await textbox(plain).fill("Before.");
  await plain.getByRole("button", { name: "Insert" }).click();
  await expect(textbox(plain)).toHaveValue("Before.\n\nPerson 1, on August 20, 2027 desk@lucaya.example.");
  await close(plain);
});

test("[K-REPLY-2] the reply's mail goes to the inquirer with Reply-To of the office, and a failed one is sent again", async () => {
  const page = await open();
  await textbox(page).fill("Hello.");
  await send(page);
  await expect(thread(page).getByText("Hello.")).toBeVisible();
  await letUndoPass(app);
  await wake(app, "mail.send");
  await until("the mail", async () => {
    const [mail] = await app.query(
      "select 1 from email_notifications where email_type = 'inquiry_reply' and status = 'sent'",
    );
    return mail !== undefined;
  });
  const written = writtenMails(app).find(
    (mail) => /^To: .*person1@mail\.example/m.test(mail) && mail.includes("Hello."),
  );
  expectValue(written).toMatch(/^Reply-To: .*hello@lucaya\.example/m);
  await app.query("update email_notifications set status = 'failed', error_message = 'No such person'");
  await page.reload();
  await expect(thread(page).getByText("This reply did not arrive. No such person")).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("The reply is being sent again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
  expectValue(await app.query("select 1 from email_notifications where email_type = 'inquiry_reply'")).toHaveLength(2);
  await close(page);
});

test("[K-UNDO-1] an undone reply is put back in its field, before text typed since", async () => {
  const page = await open();
  await textbox(page).fill("Too soon.");
  await send(page);
  await expect(thread(page).getByRole("listitem").filter({ hasText: "Too soon." })).toBeVisible();
  await textbox(page).fill("More.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(textbox(page)).toHaveValue("Too soon.\n\nMore.");
  await expect(thread(page).getByRole("listitem").filter({ hasText: "Too soon." })).toHaveCount(0);
  await close(page);
});

test("[K-UNDO-1] an undone reply is put back in an empty field only once", async () => {
  const page = await open();
  await textbox(page).fill("Too soon.");
  await send(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(thread(page).getByRole("listitem").filter({ hasText: "Too soon." })).toHaveCount(0);
  await expect(textbox(page)).toHaveValue("Too soon.");
  await close(page);
});

test("[K-REPLY-6] an inquiry without an email has no reply field, and staff record what was said on the phone", async () => {
  await app.query("update visa_inquiries set email = '', phone = '+1 242 555 0102'");
  const page = await open();
  await expect(thread(page)).toContainText("There is no email address. Call +1 242 555 0102.");
  await expect(textbox(page)).toHaveCount(0);
  await page.getByText("Record an answer").click();
  await page.getByRole("button", { name: "Save the answer" }).click();
  await expect(page.getByText("Enter what was said, in up to 5,000 characters.")).toBeVisible();
  await page.getByLabel("What was said").fill("She comes on Monday.");
  await page.getByRole("button", { name: "Save the answer" }).click();
  const listItem = thread(page).getByRole("listitem").filter({ hasText: "She comes on Monday." });
  await expect(listItem).toContainText("desk@lucaya.example");
  await expect(listItem).toContainText("Phone");
  expectValue(await inquiryRow(app, id)).toMatchObject({ answered_at: expectValue.any(Date), status: "contacted" });
  await close(page);
});

test("[K-ROWS-6] the page of an inquiry is accessible with the errors of both forms, and doesn't scroll sideways", async () => {
  await saveText("Snow", "[name]");
  const page = await open();
  await send(page);
  await expect(page.getByText("Write a reply of at most 5,000 characters.")).toBeVisible();
  await page.getByText("Record an answer").click();
  await page.getByRole("button", { name: "Save the answer" }).click();
  await expect(page.getByText("Enter what was said, in up to 5,000 characters.")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await close(page);
});
