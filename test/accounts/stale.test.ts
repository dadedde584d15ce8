import { beforeEach, describe, expect, test } from "vitest";
import { submittedCase } from "../harness/case/opened-case";
import { signIn } from "../harness/desk/desk";
import { typed } from "../harness/desk/editor-form";
import { makeStaffFixtures } from "../harness/desk/staff-fixtures";
import { state } from "../harness/desk/table-state";
import { codeAt } from "../harness/factors/codes";
import { Device } from "../harness/factors/device";
import { type Fields, HttpClient, until } from "../harness/http-client";
import { queueIsDone } from "../harness/queue";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const own = { email: "stale@lucaya.example", password: "sails over the bank" };
const title = "Confirm that it is you";
const person = (email: string, role: string): Fields => ({
  ...{ intent: "create", email, role, password: own.password, confirmation: own.password },
});
const firstId = async (text: string, values: unknown[] = []) =>
  (await app.query<{ id: string }>(text, values))[0]?.id ?? expect.fail(text);

// Each request of V-FRESH-4 to V-FRESH-6: in a stale session it is a 403 and changes nothing, by cookie and by bearer;
// in a fresh one the same request succeeds, so it was not refused for another reason.
const app = await sharedApp();
const fixtures = await makeStaffFixtures(app);
expect((await fixtures.superAdmin.post("/admin/users", person(own.email, "super_admin"))).status).toBe(200);
const userId = await firstId("select user_id as id from admin_users where email = $1", [own.email]);
const desk = await signIn(app, own);
beforeEach(() => app.query("delete from limit_counts"));

const age = (minutes: number) =>
  app.query("update session set fresh_at = now() - make_interval(mins => $2) where user_id = $1", [userId, minutes]);

/** The body: a form, an object as JSON, or none for a GET. */
type Sent = { at: string; form?: Fields; json?: Fields };
type Act = { sends: () => Sent | Promise<Sent>; done: number };

function send(by: HttpClient, { at, form, json }: Sent, more: Fields = {}) {
  if (form) return by.post(at, form, more);
  if (!json) return by.get(at, more);
  const headers = { origin: app.url, "content-type": "application/json", ...more };
  return by.send(at, { method: "POST", headers, body: JSON.stringify(json) });
}

/** `state` doesn't count sessions. */
const everything = async () => ({
  ...(await state(app)),
  sessions: (await app.query("select id from session order by id")).map(({ id }) => id).join(" "),
});

async function waits({ sends, done }: Act): Promise<Response> {
  const sent = await sends();
  // Jobs of the previous action.
  await queueIsDone(app, "");
  await fixtures.rest();
  await age(10);
  const before = await everything();
  const bearer = { authorization: `Bearer ${decodeURIComponent(desk.cookies.get("lucaya_staff") ?? "")}` };
  const responses = [await send(desk, sent), await send(new HttpClient(app), sent, bearer)];
  for (const response of responses) {
    expect([response.status, response.headers.get("content-disposition")]).toEqual([403, null]);
    const text = await response.text();
    if (sent.json) expect(JSON.parse(text)).toEqual({ error: "Please confirm that it is you." });
    else expect(screenOf(text).getByRole("heading", { level: 1 }).textContent).toBe(title);
  }
  expect(await everything(), "nothing is changed").toEqual(before);
  await age(0);
  const again = await send(desk, sent);
  expect(again.status, "once it is fresh").toBe(done);
  return again;
}
const drained = async (response: Response) => (await response.arrayBuffer()).byteLength;

