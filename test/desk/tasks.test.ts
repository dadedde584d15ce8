import { describe, expect, test } from "vitest";
import { submittedCase } from "../harness/case/opened-case";
import { filesIn } from "../harness/case/zip";
import { signIn } from "../harness/desk/desk";
import { fill, press } from "../harness/desk/form";
import { HttpClient } from "../harness/http-client";
import { inDays } from "../harness/in-days";
import { textOf } from "../harness/pdf-text";
import { inside, type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

// Tasks without JavaScript: pages as sent, and their forms.
const app = await sharedApp();
const desk = await signIn(app);

let people = 0;
async function submitted() {
  const client = new HttpClient(app);
  const id = await client.start(`tasks${++people}@mail.example`);
  await app.query("update visa_applications set status = 'under_review', submitted_at = now() where id = $1", [id]);
  return { id, path: `/admin/applications/${id}` };
}
const open = async (path: string, by = desk) => screenOf(await (await by.get(path)).text());
/** The page that a form redirects to. */
async function follow(response: Response) {
  const location = response.headers.get("location");
  return location ? open(location.split("#")[0] ?? "") : screenOf(await response.text());
}
const tasksIn = (page: Screen) => inside(page.getByRole("region", { name: /^Tasks/ }));
const task = (page: Screen, title: string) => {
  const box = tasksIn(page).getByRole("checkbox", { name: new RegExp(`^${title}`) });
  return { isDone: box.hasAttribute("checked"), ...inside(box.closest("li") as HTMLElement) };
};

describe("tasks without JavaScript", () => {
  test("[X-TASK-4, X-TASK-11] staff add one, with messages at its fields, and edit and remove it", async () => {
    const { path } = await submitted();
    let page = await open(path);
    expect(tasksIn(page).words).toContain("None yet.");
    const form = tasksIn(page).getByRole("link", { name: "Add a task" }).getAttribute("href") ?? "";
    page = await open(form);
    fill(page, /^Note/, "By phone");
    const refused = await press(desk, page.getByRole("button", { name: "Add task" }), form);
    expect(refused.status).toBe(400);
    page = screenOf(await refused.text());
    expect(page.getByText("Say what has to be done.", { selector: "[id$=-error] *, [id$=-error]" })).toBeDefined();
    expect(page.getByLabelText(/^Note/)).toHaveProperty("value", "By phone");
    fill(page, "What has to be done", "Call the client");
    fill(page, /^Due date/, inDays(3));
    page = await follow(await press(desk, page.getByRole("button", { name: "Add task" }), form));
    expect(task(page, "Call the client").element.textContent).toMatch(/By phone.*Due /);

    const change = task(page, "Call the client").getByRole("link", { name: /^Edit/ }).getAttribute("href") ?? "";
    page = await open(change);
    expect(page.getByLabelText("What has to be done")).toHaveProperty("value", "Call the client");
    fill(page, "What has to be done", "Call them");
    page = await follow(await press(desk, page.getByRole("button", { name: "Save task" }), change));
    expect(task(page, "Call them").isDone).toBe(false);
    page = await open(change);
    page = await follow(await press(desk, page.getByRole("button", { name: "Remove task" }), change));
    expect(tasksIn(page).words).toContain("None yet.");
  });

  test("[X-TASK-6] an edit over somebody else's shows what is stored next to what was typed, and saves it the next time", async () => {
    const { id, path } = await submitted();
    const [row] = await app.query<{ id: string }>(
      "insert into case_tasks (application_id, title) values ($1, 'File it') returning id",
      [id],
    );
    const form = `${path}/tasks?change=${row?.id}`;
    let page = await open(form);
    await app.query("update case_tasks set title = 'File it today', revision = revision + 1 where id = $1", [row?.id]);
    fill(page, "What has to be done", "File it now");
    const refused = await press(desk, page.getByRole("button", { name: "Save task" }), form);
    expect(refused.status).toBe(409);
    page = screenOf(await refused.text());
    expect(inside(page.getAllByRole("alert")[0] as HTMLElement).words).toBe(
      "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.File it todayNo due date",
    );
    expect(page.getByLabelText("What has to be done")).toHaveProperty("value", "File it now");
    page = await follow(await press(desk, page.getByRole("button", { name: "Save task" }), form));
    expect(task(page, "File it now").isDone).toBe(false);
  });

  test("[X-TASK-5, X-TASK-11] a button ticks one, which then says who and when, and the same opens it again", async () => {
    const { id, path } = await submitted();
    await app.query(
      `insert into case_tasks (application_id, title, due_on, is_dated_by_hand, event, days, position)
       values ($1, 'Without a day', null, false, null, null, 0), ($1, 'Late', current_date - 9, true, null, null, 1),
         ($1, 'After filing', null, false, 'filing', 5, 2), ($1, 'Soon', current_date + 9, true, null, null, 3)`,
      [id],
    );
    let page = await open(path);
    const titles = () =>
      tasksIn(page)
        .getAllByRole("checkbox")
        .map((box) => box.closest("label")?.textContent?.trim());
    expect(titles()).toEqual([
      expect.stringMatching(/^Late.*Overdue by [89] days$/),
      expect.stringMatching(/^Soon/),
      "Without a day",
      "After filingNo due date yet: 5 days after filing.",
    ]);
    const tick = () => tasksIn(page).getByRole("button", { name: /^Mark as done.*Soon$/ });
    page = await follow(await press(desk, tick(), path));
    expect(titles().at(-1)).toMatch(/^Soon.*\d\d:\d\d$/);
    expect(task(page, "Soon").isDone).toBe(true);
    page = await follow(await press(desk, task(page, "Soon").getByRole("button", { name: /^Open again/ }), path));
    expect(task(page, "Soon").isDone).toBe(false);
    const did = await app.query(
      "select action_type as what from admin_activity_log where subject_id = $1 and action_type like 'task%' order by created_at",
      [id],
    );
    expect(did).toEqual([{ what: "task_done" }, { what: "task_opened_again" }]);
  });

  test("[X-TASK-8] a denied case shows its open tasks as closed with it, without any way to change them", async () => {
    const { id, path } = await submitted();
    await app.query("insert into case_tasks (application_id, title) values ($1, 'Never mind')", [id]);
    await app.query("update visa_applications set status = 'denied' where id = $1", [id]);
    const page = await open(path);
    expect(task(page, "Never mind").words).toBe("Never mindClosed with the case");
    expect(tasksIn(page).getByRole("checkbox")).toHaveProperty("disabled", true);
    expect(tasksIn(page).queryAllByRole("button")).toEqual([]);
    expect(tasksIn(page).queryAllByRole("link")).toEqual([]);
    expect((await open(`${path}/tasks`)).words).toContain("Tasks are closed with the case");
  });
});

describe("the tasks of a service without JavaScript", () => {
  test("[X-TASK-1, X-TASK-11] a super admin types them, corrects one that is refused, and publishes them", async () => {
    const list = await open("/admin/content/tasks");
    const link = list
      .getAllByRole("link")
      .find((element) => /\/content\/tasks\//.test(element.getAttribute("href") ?? ""));
    const path = link?.getAttribute("href") ?? "";
    let page = await open(path);
    expect(page.getByRole("heading", { level: 1 }).textContent).toMatch(/^Tasks of /);
    fill(page, /Task 1: What has to be done/, "Check the papers");
    fill(page, /Task 1: Days/, "400");
    fill(page, /Task 1: Due/, "filing");
    fill(page, /Task 2: What has to be done/, "Call the client");
    fill(page, /Task 2: Place/, "1");
    const refused = await press(desk, page.getByRole("button", { name: "Publish now" }), path);
    expect(refused.status).toBe(400);
    page = screenOf(await refused.text());
    page.getAllByText(/Task 1: enter the days as a whole number from 0 to 365\./);
    expect(page.getByLabelText(/Task 2: What has to be done/)).toHaveProperty("value", "Call the client");
    fill(page, /Task 1: Days/, "5");
    fill(page, /Task 1: Place/, "2");
    page = await follow(await press(desk, page.getByRole("button", { name: "Publish now" }), path));
    expect(page.getByLabelText(/Task 1: What has to be done/)).toHaveProperty("value", "Call the client");
    expect(
      await app.query("select title, event, days from task_templates where service_id = $1 order by position", [
        path.split("/").at(-1),
      ]),
    ).toEqual([
      { title: "Call the client", event: null, days: null },
      { title: "Check the papers", event: "filing", days: 5 },
    ]);
  });
});

test("[X-TASK-10] tasks appear on no page of the applicant, and not in the case as PDF, ZIP or mail", async () => {
  const { id, client } = await submittedCase(app);
  await app.query(
    "insert into case_tasks (application_id, title, note) values ($1, 'Zanzibar task', 'Zanzibar note')",
    [id],
  );
  const parts = ["", "/messages", "/requests", "/appointments", "/changes"];
  for (const path of [...parts.map((part) => `/apply/${id}${part}`), "/applications"])
    expect(await (await client.get(path)).text(), path).not.toContain("Zanzibar");
  const zip = Buffer.from(await (await desk.get(`/admin/applications/${id}/case.zip`)).arrayBuffer());
  const files = [...filesIn(zip)].map(([name, bytes]) =>
    name.endsWith(".pdf") ? textOf(bytes).join(" ") : `${bytes}`,
  );
  expect(files.join(" ")).toContain("Passport");
  expect(files.join(" ")).not.toContain("Zanzibar");
  expect(await app.query("select 1 from email_notifications where template_data::text like '%Zanzibar%'")).toEqual([]);
});
