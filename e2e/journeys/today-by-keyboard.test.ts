import { afterAll, expect as same, test } from "vitest";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, press, sized } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { insertClient, insertKeyDate, insertTask } from "../../test/harness/desk/key-date-rows";
import { until } from "../../test/harness/http-client";
import { inDays } from "../../test/harness/in-days";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
for (const table of ["visa_inquiries", "visa_applications", "clients", "email_notifications", "troubles"])
  await app.query(`delete from ${table}`);
await app.query("update entry_rules set checked_on = current_date");
await insertInquiries(app, 1, 1);
await app.query("update visa_inquiries set promised_by = created_at");
const open = await submittedCase(app);
await app.query("update visa_applications set email_confirmed_at = now()");
await insertTask(app, { application_id: open.id, title: "Book biometrics", due_on: inDays(-2) });
await insertTask(app, { application_id: open.id, title: "Call the client", due_on: inDays(0) });
const approved = await submittedCase(app);
await app.query(
  "update visa_applications set email_confirmed_at = now(), status = 'approved', turn = null where id = $1",
  [approved.id],
);
await insertKeyDate(app, { application_id: approved.id, ends_on: inDays(12) });
const client = await insertClient(app, { name: "Calvin Rolle" });
await insertKeyDate(app, { client_id: client, kind: "passport", ends_on: inDays(-3) });
await app.query(
  `insert into email_notifications (email_type, template_name, recipient_email, subject, message_id, status, created_at)
     select 'resume_link', 'resume_link', 'person' || n || '@mail.example', 'Your link', 'm' || n, 'failed',
       now() - (3 - n) * interval '1 second' from generate_series(1, 2) n`,
);
await app.query(
  "insert into troubles (subject, setting, words) values ('The virus scanner', 'CLAMAV_URL', 'It does not answer.')",
);
const page = await openDesk(browser, app, "/admin", sized(1440));
afterAll(() => close(page));

const groupsShown = () =>
  page
    .locator("#main section > h2, #main summary h2")
    .evaluateAll((heads) =>
      heads.flatMap((head) => (head.checkVisibility() ? [head.textContent?.replace(/\d+$/, "") ?? ""] : [])),
    );
/** What the focused line begins with. */
const focused = () =>
  page.evaluate(() => {
    const row = document.activeElement?.closest("li, summary");
    return row?.querySelector("bdi, h2")?.textContent ?? "";
  });
/** Presses j until the last line, and returns all that had the focus. */
async function walk(): Promise<string[]> {
  const all: string[] = [];
  for (let times = 0; times < 40; times++) {
    const before = await page.evaluate(() => document.activeElement?.getAttribute("data-row"));
    await press(page, "j");
    if ((await page.evaluate(() => document.activeElement?.getAttribute("data-row"))) === before) break;
    all.push(await focused());
  }
  return all;
}

test("[X-REMIND-10] Today shows its groups in order, empty ones not at all, and folds what nobody waits for", async () => {
  same(await groupsShown()).toEqual([
    ...["Inquiries past their promised answer", "Our turn", "Tasks due", "Ending soon", "To look after"],
  ]);
  await expect(page.locator("summary").filter({ hasText: "To look after" })).toContainText(
    /Failed emails 2\s*Storage, scanner and mailbox 1$/,
  );
  const ending = page.getByRole("region", { name: /^Ending soon/ }).getByRole("listitem");
  await expect(ending.nth(0)).toContainText(/Calvin Rolle.*Passport expired on/);
  await expect(ending.nth(1)).toContainText("Work or residence permit ends in 12 days, on");
  await expectAccessibleAtBoth(page);
  await page.setViewportSize(sized(1440).viewport);
});

test("[X-REMIND-10, K-KEY-5] the keyboard alone goes from Today's first line to its last, opens one in the fold, and comes back to it", async () => {
  const first = await walk();
  same([first[0], first.at(-1)]).toEqual(["Person 1", "To look after"]);
  same(first).toHaveLength(1 + 1 + 2 + 2 + 1);
  await press(page, "Enter");
  const inFold = await walk();
  same(inFold).toEqual(["person1@mail.example", "person2@mail.example", "The virus scanner"]);
  await press(page, "k", "Enter");
  await page.waitForURL(/\/admin\/emails\//);
  await page.goBack();
  await expect(page.getByRole("link", { name: /person2@mail\.example/ })).toBeFocused();
  await press(page, "Home");
  same(await focused()).toBe("Person 1");
});

test("[X-TASK-5, X-TASK-7] d on a line of Tasks due marks the task as done and moves to the line in its place, with an Undo", async () => {
  const tasks = page.getByRole("region", { name: /^Tasks due/ });
  await expect(tasks.getByRole("listitem").nth(0)).toContainText(/Book biometrics · Overdue by 2 days$/);
  await tasks.getByRole("link", { name: /Book biometrics/ }).focus();
  // A key that is pressed for long repeats, also on the line that has the focus by then.
  for (const _ of [1, 2, 3]) await page.keyboard.down("d");
  await expect(tasks.getByRole("listitem")).toHaveCount(1);
  await until(
    "the tick",
    async () => (await app.query("select from case_tasks where done_at is not null")).length === 1,
  );
  await expect(tasks.getByRole("link", { name: /Call the client · due today/ })).toBeFocused();
  for (const _ of [1, 2, 3]) await page.keyboard.down("d");
  await page.keyboard.up("d");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  same(
    await app.query(
      "select action_type from admin_activity_log where action_type in ('task_done', 'task_opened_again')",
    ),
  ).toHaveLength(1);
  expectNoScriptErrors();
});
