import { describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { signIn } from "../harness/desk/desk";
import { type Fields, HttpClient } from "../harness/http-client";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const path = "/admin/users";
const password = "sails over the bank";

const app = await sharedApp();
const superAdmin = await signIn(app);

// `app/accounts/admins/manage-admins.test.ts` tests what the verbs refuse, write and record.
type Row = { id: string; role: string; is_active: boolean };
const rowOf = async (email: string) => (await app.query<Row>("select * from admin_users where email = $1", [email]))[0];
/** An admin for the list and its forms, without a password. */
async function makeAdmin(email: string, active = true): Promise<string> {
  const [row] = await app.query<{ id: string }>(
    `with u as (insert into "user" (id, name, email, email_verified) values ($1, $1, $1, true) returning id)
     insert into admin_users (user_id, email, role, is_active, created_by)
     select u.id, $1, 'regular_admin', $2, a.id from u, admin_users a where a.email = $3 returning id`,
    [email, active, admin.email],
  );
  return row?.id ?? "";
}
const create = (email: string, change: Fields = {}) =>
  superAdmin.post(path, {
    intent: "create",
    email,
    password,
    confirmation: password,
    role: "regular_admin",
    ...change,
  });
const set = (intent: "deactivate" | "reactivate", adminId: string, by = superAdmin) =>
  by.post(path, { intent, adminId });
const mainOf = async (answer: Response | Promise<Response>) =>
  inside(screenOf(await (await answer).text()).getByRole("main"));
const form = (main: ReturnType<typeof inside>) => inside(main.getByRole("region", { name: "Create an admin" }));
const inputOf = (main: ReturnType<typeof inside>, label: string) =>
  form(main).getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
/** The row of an email in the list of admins. */
const listed = (main: ReturnType<typeof inside>, email: string) =>
  inside(main.getByRole("table", { name: "Admins" }))
    .getAllByRole("row")
    .map((row) => inside(row))
    .find(({ words }) => words.includes(email));

/** While the test runs, the database refuses every such change of the admins. */
async function refusing(event: "insert" | "update", run: () => Promise<void>) {
  await app.query(
    "create or replace function refuse_change() returns trigger language plpgsql as $$ begin raise 'no room'; end $$",
  );
  await app.query(
    `create trigger refuse_change before ${event} on admin_users for each row execute function refuse_change()`,
  );
  try {
    await run();
  } finally {
    await app.query("drop trigger refuse_change on admin_users");
  }
}

describe("creating an admin", () => {
  test("[A-USERS-6] the form asks for email, password and confirmation", async () => {
    const main = await mainOf(superAdmin.get(path));
    for (const [label, name, type] of [
      ["Email", "email", "text"],
      ["Password", "password", "password"],
      ["Confirm password", "confirmation", "password"],
    ] as const) {
      const { name: own, type: kind } = inputOf(main, label);
      expect([own, kind]).toEqual([name, type]);
    }
  });

  test("[A-USERS-11] the role defaults to Regular Admin, and the other option is Super Admin", async () => {
    const { value, options } = form(await mainOf(superAdmin.get(path))).getByLabelText<HTMLSelectElement>(/^Role/);
    expect(value).toBe("regular_admin");
    expect([...options].map((option) => [option.value, option.text])).toEqual([
      ["regular_admin", "Regular Admin"],
      ["super_admin", "Super Admin"],
    ]);
  });

  test("[A-USERS-12, A-USERS-13] creating an admin shows a success message, lists the admin and empties the form, and the admin can sign in", async () => {
    const email = "wren@lucaya.example";
    const response = await create("Wren@Lucaya.example");
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).not.toContain(password);
    const main = inside(screenOf(html).getByRole("main"));
    expect(main.getByRole("alert").textContent).toContain(`Admin user ${email} created successfully!`);
    expect(inputOf(main, "Email").value).toBe("");
    expect(listed(main, email)?.words).toContain("Regular Admin");
    await signIn(app, { email, password });
    // Both are in the record of who did it.
    const record = inside(main.getByRole("region", { name: "Recent activity" })).words;
    for (const text of [email, admin.email]) expect(record).toContain(text);
  });

  test("[A-USERS-7, A-USERS-8, A-USERS-9] each invalid field is reported at the field and in the summary, and the typed values stay", async () => {
    const response = await create("wren at home", { password: "short", confirmation: "other", role: "super_admin" });
    expect(response.status).toBe(400);
    const main = await mainOf(response);
    for (const [label, message] of [
      ["Email", "Please enter a valid email address"],
      ["Password", "Password must be at least 8 characters long"],
      ["Confirm password", "Passwords do not match"],
    ] as const) {
      const input = inputOf(main, label);
      expect([label, input.getAttribute("aria-invalid")]).toEqual([label, "true"]);
      const described = (input.getAttribute("aria-describedby") ?? "").split(" ");
      const text = described.map((id) => main.element.querySelector(`[id="${id}"]`)?.textContent).join(" ");
      expect(text).toContain(message);
      expect(main.getByRole("link", { name: message }).getAttribute("href")).toBe(`#${input.id}`);
    }
    expect([inputOf(main, "Email").value, inputOf(main, "Password").value]).toEqual(["wren at home", ""]);
    expect(form(main).getByLabelText<HTMLSelectElement>(/^Role/).value).toBe("super_admin");
  });

  test("[A-USERS-10] an unknown role is refused with 400, and no admin is created", async () => {
    const response = await create("osprey@lucaya.example", { role: "owner" });
    expect([response.status, (await mainOf(response)).words.split("Role is required").length]).toEqual([400, 3]);
    expect(await rowOf("osprey@lucaya.example")).toBeUndefined();
  });

  test("[A-USERS-14] the form shows why an admin wasn't created, or 'Failed to create admin' for an unknown cause", async () => {
    const again = await create(admin.email);
    expect([again.status, (await mainOf(again)).words]).toEqual([
      409,
      expect.stringContaining("An admin with this email already exists"),
    ]);
    await refusing("insert", async () => {
      const response = await create("heron@lucaya.example");
      expect([response.status, (await mainOf(response)).getByRole("alert").textContent]).toEqual([
        500,
        expect.stringContaining("Failed to create admin"),
      ]);
    });
    expect(await app.query(`select 1 from "user" where email = 'heron@lucaya.example'`)).toEqual([]);
  });
});