const exporting = (list: string, form: Fields): Act => ({
  sends: () => ({ at: `/admin/${list}/export`, form }),
  done: 200,
});
const reads: Record<string, Act> = {
  "the view of inquiries": exporting("inquiries", { of: "view" }),
  "inquiries with their columns": exporting("inquiries", {}),
  "the view of applications": exporting("applications", { of: "view" }),
  "applications with their columns": exporting("applications", { column: "number" }),
  people: exporting("people", { of: "view" }),
  "the record": exporting("activity", { of: "view" }),
  "a case's ZIP": { sends: () => ({ at: `/admin/applications/${fixtures.application}/case.zip` }), done: 200 },
  "a case's PDF": { sends: () => ({ at: `/apply/${fixtures.application}/receipt.pdf` }), done: 200 },
  "all hidden answers of a case": {
    sends: () => ({ at: `/admin/applications/${fixtures.application}`, form: { intent: "reveal", step: "all" } }),
    done: 200,
  },
};
const admins = (form: (id: string) => Fields, active = true): Act => ({
  sends: async () => ({ at: "/admin/users", form: form(await fixtures.admin(active)) }),
  done: 200,
});
const onAdmin = (intent: string): Act => ({
  sends: async () => ({ at: `/admin/users/${await fixtures.admin(true)}`, form: { intent } }),
  done: 200,
});
const calls = (action: string): Act => ({
  sends: async () => ({
    at: "/functions/v1/manage-admin-user",
    json: { action, adminId: await fixtures.admin(action === "deactivate") },
  }),
  done: 200,
});
const people: Record<string, Act> = {
  "making an admin": {
    sends: () => ({ at: "/admin/users", form: person(`made${fixtures.next()}@lucaya.example`, "regular_admin") }),
    done: 200,
  },
  "changing a role": admins((adminId) => ({ intent: "role", adminId, role: "super_admin" })),
  "deactivating an admin": admins((adminId) => ({ intent: "deactivate", adminId })),
  "reactivating an admin": admins((adminId) => ({ intent: "reactivate", adminId }), false),
  "sending a password reset": onAdmin("password-reset"),
  "resetting a second factor": onAdmin("reset-factors"),
  "ending another person's session": {
    sends: async () => ({
      at: `/admin/users/${await firstId("select id from admin_users where email = 'desk@lucaya.example'")}`,
      form: {
        intent: "end-sign-in",
        signIn: await firstId(
          "select s.id from session s join admin_users a using (user_id) where a.email = 'desk@lucaya.example' order by s.created_at desc limit 1",
        ),
      },
    }),
    done: 200,
  },
  "who needs a second factor": {
    sends: async () => {
      await fixtures.forgetFactorNeeded();
      return { at: "/admin/users", form: { intent: "factor-needed", for: "all_admins" } };
    },
    done: 200,
  },
  "making an admin by a function": {
    sends: () => ({
      at: "/functions/v1/create-admin-user",
      json: { email: `called${fixtures.next()}@lucaya.example`, password: own.password, role: "regular_admin" },
    }),
    done: 201,
  },
  "deactivating by a function": calls("deactivate"),
  "reactivating by a function": calls("reactivate"),
};

/** An open request to erase an application. */
const insertItem = async (id: string) =>
  `/admin/privacy/requests/${await firstId(
    `insert into erasure_requests (group_id, application_id, email, state, confirmed_at)
     values (gen_random_uuid(), $1, 'asked@mail.example', 'open', now()) returning id`,
    [id],
  )}`;
const aDraft = async () => (await fixtures.draft()).draft;
async function aDecidedCase(): Promise<string> {
  const { id } = await submittedCase(app);
  await app.query("update visa_applications set status = 'denied' where id = $1", [id]);
  await app.query(
    "insert into application_status_history (application_id, from_status, to_status) values ($1, 'submitted', 'denied')",
    [id],
  );
  return id;
}
const hold = (intent: string): Act => ({
  sends: async () => {
    await fixtures.hold(intent === "remove");
    return { at: `/admin/applications/${fixtures.application}/hold`, form: { intent, reason: "A court asks." } };
  },
  done: 302,
});
const final: Record<string, Act> = {
  "erasing on request": {
    sends: async () => ({ at: await insertItem(await aDraft()), form: { decision: "erase", sure: "yes" } }),
    done: 302,
  },
  "refusing a request": {
    sends: async () => ({ at: await insertItem(await aDraft()), form: { decision: "refuse", reason: "The law." } }),
    done: 302,
  },
  "placing a hold": hold("place"),
  "removing a hold": hold("remove"),
  "renewing keys": {
    sends: () => ({ at: "/admin/privacy", form: { intent: "renew-keys", confirmed: "yes" } }),
    done: 302,
  },
};

