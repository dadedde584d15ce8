import { beforeAll, describe, expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { admin, type Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";
import type { Fields, Visitor } from "../harness/visitor";

const path = "/admin/users";
const password = "sails over the bank";
let program: Program;
let boss: Visitor;

beforeAll(async () => {
  program = await sharedProgram();
  boss = await signIn(program);
});

type Row = { id: string; role: string; is_active: boolean; last_login_at: Date | null; created_by: string | null };
const rowOf = async (email: string) =>
  (await program.query<Row>("select * from admin_users where email = $1", [email]))[0];
const activityAbout = (email: string) =>
  program.query<{ action_type: string; admin_email: string }>(
    "select action_type, admin_email from admin_activity_log where target_admin_email = $1 order by created_at",
    [email],
  );
const sessionsOf = async (email: string) =>
  (await program.query('select 1 from session join "user" u on u.id = user_id where u.email = $1', [email])).length;
const create = (email: string, change: Fields = {}) =>
  boss.post(path, { intent: "create", email, password, confirmation: password, role: "regular_admin", ...change });
const set = (intent: "deactivate" | "reactivate", adminId: string, by = boss) => by.post(path, { intent, adminId });
const createAdmin = async (email: string, change: Fields = {}) => {
  expect((await create(email, change)).status).toBe(200);
  return (await rowOf(email))?.id ?? "";
};

/** While the test runs, every such change of the admins is refused by the database, without words for a person. */
async function refusing(event: "insert" | "update", run: () => Promise<void>) {
  await program.query(
    "create or replace function refuse_change() returns trigger language plpgsql as $$ begin raise 'no room'; end $$",
  );
  await program.query(
    `create trigger refuse_change before ${event} on admin_users for each row execute function refuse_change()`,
  );
  try {
    await run();
  } finally {
    await program.query("drop trigger refuse_change on admin_users");
  }
}

describe("creating an admin", () => {
  test("[A-USERS-6, A-USERS-11] the form asks for email, password, confirmation and role, which starts as Regular Admin", async () => {
    const html = await (await boss.get(path)).text();
    for (const name of ["email", "password", "confirmation"])
      expect(html).toMatch(new RegExp(`<input[^>]*name="${name}"`));
    expect(html).toMatch(/<option value="regular_admin" selected="">Regular Admin<\/option>/);
    expect(html).toMatch(/<option value="super_admin">Super Admin<\/option>/);
  });

  test("[A-USERS-5, A-USERS-12, A-USERS-13] a new admin is announced and listed, the form is empty again, the log has one entry", async () => {
    const answer = await create("Wren@Lucaya.example");
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(plain(html)).toContain("Admin user wren@lucaya.example created successfully!");
    expect(html).toMatch(/role="alert"/);
    expect(html).not.toMatch(/name="email"[^>]*value="[^"]/);
    expect(html).not.toContain(password);
    expect(plain(html)).toMatch(/wren@ ?lucaya ?\.example/);
    expect(await activityAbout("wren@lucaya.example")).toEqual([
      { action_type: "admin_created", admin_email: admin.email },
    ]);
    expect((await signIn(program, { email: "wren@lucaya.example", password })).cookies.size).toBeGreaterThan(0);
  });

  test.each([
    ["[A-USERS-7] no email", { email: "" }, "Email is required"],
    ["[A-USERS-7] no address", { email: "wren at home" }, "Please enter a valid email address"],
    [
      "[A-USERS-8] a short password",
      { password: "seven77", confirmation: "seven77" },
      "Password must be at least 8 characters long",
    ],
    [
      "a password that everybody guesses",
      { password: "Sunshine2026!", confirmation: "Sunshine2026!" },
      "This password is easy to guess. Choose another one.",
    ],
    [
      "a password that is the address",
      { password: "kestrel1", confirmation: "kestrel1", email: "kestrel@lucaya.example" },
      "This password is easy to guess. Choose another one.",
    ],
    ["[A-USERS-9] another confirmation", { confirmation: "something else" }, "Passwords do not match"],
    ["[A-USERS-10] another role", { role: "owner" }, "Role is required"],
    ["[A-USERS-10] no role", { role: "" }, "Role is required"],
  ])("%s is refused at its field and in the summary, and nobody is created", async (_name, change, message) => {
    const before = await program.query("select id from admin_users");
    const answer = await create("osprey@lucaya.example", change);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(plain(html).split(message)).toHaveLength(3);
    expect(html).toMatch(/aria-invalid="true"/);
    if (!("email" in change)) expect(html).toContain('value="osprey@lucaya.example"');
    expect(await program.query("select id from admin_users")).toEqual(before);
  });

  test("[A-USERS-10] both roles are stored as they were chosen", async () => {
    await createAdmin("regular@lucaya.example");
    await createAdmin("super@lucaya.example", { role: "super_admin" });
    expect((await rowOf("regular@lucaya.example"))?.role).toBe("regular_admin");
    expect((await rowOf("super@lucaya.example"))?.role).toBe("super_admin");
  });

  test("[A-USERS-14] the answer's error is shown, and 'Failed to create admin' when it has none", async () => {
    const again = await create("regular@lucaya.example");
    expect(again.status).toBe(409);
    expect(plain(await again.text())).toContain("An admin with this email already exists");
    await refusing("insert", async () => {
      const answer = await create("heron@lucaya.example");
      expect(answer.status).toBe(500);
      expect(plain(await answer.text())).toContain("Failed to create admin");
    });
    expect(await rowOf("heron@lucaya.example")).toBeUndefined();
    expect(await program.query(`select 1 from "user" where email = 'heron@lucaya.example'`)).toEqual([]);
  });
});

describe("the list", () => {
  test("[A-USERS-1, A-USERS-2] shows email, role, state, last sign-in and creator; inactive ones only when asked", async () => {
    const id = await createAdmin("gull@lucaya.example");
    await signIn(program, { email: "gull@lucaya.example", password });
    const row = async (query: string) => {
      const html = await (await boss.get(path + query)).text();
      const rows = html
        .split(/<\/?tr/)
        .filter((part) => plain(part).match(/gull@ ?lucaya ?\.example/) && part.includes("Change role"));
      return rows.map((part) => plain(`<tr${part}`).replaceAll(/ ?([@.]) ?/g, "$1"));
    };
    const [shown = ""] = await row("");
    const year = new Date().getUTCFullYear();
    expect(shown).toContain("Regular Admin");
    expect(shown).toContain("Active");
    expect(shown).toMatch(new RegExp(`${year}, \\d\\d:\\d\\d`));
    expect(shown).toContain(admin.email);
    await set("deactivate", id);
    expect(await row("")).toEqual([]);
    expect((await row("?inactive=yes"))[0]).toContain("Inactive");
  });

  test("[A-USERS-20] a list that can't be read says 'Failed to fetch admins'", async () => {
    await program.query("alter table admin_activity_log rename to hidden_log");
    try {
      const answer = await boss.get(path);
      expect(plain(await answer.text())).toContain("Failed to fetch admins");
    } finally {
      await program.query("alter table hidden_log rename to admin_activity_log");
    }
    expect(plain(await (await boss.get(path)).text())).not.toContain("Failed to fetch admins");
  });
});

describe("deactivating and reactivating", () => {
  test("[A-USERS-15, A-USERS-18, A-USERS-5, A-SESSION-13] sets is_active, ends the sessions at once, says so, and logs it", async () => {
    const email = "plover@lucaya.example";
    const id = await createAdmin(email);
    const plover = await signIn(program, { email, password });
    expect((await plover.get("/admin")).status).toBe(200);
    const off = await set("deactivate", id);
    expect(plain(await off.text())).toContain(`Admin user ${email} deactivated successfully`);
    expect((await rowOf(email))?.is_active).toBe(false);
    expect(await sessionsOf(email)).toBe(0);
    const next = await plover.get("/admin");
    expect([next.status, next.headers.get("location")]).toEqual([302, "/admin/login"]);
    expect((await plover.post("/admin/login", { email, password })).status).toBe(401);
    const on = await set("reactivate", id);
    expect(plain(await on.text())).toContain(`Admin user ${email} reactivated successfully`);
    expect((await rowOf(email))?.is_active).toBe(true);
    expect((await activityAbout(email)).map((entry) => entry.action_type)).toEqual([
      "admin_created",
      "admin_deactivated",
      "sign_in_failed",
      "admin_reactivated",
    ]);
    const own = (await activityAbout(email)).filter((entry) => entry.action_type !== "sign_in_failed");
    expect(own.every((entry) => entry.admin_email === admin.email)).toBe(true);
  });

  test("[A-USERS-16] the question stands on the page without JavaScript, and asking changes nothing", async () => {
    const id = await createAdmin("tern@lucaya.example");
    const html = await (await boss.get(`${path}?ask=active&of=${id}`)).text();
    expect(html).toMatch(/<dialog[^>]*open=""[^>]*role="alertdialog"/);
    expect(plain(html)).toContain("Deactivate this admin?");
    expect((await rowOf("tern@lucaya.example"))?.is_active).toBe(true);
  });

  test("[A-USERS-19] the answer's error is shown, and 'Failed to update admin' when it has none", async () => {
    const id = await createAdmin("coot@lucaya.example");
    const twice = await set("reactivate", id);
    expect([twice.status, plain(await twice.text()).includes("coot@lucaya.example is active already")]).toEqual([
      409,
      true,
    ]);
    expect((await set("deactivate", crypto.randomUUID())).status).toBe(404);
    expect((await set("deactivate", "nobody")).status).toBe(404);
    await refusing("update", async () => {
      const answer = await set("deactivate", id);
      expect(answer.status).toBe(500);
      expect(plain(await answer.text())).toContain("Failed to update admin");
    });
    expect((await rowOf("coot@lucaya.example"))?.is_active).toBe(true);
  });

  test("[A-USERS-17, A-USERS-24] nobody deactivates themself, and one super admin always stays", async () => {
    const own = (await rowOf(admin.email))?.id ?? "";
    const self = await set("deactivate", own);
    expect(self.status).toBe(409);
    expect(plain(await self.text())).toContain("You cannot deactivate your own account");
    const role = await boss.post(path, { intent: "role", adminId: own, role: "regular_admin" });
    expect(role.status).toBe(409);
    // Two super admins at once against each other: whoever comes second is no super admin any more.
    const email = "pelican@lucaya.example";
    const other = await createAdmin(email, { role: "super_admin" });
    await program.query("update admin_users set is_active = false where role = 'super_admin' and id <> all($1)", [
      [own, other],
    ]);
    const pelican = await signIn(program, { email, password });
    await Promise.all([set("deactivate", other), set("deactivate", own, pelican)]);
    const left = await program.query("select email from admin_users where role = 'super_admin' and is_active");
    expect(left).toHaveLength(1);
    await program.query("update admin_users set is_active = true where id = $1", [own]);
    boss = await signIn(program);
  });

  test("a changed role ends the sessions, and the new rights are there with the next sign-in", async () => {
    const email = "egret@lucaya.example";
    const id = await createAdmin(email);
    const egret = await signIn(program, { email, password });
    expect((await egret.get(path)).status).toBe(403);
    expect((await boss.post(path, { intent: "role", adminId: id, role: "super_admin" })).status).toBe(200);
    expect((await egret.get("/admin")).status).toBe(302);
    const again = await signIn(program, { email, password });
    expect((await again.get(path)).status).toBe(200);
    expect((await activityAbout(email)).at(-1)?.action_type).toBe("admin_role_changed");
  });
});

describe("recent activity", () => {
  test("[A-USERS-3] shows action, admin, target and time, newest first, by action and by admin, page by page", async () => {
    await program.query("delete from admin_activity_log");
    for (let minute = 1; minute <= 30; minute++)
      await program.query(
        `insert into admin_activity_log (action_type, admin_email, target_admin_email, created_at)
         values ($1, $2, $3, timestamptz '2026-11-20 15:00Z' + make_interval(mins => $4))`,
        [
          minute % 3 ? "admin_created" : "signed_in",
          minute % 2 ? admin.email : "other@lucaya.example",
          `target${minute}@lucaya.example`,
          minute,
        ],
      );
    const read = async (query: string) => {
      const html = await (await boss.get(path + query)).text();
      const targets = [
        ...plain(html)
          .replaceAll(/ ?([@.]) ?/g, "$1")
          .matchAll(/target(\d+)@/g),
      ].map((found) => Number(found[1]));
      return { html, targets };
    };
    const first = await read("");
    expect(first.targets).toEqual(Array.from({ length: 25 }, (_, at) => 30 - at));
    expect(plain(first.html)).toContain("Nov 20, 2026, 10:30");
    const older = /href="([^"]*before=[^"]*)"/.exec(first.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await read(older.slice(path.length))).targets).toEqual([5, 4, 3, 2, 1]);
    expect((await read("?action=signed_in")).targets).toEqual([30, 27, 24, 21, 18, 15, 12, 9, 6, 3]);
    expect((await read(`?action=signed_in&admin=${admin.email}`)).targets).toEqual([27, 21, 15, 9, 3]);
  });

  test("[A-USERS-4] without activity it says 'No activity logs available'", async () => {
    await program.query("delete from admin_activity_log");
    expect(plain(await (await boss.get(path)).text())).toContain("No activity logs available");
  });
});

test("[A-PERM-7] super admins alone see the tab and its screen; a regular admin changes nothing", async () => {
  const email = "sandpiper@lucaya.example";
  await createAdmin(email);
  const regular = await signIn(program, { email, password });
  const hasTab = async (visitor: Visitor) => (await (await visitor.get("/admin")).text()).includes(">Admin Users<");
  expect([await hasTab(boss), await hasTab(regular)]).toEqual([true, false]);
  const screen = await regular.get(path);
  expect(screen.status).toBe(403);
  expect(await screen.text()).not.toContain("Create Admin");
  const own = (await rowOf(admin.email))?.id ?? "";
  expect((await set("deactivate", own, regular)).status).toBe(403);
  expect((await rowOf(admin.email))?.is_active).toBe(true);
});