const inNassau = (instant: Date) => {
  const zone = { timeZone: "America/Nassau" } as const;
  const day = instant.toLocaleDateString("en-US", { ...zone, year: "numeric", month: "short", day: "numeric" });
  const clock = instant.toLocaleTimeString("en-US", { ...zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return `${day}, ${clock}`;
};
/** Never this year, where a list might omit the year. */
const longAgo = (minute: number) => new Date(Date.now() - 400 * 86_400_000 + minute * 60_000);

describe("the list of admins", () => {
  test("[A-USERS-1] the list shows email, role, state, last sign-in and creator of each admin", async () => {
    const id = await makeAdmin("gull@lucaya.example");
    const last = longAgo(0);
    await app.query("update admin_users set last_login_at = $2 where id = $1", [id, last]);
    const rowText = listed(await mainOf(superAdmin.get(path)), "gull@lucaya.example")?.words;
    for (const text of ["Regular Admin", "Active", inNassau(last), admin.email]) expect(rowText).toContain(text);
  });

  test("[A-USERS-2] the list leaves out inactive admins unless they are requested", async () => {
    await makeAdmin("rail@lucaya.example", false);
    expect(listed(await mainOf(superAdmin.get(path)), "rail@lucaya.example")).toBeUndefined();
    const inactivePage = await mainOf(superAdmin.get(`${path}?inactive=yes`));
    expect(listed(inactivePage, "rail@lucaya.example")?.words).toContain("Inactive");
  });

  test("[A-USERS-20] a failing query shows 'Failed to fetch admins'", async () => {
    await app.query("alter table admin_activity_log rename to hidden_log");
    try {
      expect((await mainOf(superAdmin.get(path))).getByRole("alert").textContent).toContain("Failed to fetch admins");
    } finally {
      await app.query("alter table hidden_log rename to admin_activity_log");
    }
    expect((await mainOf(superAdmin.get(path))).queryByRole("alert")).toBeNull();
  });
});

describe("the forms of a row", () => {
  test("[A-USERS-15, A-USERS-18] deactivating and reactivating an admin show a message, and the list shows the new state", async () => {
    const email = "plover@lucaya.example";
    const adminId = await makeAdmin(email);
    const off = await mainOf(set("deactivate", adminId));
    expect(off.getByRole("alert").textContent).toContain(`Admin user ${email} deactivated successfully`);
    expect((await rowOf(email))?.is_active).toBe(false);
    const on = await mainOf(set("reactivate", adminId));
    expect(on.getByRole("alert").textContent).toContain(`Admin user ${email} reactivated successfully`);
    expect(listed(on, email)?.words).toContain("Active");
  });

  test("[A-USERS-5] the activity lists a deactivation and a reactivation, each with its admin and its target", async () => {
    const email = "stilt@lucaya.example";
    const adminId = await makeAdmin(email);
    await set("deactivate", adminId);
    const main = await mainOf(set("reactivate", adminId));
    const rows = inside(main.getByRole("region", { name: "Recent activity" })).getAllByRole("row");
    const about = rows.map((row) => inside(row).words).filter((text) => text.includes(email));
    expect(about).toEqual([expect.stringContaining("Reactivated"), expect.stringContaining("Deactivated")]);
    for (const message of about) expect(message).toContain(admin.email);
  });

  test("[A-USERS-16] without JavaScript the confirmation is part of the page, and opening it changes nothing", async () => {
    const email = "tern@lucaya.example";
    const id = await makeAdmin(email);
    const link = listed(await mainOf(superAdmin.get(path)), email)?.getByRole("link", { name: /^Deactivate ?tern@/ });
    expect(link?.getAttribute("href")).toBe(`${path}?ask=active&of=${id}`);
    const page = screenOf(await (await superAdmin.get(`${path}?ask=active&of=${id}`)).text());
    const dialog = page.getByRole("alertdialog", { name: "Deactivate this admin?" });
    expect(dialog.hasAttribute("open")).toBe(true);
    expect((await rowOf(email))?.is_active).toBe(true);
  });

  test("[F-DESK-3] the confirmation of a deactivation counts what the admin owns and asks who takes it over, also without JavaScript", async () => {
    const [id, heir] = [await makeAdmin("leaver@lucaya.example"), await makeAdmin("heir@lucaya.example")];
    const application = await new HttpClient(app).start("theirs@mail.example");
    await app.query("update visa_applications set owner_id = $1 where id = $2", [id, application]);
    const confirmPage = async (of: string) =>
      screenOf(await (await superAdmin.get(`${path}?ask=active&of=${of}`)).text());
    const dialog = inside((await confirmPage(id)).getByRole("alertdialog", { name: "Deactivate this admin?" }));
    expect(dialog.words).toContain("This admin still has 1 case.");
    const choice = dialog.getByLabelText<HTMLSelectElement>("Who takes them over");
    expect([choice.value, choice.form?.querySelector<HTMLInputElement>("[name=intent]")?.value]).toEqual([
      "",
      "deactivate",
    ]);
    const optionValues = [...choice.options].map(({ value }) => value);
    expect([optionValues.includes(heir), optionValues.includes(id)]).toEqual([true, false]);
    const nothing = await confirmPage(heir);
    expect(nothing.getByRole("alertdialog").querySelector("select")).toBeNull();
    const resultPage = await mainOf(superAdmin.post(path, { intent: "deactivate", adminId: id, heir }));
    expect(resultPage.getByRole("alert").textContent).toContain("1 case now belongs to heir@lucaya.example");
  });

  test("[A-USERS-19] the list shows why an admin wasn't changed, or 'Failed to update admin' for an unknown cause", async () => {
    const adminId = await makeAdmin("coot@lucaya.example");
    const twice = await set("reactivate", adminId);
    expect([twice.status, (await mainOf(twice)).getByRole("alert").textContent]).toEqual([
      409,
      expect.stringContaining("coot@lucaya.example is active already"),
    ]);
    expect((await set("deactivate", crypto.randomUUID())).status).toBe(404);
    await refusing("update", async () => {
      const response = await set("deactivate", adminId);
      expect([response.status, (await mainOf(response)).getByRole("alert").textContent]).toEqual([
        500,
        expect.stringContaining("Failed to update admin"),
      ]);
    });
    expect((await rowOf("coot@lucaya.example"))?.is_active).toBe(true);
  });

  test("[A-USERS-17] an admin can neither deactivate their own account nor change their own role", async () => {
    const adminId = (await rowOf(admin.email))?.id ?? "";
    const self = await set("deactivate", adminId);
    expect([self.status, (await mainOf(self)).words]).toEqual([
      409,
      expect.stringContaining("You cannot deactivate your own account"),
    ]);
    expect((await superAdmin.post(path, { intent: "role", adminId, role: "regular_admin" })).status).toBe(409);
    expect(await rowOf(admin.email)).toMatchObject({ is_active: true, role: "super_admin" });
  });

  test("[A-USERS-24] the last active super admin can be neither deactivated nor made a regular admin", async () => {
    const otherId = await makeAdmin("pelican@lucaya.example", false);
    await app.query("update admin_users set role = 'super_admin' where id = $1", [otherId]);
    const adminId = (await rowOf(admin.email))?.id ?? "";
    expect((await set("deactivate", adminId)).status).toBe(409);
    expect((await superAdmin.post(path, { intent: "role", adminId, role: "regular_admin" })).status).toBe(409);
  });

  test("the list shows a changed role at once", async () => {
    const email = "egret@lucaya.example";
    const adminId = await makeAdmin(email);
    const response = await superAdmin.post(path, { intent: "role", adminId, role: "super_admin" });
    expect(response.status).toBe(200);
    expect(listed(await mainOf(response), email)?.words).toContain("Super Admin");
  });
});

test("[A-PERM-7] only super admins see the Admin Users tab and its screen, and a regular admin can't change anything there", async () => {
  const email = "sandpiper@lucaya.example";
  await create(email);
  const regular = await signIn(app, { email, password });
  const hasTab = async (client: HttpClient) =>
    screenOf(await (await client.get("/admin")).text()).queryAllByRole("link", { name: "Admin Users" }).length > 0;
  expect([await hasTab(superAdmin), await hasTab(regular)]).toEqual([true, false]);
  const screen = await regular.get(path);
  expect([screen.status, screenOf(await screen.text()).queryByRole("button", { name: "Create Admin" })]).toEqual([
    403,
    null,
  ]);
  const own = (await rowOf(admin.email))?.id ?? "";
  expect((await set("deactivate", own, regular)).status).toBe(403);
  expect((await rowOf(admin.email))?.is_active).toBe(true);
});
