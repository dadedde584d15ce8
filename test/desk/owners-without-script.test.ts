import { expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { insertApplications } from "../harness/applicants/application-rows";
import { signIn } from "../harness/desk/desk";
import { fill, press } from "../harness/desk/form";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const path = "/admin/applications";
// The desk without JavaScript: pages as sent, and their forms.
const app = await sharedApp();
const desk = await signIn(app);
await insertApplications(app, 1, 4);
await app.query("update admin_users set name = 'Anika Thompson' where email = $1", [admin.email]);

const open = async (at: string) => screenOf(await (await desk.get(at)).text());
const ownersOf = async () =>
  (
    await app.query<{ number: string; owner: string | null; due: string | null }>(
      `select application_number as number, o.name as owner, due_on::text as due
       from visa_applications a left join admin_users o on o.id = a.owner_id order by 1`,
    )
  ).map(({ number, owner, due }) => [number, owner, due]);

test("[K-OWN-2, K-OWN-4] staff assign a row to themselves, and assign and date the selected rows, with buttons", async () => {
  let page = await open(path);
  page = screenOf(await (await press(desk, page.getByRole("button", { name: "Assign to me: T-002" }), path)).text());
  expect(page.words).toContain("1 case now belongs to Anika Thompson.");
  for (const number of ["T-003", "T-004"]) page.getByLabelText(`Select ${number}`).setAttribute("checked", "");
  const me = [...page.element.querySelectorAll("#bulk-owner option")].find(
    (element) => element.textContent === "Anika Thompson",
  );
  fill(page, "New owner for the selected rows", me?.getAttribute("value") ?? "");
  page = screenOf(await (await press(desk, page.getByRole("button", { name: "Assign" }), path)).text());
  expect(page.words).toContain("2 cases now belong to Anika Thompson.");
  page.getByLabelText("Select T-003").setAttribute("checked", "");
  fill(page, "New due date for the selected rows", "2099-05-04");
  page = screenOf(await (await press(desk, page.getByRole("button", { name: "Set due date" }), path)).text());
  expect(page.words).toContain("1 case is now due on May 4, 2099.");
  expect(await ownersOf()).toEqual([
    ["T-001", null, null],
    ["T-002", "Anika Thompson", null],
    ["T-003", "Anika Thompson", "2099-05-04"],
    ["T-004", "Anika Thompson", null],
  ]);
});

test("[K-OWN-5] a due date in the past is refused at its field on the page of a case, and the typed value stays", async () => {
  const list = await open(`${path}?q=T-001`);
  const detail = list.getByRole("link", { name: /^View/ }).getAttribute("href") ?? "";
  let page = await open(detail);
  fill(page, "Due date", "2020-01-01");
  const response = await press(desk, page.getByRole("button", { name: "Set" }), detail);
  expect(response.status).toBe(400);
  page = screenOf(await response.text());
  const field = page.getByLabelText("Due date");
  expect(field).toHaveProperty("value", "2020-01-01");
  expect(
    page.element.querySelector(`#${field.getAttribute("aria-describedby")?.split(" ").at(-1)}`)?.textContent,
  ).toContain("That day is over. Choose today or a later day.");
});

test("[K-VIEW-3] a private view shows other admins the whole list and a note, and only its owner can change it, others get 403", async () => {
  const list = await open(`${path}?q=T-001`);
  fill(list, "Name of a new view", "Mine");
  const saved = await press(desk, list.getByRole("button", { name: "Save this view" }), `${path}?q=T-001`);
  const url = saved.headers.get("location") ?? "";
  expect(url).toMatch(/^\/admin\/applications\?view=[0-9a-f-]{36}$/);
  expect((await open(url)).getAllByRole("link", { name: /^View T-/ })).toHaveLength(1);
  const [email, password] = ["other@lucaya.example", "a tide that goes out again"];
  const fields = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
  await desk.post("/admin/users", fields);
  const otherAdmin = await signIn(app, { email, password });
  const whole = screenOf(await (await otherAdmin.get(url)).text());
  whole.getByText("This view is private or was deleted.");
  expect(whole.getAllByRole("link", { name: /^View T-/ })).toHaveLength(4);
  const view = url.split("=")[1] ?? "";
  await desk.post(url, { intent: "view-share", view, shared: "yes" });
  const shared = screenOf(await (await otherAdmin.get(url)).text());
  shared.getByRole("link", { name: /^Mine\s*Anika Thompson \(.+@.+\)$/ });
  expect(shared.getAllByRole("link", { name: /^View T-/ })).toHaveLength(1);
  for (const change of [{ intent: "view-rename", name: "Theirs" }, { intent: "view-delete" }])
    expect((await otherAdmin.post(url, { ...change, view })).status).toBe(403);
  await desk.post(url, { intent: "view-delete", view });
  screenOf(await (await desk.get(url)).text()).getByText("This view is private or was deleted.");
});
