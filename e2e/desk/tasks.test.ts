import type { Page } from "@playwright/test";
import { afterEach, beforeEach, describe, expect as same, test } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, press } from "../../test/harness/browser/desk-browser";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { recoveryNotice, reload } from "../form-recovery/sending";

let id: string;
let people = 0;

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from limit_counts");
  id = await new HttpClient(app).start(`desk-tasks${++people}@mail.example`);
  await app.query("update visa_applications set status = 'under_review', submitted_at = now() where id = $1", [id]);
});
afterEach(expectNoScriptErrors);

const addTasks = (...titles: string[]) =>
  app.query(
    "insert into case_tasks (application_id, title, position) select $1, title, place from unnest($2::text[]) with ordinality as t(title, place)",
    [id, titles],
  );
const openCase = () => openDesk(browser, app, `/admin/applications/${id}`, { viewport: { width: 1440, height: 900 } });
const tasks = (page: Page) => page.getByRole("region", { name: /^Tasks/ });
const box = (page: Page, title: string) => tasks(page).getByRole("checkbox", { name: new RegExp(`^${title}`) });
const stored = () =>
  app.query("select title, done_at is not null as done from case_tasks where application_id = $1 order by position", [
    id,
  ]);

describe("the tasks of a case", () => {
  test("[X-TASK-5, X-TASK-6] by keyboard: t goes to the first open one, Space ticks it and moves on, Ctrl-Z opens it again", async () => {
    await addTasks("First", "Second", "Third");
    const page = await openCase();
    await press(page, "?");
    await expect(page.getByRole("definition").filter({ hasText: "Go to the first open task" })).toBeVisible();
    await press(page, "Escape", "t");
    await expect(box(page, "First")).toBeFocused();
    await press(page, "Space");
    await expect(page.getByText("Done: First")).toBeVisible();
    await expect(box(page, "Second")).toBeFocused();
    await expect(tasks(page).getByRole("listitem").last()).toContainText("First");
    await expect(box(page, "First")).toBeChecked();
    same(await stored()).toMatchObject([{ done: true }, { done: false }, { done: false }]);
    await press(page, "Control+z");
    await expect(page.getByText("Undone.")).toBeVisible();
    await expect(box(page, "First")).not.toBeChecked();
    await close(page);
  });

  test("[X-TASK-5, X-TASK-6] one press ticks, the same opens it again, and a colleague's page shows both", async () => {
    await addTasks("Only");
    const [page, colleague] = [await openCase(), await openCase()];
    await box(page, "Only").click();
    await expect(tasks(page).getByRole("listitem")).toContainText(/, \w+ \d+, \d{4}, \d\d:\d\d/);
    await expect(box(colleague, "Only")).toBeChecked();
    await box(colleague, "Only").click();
    await expect(box(page, "Only")).not.toBeChecked();
    same(await stored()).toEqual([{ title: "Only", done: false }]);
    for (const opened of [page, colleague]) await close(opened);
  });

  test("[X-TASK-5] a task that was removed meanwhile says so where its line was", async () => {
    await addTasks("Gone");
    const page = await openCase();
    await app.query("delete from case_tasks where application_id = $1", [id]);
    await box(page, "Gone").click();
    await expect(tasks(page).getByText("None yet.")).toBeVisible();
    await expect(tasks(page).getByRole("alert")).toHaveText("Error: “Gone”: This task no longer exists.");
    await close(page);
  });

  test("[X-TASK-7] Today says so too, once, when a task on it was removed meanwhile, and its line goes", async () => {
    await addTasks("Gone", "Other");
    await app.query("update case_tasks set due_on = current_date - 3 where application_id = $1", [id]);
    const page = await openDesk(browser, app, "/admin");
    await app.query("delete from case_tasks where application_id = $1 and title = 'Gone'", [id]);
    const tick = (title: string) => page.getByRole("checkbox", { name: `Done: ${title}` });
    await tick("Gone").click();
    await expect(page.getByRole("alert")).toContainText("“Gone” was not saved");
    await expect(tick("Gone")).toHaveCount(0);
    await tick("Other").click();
    await expect(tick("Other")).toHaveCount(0);
    await expect(page.getByText("This task no longer exists.")).toHaveCount(1);
    await close(page);
  });

  test("[X-TASK-11] 100 tasks fold, and a page with some, with none and with the form has no axe violation", async () => {
    const page = await openCase();
    await expectAccessibleAtBoth(page);
    await addTasks(...Array.from({ length: 100 }, (_, index) => `Task ${index + 1}`));
    await app.query(
      "update case_tasks set done_at = now(), done_by = 'a@b.zz' where application_id = $1 and position > 90",
      [id],
    );
    await page.reload();
    await expect(box(page, "Task 1$")).toBeVisible();
    await expect(box(page, "Task 20$")).toBeHidden();
    await tasks(page).getByText("82 more open").click();
    await expect(box(page, "Task 20$")).toBeVisible();
    await expectAccessibleAtBoth(page);
    await close(page);
  });
});

describe("the tasks of a service", () => {
  test("[X-TASK-1, X-TASK-11] are added, moved and removed in the editor, survive a reload unsaved, and have no axe violation", async () => {
    const service = await serviceId(app, "barbados-welcome-stamp");
    const path = `/admin/content/tasks/${service}`;
    const page = await openDesk(browser, app, path);
    const field = (task: number, name: string) => page.getByLabel(`Task ${task}: ${name}`);
    await field(1, "What has to be done").fill("Check the papers");
    await field(1, "Days").fill("5");
    await field(1, "Due").selectOption({ label: "after filing" });
    await field(2, "What has to be done").fill("Call the client");
    await page.getByRole("button", { name: "Add a task" }).click();
    await expect(field(3, "What has to be done")).toBeFocused();
    await page.keyboard.type("Thank them");
    await page.getByRole("button", { name: "Move task 3 up" }).click();
    await page.getByRole("button", { name: "Remove task 1" }).click();
    await expect(field(1, "What has to be done")).toHaveValue("Thank them");
    await expect(field(2, "What has to be done")).toHaveValue("Call the client");
    await reload(page);
    await expect(recoveryNotice(page)).toBeVisible();
    await expect(field(1, "What has to be done")).toHaveValue("Thank them");
    await expect(field(2, "What has to be done")).toHaveValue("Call the client");
    await expectAccessibleAtBoth(page);
    await page.getByRole("button", { name: "Publish now" }).click();
    await expect(page.getByRole("status").filter({ hasText: "is public." })).toBeVisible();
    same(
      await app.query("select title from task_templates where service_id = $1 order by position", [service]),
    ).toEqual([{ title: "Thank them" }, { title: "Call the client" }]);
    await field(1, "Days").fill("1000");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByText(/Task 1: enter the days/).first()).toBeVisible();
    await expectAccessibleAtBoth(page);
    await close(page);
  });
});
