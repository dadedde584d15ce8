import type { Page } from "@playwright/test";
import { afterEach, describe, expect as expectNow, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk, openEditor, scripted, sized } from "../../test/harness/browser/desk-browser";
import { openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import { insertAppointment } from "../../test/harness/desk/appointments";
import { inquiryId, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { cutLine, question, recoveryNotice, reload } from "./sending";

let page: Page;

const app = await sharedApp();
const browser = await sharedBrowser();
const openedCase = await submittedCase(app);
afterEach(() => close(page));

const textbox = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`), includeHidden: true });
const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
async function caseRow(): Promise<Record<string, unknown>> {
  const [row] = await app.query(
    "select status, owner_id as owner, due_on::text as due from visa_applications where id = $1",
    [openedCase.id],
  );
  return row ?? {};
}

describe("moving from one record to the next", () => {
  async function leaveByNext(): Promise<void> {
    const before = page.url();
    await page
      .getByRole("link", { name: /^(Next|Previous)$/ })
      .first()
      .click();
    await question(page).getByRole("button", { name: "Leave without saving" }).click();
    await expect(page).not.toHaveURL(before);
    await expect(question(page)).toBeHidden();
  }

  test("[K-KEEP-1] text typed for one inquiry doesn't appear on the page of the next", async () => {
    await app.query("delete from visa_inquiries");
    await insertInquiries(app, 1, 2);
    page = await openDesk(browser, app, `/admin/inquiries/${await inquiryId(app, "Person 1")}`, sized(1440));
    const reply = page.locator("input[name=reply]").first();
    const id = await reply.getAttribute("value");
    await textbox("Reply").fill("Dear first person");
    await leaveByNext();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Person 2");
    await expect(textbox("Reply")).toHaveValue("");
    expectNow(await reply.getAttribute("value")).not.toBe(id);
    await textbox("Reply").fill("Dear second person");
    const next = await page.context().newPage();
    await next.goto(`${app.url}/admin/inquiries/${await inquiryId(app, "Person 2")}`);
    await expect(recoveryNotice(next)).toBeVisible();
    await expect(next.getByRole("textbox", { name: "Reply" })).toHaveValue("Dear second person");
  });

  test("[K-KEEP-1] text typed for one case doesn't appear on the page of the next", async () => {
    await submittedCase(app);
    page = await openAtDesk(browser, app, openedCase);
    await textbox("Message to the applicant").fill("Dear first");
    await openEditor(page, "Write a note");
    await textbox("New note").fill("Of the first");
    await leaveByNext();
    await expect(page).not.toHaveURL(new RegExp(openedCase.id));
    await expect(textbox("Message to the applicant")).toHaveValue("");
    await expect(textbox("New note")).toHaveValue("");
  });
});

test("[K-KEEP-1] text typed for one case doesn't appear on another case's subpage reached by the browser's history", async () => {
  await submittedCase(app);
  page = await openAtDesk(browser, app, openedCase);
  const historyIndex = () => page.evaluate(() => Number(window.history.state.idx));
  const toAppointment = async () => {
    await page.getByRole("link", { name: "Make an appointment" }).click();
    await expect(page).toHaveURL(/\/appointments$/);
  };
  await toAppointment();
  const [lastIndex, first] = [await historyIndex(), page.url()];
  await page.getByRole("link", { name: "Close" }).click();
  await page
    .getByRole("link", { name: /^(Next|Previous)$/ })
    .first()
    .click();
  await expect(page).not.toHaveURL(new RegExp(openedCase.id));
  await toAppointment();
  await textbox("Place or link").fill("At the second one’s embassy");
  await page.evaluate((by) => window.history.go(by), lastIndex - (await historyIndex()));
  await question(page).getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(first);
  await expect(textbox("Place or link")).toHaveValue("");
});

test("[K-KEEP-5] text typed to move one appointment isn't restored in the form of another", async () => {
  const ids = [await insertAppointment(app, openedCase.id), await insertAppointment(app, openedCase.id)];
  const open = async (position: number) => {
    await page.goto(`${app.url}/admin/applications/${openedCase.id}/appointments?change=${ids[position]}`);
    await scripted(page);
    await textbox("What to bring").focus();
    await page.keyboard.press("End");
  };
  page = await openAtDesk(browser, app, openedCase);
  await open(0);
  await textbox("Place or link").fill("Another embassy");
  await open(1);
  await expect(textbox("Place or link")).toHaveValue("12 Shirley Street, Nassau");
  await expect(recoveryNotice(page)).toHaveCount(0);
  await open(0);
  await expect(recoveryNotice(page)).toBeVisible();
  await expect(textbox("Place or link")).toHaveValue("Another embassy");
});

describe("unsent values and another admin's changes", () => {
  test("[K-KEEP-5] an owner chosen while offline isn't saved by opening the page again", async () => {
    page = await openAtDesk(browser, app, openedCase);
    await openEditor(page, "Write a note");
    await textbox("New note").fill("Half a note");
    const back = await cutLine(page);
    const owner = page.getByLabel("Owner", { exact: true });
    // As a hand does: what stood there before is read as the form is entered.
    await owner.focus();
    await owner.selectOption({ index: 1 });
    await expect(page.getByRole("alert")).toContainText("Not saved.");
    await back();
    const sent: string[] = [];
    page.on("request", (request) => void sent.push(request.postData() ?? ""));
    await reload(page);
    // All texts of a page are put back at once.
    await expect(textbox("New note")).toHaveValue("Half a note");
    await expect(recoveryNotice(page)).toHaveCount(1);
    await expect(owner).toHaveValue("");
    await press("Add note");
    await expect(page.getByRole("listitem").filter({ hasText: "Half a note" })).toHaveCount(1);
    expectNow(sent.filter((body) => body.includes("intent=owner"))).toEqual([]);
    expectNow((await caseRow()).owner).toBeNull();
  });

  test("[K-KEEP-5] a restored due date isn't saved before the other admin's date was shown", async () => {
    page = await openAtDesk(browser, app, openedCase);
    await page.getByLabel("Due date", { exact: true }).fill("2031-03-04");
    await app.query("update visa_applications set due_on = '2031-05-06' where id = $1", [openedCase.id]);
    await reload(page);
    await expect(recoveryNotice(page)).toBeVisible();
    await press("Set");
    await expect(page.getByText("Someone else has changed this")).toBeVisible();
    expectNow((await caseRow()).due).toBe("2031-05-06");
    await expect(page.getByLabel("Due date", { exact: true })).toHaveValue("2031-03-04");
    await press("Set");
    await expect.poll(async () => (await caseRow()).due).toBe("2031-03-04");
  });

  test("[K-KEEP-5] a restored status is refused once after another admin's change, and saved when it is sent again", async () => {
    page = await openAtDesk(browser, app, openedCase);
    await page.getByLabel("New status").selectOption("under_review");
    await textbox("Message to the applicant").fill("We have begun.");
    await app.query("update visa_applications set status = 'additional_info_required' where id = $1", [openedCase.id]);
    await reload(page);
    await expect(recoveryNotice(page)).toBeVisible();
    await press("Update Status");
    await expect(page.getByText("Someone else has just changed the status")).toBeVisible();
    expectNow((await caseRow()).status).toBe("additional_info_required");
    await expect(textbox("Message to the applicant")).toHaveValue("We have begun.");
    await press("Update Status");
    await expect.poll(async () => (await caseRow()).status).toBe("under_review");
  });

  test("[K-KEEP-5] a saved reply shows both versions, and its name is not restored after leaving the page", async () => {
    await app.query("delete from saved_replies");
    await app.query(
      "insert into saved_replies (admin_email, title, body) values ('desk@lucaya.example', 'Greeting', 'Hello')",
    );
    page = await openDesk(browser, app, "/admin/replies", sized(1440));
    await page.getByText("Edit Greeting").click();
    await textbox("Text").first().fill("Mine");
    await app.query("update saved_replies set body = 'Theirs'");
    await reload(page);
    await expect(recoveryNotice(page)).toBeVisible();
    await press("Save");
    await expect(page.getByText("Someone else has changed this reply")).toBeVisible();
    await expect(page.getByRole("listitem").getByText("Theirs", { exact: true })).toBeVisible();
    await expect(textbox("Text").first()).toHaveValue("Mine");
    await press("Save");
    await expect
      .poll(async () => (await app.query<{ body: string }>("select body from saved_replies"))[0]?.body)
      .toBe("Mine");
    await page.goto(`${app.url}/admin/account`);
    await scripted(page);
    const own = (of: Page) => of.getByRole("textbox", { name: /^Name(?! of a new passkey)/ });
    const name = await own(page).inputValue();
    await own(page).fill("Half a name");
    const again = await page.context().newPage();
    await again.goto(`${app.url}/admin/account`);
    await scripted(again);
    await expect(own(again)).toHaveValue(name);
  });
});