describe("a stale session, by cookie and by bearer token", () => {
  test.each(Object.entries(reads))("[V-FRESH-3, V-FRESH-4] a stale session gets 403: %s", async (_, act) => {
    expect(await drained(await waits(act))).toBeGreaterThan(0);
  });

  test("[V-FRESH-4] revealing a single step needs no reauthentication until ten cases were revealed within the hour", async () => {
    const single = { at: `/admin/applications/${fixtures.application}`, form: { intent: "reveal", step: "2" } };
    await age(10);
    expect((await send(desk, single)).status).toBe(200);
    await app.query(
      `insert into admin_activity_log (action_type, admin_id, subject_type, subject_id)
       select 'sensitive_answers_revealed', id, 'application', gen_random_uuid() from admin_users, generate_series(1, 10)
       where email = $1`,
      [own.email],
    );
    await waits({ sends: () => single, done: 200 });
  });

  test("[F-SAFE-3] changing an application's email from a stale session gets 403", async () => {
    const path = `/admin/applications/${fixtures.application}`;
    const form = { intent: "change-email", email: `other${fixtures.next()}@mail.example` };
    // Opening a case is recorded separately.
    await desk.get(path);
    await waits({ sends: () => ({ at: path, form }), done: 200 });
  });

  test.each(Object.entries(people))("[V-FRESH-3, V-FRESH-5] a stale session gets 403: %s", async (_, act) => {
    await waits(act);
  });

  test.each(Object.entries(final))("[V-FRESH-3, V-FRESH-6] a stale session gets 403: %s", async (_, act) => {
    await waits(act);
  });

  test.each([
    ["publish", {}],
    ["schedule", { day: "2099-01-05", time: "09:00" }],
  ])(
    "[F-SAFE-3] a setting that decides where mail goes needs reauthentication: %s keeps the typed value and saves it afterwards",
    async (intent, more) => {
      const at = "/admin/content/settings";
      const to = `to${fixtures.next()}@else.example`;
      const form = await typed(desk, at, { "f.contact_email": to, scheduled: "call-off", intent, ...more });
      await age(10);
      const response = await desk.post(at, form);
      expect(response.status).toBe(403);
      const screen = screenOf(await response.text());
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
      const version = "select count(*)::int as id from content_versions where data->>'contact_email' = $1 and ";
      expect(await firstId(`${version} coalesce(published_at, scheduled_for) is null`, [to]), "a draft").toBe(1);
      const password = { "confirm-to": at, "confirm-method": "POST", "confirm-password": own.password };
      expect((await desk.post("/admin/confirm", { ...form, ...password })).status).toBe(307);
      expect((await desk.post(at, form)).status).toBe(302);
      expect(await firstId(`${version} coalesce(published_at, scheduled_for) is not null`, [to])).toBe(1);
    },
  );

  test("[V-FRESH-4, V-FRESH-6] restricting a case, and opening a restricted case and its ZIP, from a stale session gets 403", async () => {
    const id = await aDecidedCase();
    const path = `/admin/privacy/restricted/${id}`;
    const request = await insertItem(id);
    await waits({ sends: () => ({ at: request, form: { decision: "restrict" } }), done: 302 });
    await until("it is restricted", async () => (await desk.get(path)).status === 200);
    await waits({ sends: () => ({ at: path, form: { reason: "A court asks." } }), done: 302 });
    await age(10);
    expect(screenOf(await (await desk.get(path)).text()).queryByRole("link", { name: /ZIP/ }), "closed").toBeNull();
    const zip = await waits({ sends: () => ({ at: `${path}/case.zip` }), done: 200 });
    expect(await drained(zip)).toBeGreaterThan(5000);
  });

  test.each(["/admin/account", "/admin/account/second-factor"])(
    "[V-FRESH-3, V-FRESH-6] changing one's own factors, passkeys and recovery codes from a stale session gets 403 at %s",
    async (at) => {
      for (const table of ["authenticators", "passkeys", "recovery_codes"])
        await app.query(`delete from ${table} where user_id = $1`, [userId]);
      const form =
        (intent: string, more: Fields = {}) =>
        () => ({ at, form: { intent, ...more } });
      const setUpScreen = screenOf(await (await waits({ sends: form("app-begin"), done: 200 })).text());
      const secret = /Secret: ([2-7A-Z ]+[2-7A-Z])/.exec(setUpScreen.words)?.[1] ?? "";
      await age(10);
      expect(screenOf(await (await desk.get(at)).text()).words, "hidden from a stale session").not.toContain(secret);
      await waits({ sends: form("app-confirm", { code: codeAt(secret) }), done: 200 });
      await waits({ sends: form("codes-renew"), done: 200 });
      const device = new Device(app.url);
      const passkey = device.add(await (await desk.get("/admin/account/passkey")).json());
      await waits({ sends: form("passkey-add", { name: "My phone", passkey }), done: 200 });
      await waits({ sends: form("app-remove"), done: 200 });
      const passkeyId = await firstId("select id from passkeys where user_id = $1", [userId]);
      // A super admin's last factor can't be removed, fresh or not.
      await waits({ sends: form("passkey-remove", { passkeyId }), done: 409 });
    },
  );
});
