import type { Page } from "@playwright/test";
import { afterEach, expect as expectNow, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk, openEditor, scripted, sized } from "../../test/harness/browser/desk-browser";
import { openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import { inquiryId, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { cutLine, question, tryAgain } from "./sending";

let page: Page;

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(() => close(page));

const textbox = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
/** A draft that staff enter, at its step of the passport. */
async function openPassportStep(email: string): Promise<void> {
  page = await openDesk(browser, app, "/admin/applications/new", sized(1440));
  await textbox("Their email address").fill(email);
  await page.getByLabel("Visa service").selectOption({ index: 1 });
  await press("Create draft");
  await page.getByRole("link", { name: /Passport Information/ }).click();
}
/** Once saved it is hidden, with a way to show it. */
async function savePassportNumber(): Promise<void> {
  await page.getByLabel("Passport number", { exact: true }).fill("RD4471902");
  await press("Save");
  await expect(page.getByText("Saved.")).toBeVisible();
}
/** Ends when the page has drawn what came of it. */
const back = () =>
  page.evaluate(
    () =>
      new Promise((drawn) => {
        addEventListener("popstate", () => setTimeout(() => requestAnimationFrame(() => setTimeout(drawn))), {
          once: true,
        });
        history.back();
      }),
  );
const toInquiries = () => page.getByRole("link", { name: "Inquiries" }).first().click();

test("[K-KEEP-2] a status chosen in a row that can't be saved shows an error there, and Try again saves it", async () => {
  const { id } = await submittedCase(app);
  const [row] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  const number = row?.number ?? "";
  const status = async () =>
    (await app.query<{ status: string }>("select status from visa_applications where id = $1", [id]))[0]?.status;
  page = await openDesk(browser, app, `/admin/applications?q=${number}`, sized(1440));
  const back = await cutLine(page);
  await page.getByLabel(`Status of ${number}`).selectOption("under_review");
  await expect(page.getByRole("alert")).toContainText(`${number} was not changed.`);
  expectNow(await status()).toBe("submitted");
  await back();
  await tryAgain(page);
  await expect.poll(status).toBe("under_review");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("[K-KEEP-4] leaving with a changed choice of export columns asks for no confirmation", async () => {
  page = await openDesk(browser, app, "/admin/applications/columns", sized(1440));
  await page.getByRole("checkbox").first().uncheck();
  await toInquiries();
  await expect(page).toHaveURL(`${app.url}/admin/inquiries`);
});

test("[K-KEEP-4] leaving with a chosen bulk action asks for no confirmation", async () => {
  await submittedCase(app);
  page = await openDesk(browser, app, "/admin/applications", sized(1440));
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .check();
  const owner = page.getByLabel("New owner for the selected rows");
  // As a hand does: what stood there before is read as the form is entered.
  await owner.focus();
  await owner.selectOption({ index: 1 });
  await toInquiries();
  await expect(page).toHaveURL(`${app.url}/admin/inquiries`);
});

test("[K-KEEP-4] values typed in a step count as unsaved even after hidden answers were revealed next to them", async () => {
  await openPassportStep("keeps@mail.example");
  await savePassportNumber();
  await page.getByLabel("Issuing authority").fill("Passport Office");
  await press("Show to change");
  await expect(page.getByLabel("Passport number", { exact: true })).toHaveValue("RD4471902");
  await expect(page.getByLabel("Issuing authority")).toHaveValue("Passport Office");
  await page.getByRole("link", { name: "Close" }).click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await press("Save");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Send the link" })).toBeVisible();
});

/** Leaves the saved step with text that is not, and has its page read again behind the question. */
async function leaveWhileRead(leave: () => Promise<unknown>): Promise<void> {
  const { promise: answer, resolve: go } = Promise.withResolvers<void>();
  await page.route(/\/enter\.data/, async (route) => {
    if (route.request().method() === "GET") await answer;
    await route.fallback();
  });
  const isRead = page.waitForRequest((request) => request.url().includes("/enter.data") && request.method() === "GET");
  await page.getByLabel("Issuing authority").fill("Passport Office");
  await press("Show to change");
  await isRead;
  await expect(page.getByLabel("Passport number", { exact: true })).toHaveValue("RD4471902");
  await leave();
  await expect(question(page)).toBeVisible();
  const read = page.waitForResponse(
    (response) => response.url().includes("/enter.data") && response.request().method() === "GET",
  );
  go();
  await read;
  // The page is drawn with what was read.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(question(page)).toBeVisible();
}

test("[K-KEEP-4] the leave confirmation stays open and still leaves when the page revalidates behind it", async () => {
  await openPassportStep("read.again@mail.example");
  await savePassportNumber();
  await leaveWhileRead(() => page.getByRole("link", { name: "Close" }).click());
  await press("Leave without saving");
  await expect(page.getByRole("button", { name: "Send the link" })).toBeVisible();
  await expect(question(page)).toBeHidden();
});

test("[K-KEEP-4] Back still goes back when the page revalidates behind the leave confirmation", async () => {
  await openPassportStep("read.back@mail.example");
  await savePassportNumber();
  const before = page.getByRole("heading", { name: "Contact Information" });
  await page.getByRole("link", { name: /Contact Information/ }).click();
  await expect(before).toBeVisible();
  await page.getByRole("link", { name: /Passport Information/ }).click();
  await expect(before).toBeHidden();
  await leaveWhileRead(() => page.evaluate(() => history.back()));
  await press("Leave without saving");
  await expect(before).toBeVisible();
  await page.evaluate(() => history.forward());
  await expect(page.getByLabel("Issuing authority")).toBeVisible();
});

test("[K-KEEP-4] each Back asks, also during the confirmation and to an anchor within the page", async () => {
  await openPassportStep("back.twice@mail.example");
  await page.getByRole("link", { name: /Contact Information/ }).click();
  const before = page.getByRole("heading", { name: "Contact Information" });
  await expect(before).toBeVisible();
  await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
  await expect(page).toHaveURL(/#main$/);
  await page.getByRole("link", { name: /Passport Information/ }).click();
  const authority = page.getByLabel("Issuing authority");
  await authority.fill("Passport Office");
  await back();
  await expect(question(page)).toBeVisible();
  await back();
  await expect(question(page)).toBeVisible();
  await press("Stay here");
  await expect(question(page)).toBeHidden();
  await expect(authority).toHaveValue("Passport Office");
  await back();
  await press("Leave without saving");
  await expect(before).toBeVisible();
  await expect(page).toHaveURL(/#main$/);
});

test("[K-KEEP-4] leaving a step with unsaved answers for another step asks for confirmation", async () => {
  await openPassportStep("steps@mail.example");
  const authority = page.getByLabel("Issuing authority");
  await authority.fill("Passport Office");
  await page.getByRole("link", { name: /Contact Information/ }).click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(authority).toHaveValue("Passport Office");
  await press("Save");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("link", { name: /Contact Information/ }).click();
  await expect(authority).toHaveCount(0);
  await expect(question(page)).toBeHidden();
});

test("[K-KEEP-7] No answer needed keeps the typed message and asks for no confirmation", async () => {
  const opened = await submittedCase(app);
  const wait = () =>
    app.query(
      "insert into case_messages (application_id, side, body, answer_by) values ($1, 'applicant', 'Well?', now() + interval '1 day')",
      [opened.id],
    );
  await wait();
  page = await openAtDesk(browser, app, opened);
  for (const path of ["", "/messages"]) {
    if (path) {
      await wait();
      await page.goto(`${app.url}/admin/applications/${opened.id}${path}`);
      await scripted(page);
    }
    if (!path) await openEditor(page, "Write a message");
    await textbox("New message").fill("Half an answer");
    await press("No answer needed");
    await expect(page.getByRole("button", { name: "No answer needed" })).toHaveCount(0);
    await expect(question(page)).toBeHidden();
    await expect(textbox("New message")).toHaveValue("Half an answer");
    await expect(page).toHaveURL(`${app.url}/admin/applications/${opened.id}${path}`);
    await textbox("New message").fill("");
  }
});

test("[K-KEEP-4] leaving waits five seconds for notes that are being saved, then asks for confirmation", async () => {
  await app.query("delete from visa_inquiries");
  await insertInquiries(app, 1, 1);
  page = await openDesk(browser, app, `/admin/inquiries/${await inquiryId(app, "Person 1")}`, sized(1440));
  const { promise: pending, resolve: go } = Promise.withResolvers<void>();
  await page.clock.install();
  // It stands still until the test moves it.
  await page.clock.pauseAt(Date.now() + 1_000);
  const isSent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/inquiries/"));
  await page.route("**/admin/inquiries/*", async (route) => {
    if (route.request().method() === "POST") await pending;
    await route.continue();
  });
  await textbox("Admin Notes").fill("Not there yet");
  await toInquiries();
  await isSent;
  await page.clock.runFor(4_000);
  await expect(question(page)).toBeHidden();
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(question(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Enter");
  go();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await toInquiries();
  await expect(page).toHaveURL(`${app.url}/admin/inquiries`);
});
