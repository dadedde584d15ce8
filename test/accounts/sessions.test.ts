import { describe, expect, test } from "vitest";
import { admin, startApp } from "../harness/app-server";
import { plain, signIn } from "../harness/desk/desk";
import { HttpClient, until } from "../harness/http-client";

const password = "sails over the bank";

const hashing = new URL("../harness/hashing.mjs", import.meta.url).href;
const app = await startApp({ TRUST_PROXY: "yes", NODE_OPTIONS: `--import ${hashing}` });
const superAdmin = await signIn(app);

async function make(email: string): Promise<string> {
  const person = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
  expect((await superAdmin.post("/admin/users", person)).status).toBe(200);
  const [row] = await app.query<{ id: string }>("select id from admin_users where email = $1", [email]);
  return row?.id ?? "";
}

test("[A-SESSION-13] deactivating an admin ends their sessions in every browser at once, and no other admin's", async () => {
  const email = "two@lucaya.example";
  const adminId = await make(email);
  const [here, there] = [await signIn(app, { email, password }), await signIn(app, { email, password })];
  for (const client of [here, there]) expect((await client.get("/admin")).status).toBe(200);
  expect((await superAdmin.post("/admin/users", { intent: "deactivate", adminId })).status).toBe(200);
  for (const client of [here, there]) {
    const page = await client.get("/admin");
    expect([page.status, page.headers.get("location")]).toEqual([302, "/admin/login"]);
    expect((await client.get("/admin/session")).status).toBe(401);
    expect((await client.post("/admin/services", { intent: "delete" })).status).toBe(302);
    const bearer = { authorization: `Bearer ${client.cookies.get("lucaya_staff")}` };
    expect((await new HttpClient(app).get("/admin/session", bearer)).status).toBe(401);
  }
  const rows = await app.query('select 1 from session join "user" u on u.id = user_id where u.email = $1', [email]);
  expect(rows).toEqual([]);
  expect((await superAdmin.get("/admin")).status).toBe(200);
});

test("without JavaScript a form sent after the session ended is returned with its values, and can be sent after signing in again", async () => {
  const email = "late@lucaya.example";
  await make(email);
  const desk = await signIn(app, { email, password });
  const id = await new HttpClient(app).start("patient@mail.example");
  const path = `/admin/applications/${id}`;
  const noteFields = {
    intent: "add-note",
    note: crypto.randomUUID(),
    body: "Rang her.\nShe comes on <Monday> & waits",
  };
  await app.query(
    `update session set expires_at = now() - interval '1 minute' where user_id = (select id from "user" where email = $1)`,
    [email],
  );
  const refused = await desk.post(path, noteFields);
  const html = await refused.text();
  expect([refused.status, html.includes("Please sign in again")]).toEqual([401, true]);
  const fields = [...html.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)</g)].map(([, name = "", text = ""]) => [
    name,
    text.replace(/^\n/, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  ]);
  const notes = () => app.query("select body, author_email from application_notes where application_id = $1", [id]);
  expect(await notes()).toEqual([]);
  const again = await signIn(app, { email, password });
  const sent = await again.post(path, Object.fromEntries(fields));
  expect(sent.status).toBe(302);
  expect(await notes()).toEqual([{ body: noteFields.body, author_email: email }]);
});

describe("password guessing", () => {
  test("[A-LOGIN-5] an unknown email, a wrong password and a deactivated admin's correct password get the same response after the same work", async () => {
    const inactiveEmail = "gone@lucaya.example";
    const adminId = await make(inactiveEmail);
    await superAdmin.post("/admin/users", { intent: "deactivate", adminId });
    const tries = {
      unknown: (position: number) => ({ email: `nobody${position}@lucaya.example`, password: "a guess at it" }),
      wrong: () => ({ email: admin.email, password: "a guess at it" }),
      deactivated: () => ({ email: inactiveEmail, password }),
    };
    const answers = new Set<string>();
    for (let index = 0; index < 3; index++)
      for (const kind of ["unknown", "wrong", "deactivated"] as const) {
        const attempt = tries[kind](index);
        const before = app.output().length;
        const response = await new HttpClient(app).post("/admin/login", attempt);
        const html = await response.text();
        expect(response.headers.getSetCookie()).toEqual([]);
        const hashed = await until("a hash", () =>
          app
            .output()
            .slice(before)
            .match(/^Hashed with .*$/gm),
        );
        // Hashing takes nearly all of the response time: once, and at the same cost for everybody.
        expect([kind, hashed]).toEqual([kind, ["Hashed with $argon2id$v=19$m=19456,t=2,p=1"]]);
        answers.add(
          `${response.status} ${plain(html)
            .replaceAll(attempt.email, "(email)")
            .replace(/nonce="[^"]*"/g, "")}`,
        );
      }
    expect([...answers].map((text) => text.slice(0, 3))).toEqual(["401"]);
  });

  test("[A-LOGIN-7] too many attempts get the same message for a known and an unknown email", async () => {
    await app.query("delete from limit_counts");
    const last = [];
    for (const email of [admin.email, "nobody@lucaya.example"]) {
      const guesser = new HttpClient(app);
      const first = await guesser.post("/admin/login", { email, password: "a guess" });
      await app.query("update limit_counts set count = 20 where key like 'sign-in as %'");
      const second = await guesser.post("/admin/login", { email, password: "a guess" });
      const statuses = [first.status, second.status];
      const text = plain(await second.text());
      const message = /Too many attempts\. Please wait 15 minutes and try again\./.exec(text)?.[0] ?? "";
      last.push([statuses, message]);
    }
    expect(last[0]).toEqual([[401, 429], expect.stringContaining("Too many attempts")]);
    expect(last[1]).toEqual(last[0]);
    await app.query("delete from limit_counts");
  });
});
