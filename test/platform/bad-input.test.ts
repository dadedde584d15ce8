import { describe, expect, test } from "vitest";
import { securityQuestionnaire } from "../../app/applications/steps/security-questionnaire";
import { fieldsOf, textLimit } from "../../app/form-engine/definition";
import { admin } from "../harness/app-server";
import { signIn } from "../harness/desk/desk";
import { readMetadata } from "../harness/encryption/stored-answers";
import { confirmEmail } from "../harness/fakes/mails";
import { form, HttpClient } from "../harness/http-client";
import { queueIsDone } from "../harness/queue";
import { sayTo } from "../harness/raw/request";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const step = (change: Record<string, string>) => form("applicant_info", "Applicant Information", change);
const holder = new HttpClient(app);
const id = await holder.start("holder@mail.example");
await holder.save(id, step({ firstName: "Nadège", cityOfBirth: "Port-au-Prince" }));
const [row] = await app.query<{ number: string }>("select application_number as number from visa_applications");
const number = row?.number ?? "";

/** Everything that a refused request might have changed: each table's rows, and every application. */
async function state() {
  const tables = ["visa_applications", "applicant_information", "application_holders", "attempts", "session"];
  const more = ["email_notifications", "application_submissions", "application_status_history", "admin_activity_log"];
  const counts = [...tables, ...more].map((name) => `(select count(*) from ${name}) as ${name}`);
  const rows = `(select md5(string_agg(a::text, ',' order by id)) from visa_applications a) as applications`;
  return app.query(`select ${counts.join(", ")}, ${rows}`);
}

const attempt = () => crypto.randomUUID();
const writes = (): [string, string, Record<string, string>][] => [
  ["a start", "/apply", { email: "other@mail.example", terms: "yes", attempt: attempt() }],
  ["a start by script", "/apply.data", { email: "other@mail.example", terms: "yes", attempt: attempt() }],
  ["a save with script", `/apply/${id}/save`, step({ firstName: "Mallory" })],
  ["a save without script", `/apply/${id}`, step({ firstName: "Mallory" })],
  ["a save by data request", `/apply/${id}.data`, step({ firstName: "Mallory" })],
  ["a submission", `/apply/${id}/save`, { ...step({}), intent: "submit", attempt: attempt() }],
  ["an email check", `/apply/${id}`, { intent: "open", email: "holder@mail.example" }],
  ["giving the right up", `/apply/${id}`, { intent: "forget" }],
  ["a link request", `/apply/${number}`, { intent: "send-link" }],
  ["a link request by email", "/apply/start", { asked: "holder@mail.example" }],
  ["redeeming a link", "/application/resume", { token: "x" }],
  ["a sign-in", "/admin/login", admin],
  ["a sign-out", "/admin/sign-out", {}],
  ["a status change", `/admin/applications/${id}`, { intent: "status", status: "approved" }],
];

describe("invalid requests", () => {
  test.each([
    ["none", undefined],
    ["another site's", "https://evil.example"],
    ["null", "null"],
    ["our name with another port", "http://localhost:1"],
    ["a site whose name ends in ours", "http://evil-localhost"],
    ["empty", ""],
  ])("[W-FAIL-3] a write whose Origin is %s gets 403 and changes nothing", async (_, origin) => {
    const before = await state();
    for (const [name, path, fields] of writes()) {
      const response = await holder.post(path, fields, { origin });
      expect([name, response.status]).toEqual([name, 403]);
      expect(await response.text(), name).toContain("This request came from another site");
      expect(response.headers.getSetCookie(), name).toEqual([]);
    }
    expect(await state()).toEqual(before);
    const saved = await holder.save(id, step({ firstName: "Nadège", cityOfBirth: "Port-au-Prince" }));
    expect(saved.status, "with our own it works").toBe(200);
  });

  test("a body over 256 KB, and a step's over 1 MB, gets a 413 page and stores nothing, with and without Content-Length", async () => {
    const before = await state();
    const long = "x".repeat(256 * 1024);
    const longest = long.repeat(4);
    for (const [name, path, fields] of writes()) {
      const response = await holder.post(path, { ...fields, firstName: path.startsWith(`/apply/`) ? longest : long });
      expect([name, response.status]).toEqual([name, 413]);
      expect(await response.text(), name).toContain("That’s too much to send at once");
    }
    const streamed = (firstName: string) => {
      const body = new Blob([new URLSearchParams(step({ firstName })).toString()]).stream();
      const headers = { origin: app.url, "content-type": "application/x-www-form-urlencoded" };
      return holder.send(`/apply/${id}/save`, { method: "POST", body, headers, duplex: "half" });
    };
    for (const times of [4, 16, 40]) expect((await streamed(long.repeat(times))).status).toBe(413);
    expect(await state()).toEqual(before);
    expect((await streamed("Another")).status, "a short one is read, and compared").toBe(409);
  });

  test("a form with every detail of the security questions at its maximum length, in any script, is accepted", async () => {
    const writer = new HttpClient(app);
    const own = await writer.start("longest@mail.example");
    await writer.fillIn(own);
    const longText = "陳".repeat(textLimit.textarea);
    const fields = fieldsOf(securityQuestionnaire).map(({ name, kind }) => [name, kind === "yesno" ? "yes" : longText]);
    const { status } = await writer.save(own, {
      ...Object.fromEntries(fields),
      step: "security_questionnaire",
      revision: "1",
    });
    expect(status).toBe(200);
    const answers = Object.values((await readMetadata(app, own))?.step7 ?? {});
    expect(new Set(answers.filter((answer) => typeof answer === "string"))).toEqual(new Set([longText]));
  });

  test("a body that is no form gets a 400 page and changes nothing", async () => {
    const before = await state();
    const bodies: [string, string][] = [
      ["application/json", JSON.stringify(step({ firstName: "Mallory" }))],
      ["text/plain", "firstName=Mallory"],
      ["multipart/form-data", "firstName=Mallory"],
      ["multipart/form-data; boundary=x", "not what it says"],
    ];
    for (const [type, body] of bodies)
      for (const path of ["/apply", `/apply/${id}`, `/apply/${id}/save`, "/apply/start", "/admin/login"]) {
        const headers = { origin: app.url, "content-type": type };
        const response = await holder.send(path, { method: "POST", body, headers });
        expect([type, path, response.status]).toEqual([type, path, 400]);
        expect(await response.text()).toContain("We couldn’t read what you sent");
      }
    for (const method of ["PUT", "DELETE", "PATCH"])
      expect((await holder.send(`/apply/${id}/save`, { method, headers: { origin: app.url } })).status).toBe(400);
    expect(await state()).toEqual(before);
  });

  test("an empty write without Content-Length is answered at once: 400 for our origin, 403 for others", async () => {
    const before = await state();
    for (const path of ["/apply", `/apply/${id}`, `/apply/${id}/save`, "/contact", "/contact/upload", "/admin/login"])
      for (const [origin, expected] of [
        [app.url, 400],
        ["https://evil.example", 403],
      ] as const) {
        const lines = [`Host: ${new URL(app.url).host}`, `Origin: ${origin}`, `Cookie: ${holder.cookieLine()}`];
        const { status } = await sayTo(app.url, path, { method: "POST", lines });
        expect([path, origin, status]).toEqual([path, origin, expected]);
      }
    expect(await state()).toEqual(before);
  });
});

describe("requests for unknown or foreign resources", () => {
  test("[W-RESUME-10] an unknown or invalid id redirects to /apply/start", async () => {
    const unknown = ["00000000-0000-4000-8000-000000000000", "BV26-0000-0001", "x", "' or 1=1 --", "..%2f..", "🙂"];
    for (const id of unknown) {
      const response = await holder.get(`/apply/${id}`);
      expect([id, response.status, response.headers.get("location")]).toEqual([id, 302, "/apply/start?missing=1"]);
    }
    for (const id of ["🙂", "é"])
      for (const page of ["upload", "documents", "messages", "requests", "withdraw", "appointments", "email", "data"]) {
        const response = await holder.get(`/apply/${id}/${page}`);
        expect([page, response.status, response.headers.get("location")]).toEqual([
          page,
          302,
          "/apply/start?missing=1",
        ]);
      }
    const desk = await signIn(app);
    for (const page of ["", "/enter", "/decision", "/fees", "/appointments"])
      expect([page, (await desk.get(`/admin/applications/🙂${page}`)).status]).toEqual([page, 404]);
    const save = await holder.save("00000000-0000-4000-8000-000000000000", step({}));
    expect(save).toEqual({ status: 410, outcome: { kind: "deleted" } });
    const byNumber = await holder.save("BV26-ZZZZ-ZZZC", step({}));
    expect(byNumber, "as of a number that there is").toEqual({ status: 403, outcome: { kind: "refused" } });
  });

  test("[W-RESUME-5, W-RESUME-7] an unknown number gets the same response as a known one", async () => {
    const same = async (id: string) => {
      const otherUser = new HttpClient(app);
      const page = await otherUser.get(`/apply/${id}`);
      const response = await otherUser.post(`/apply/${id}`, { intent: "send-link" });
      const plain = async (response: Response) =>
        (await response.text()).replaceAll(id, "N").replaceAll(/nonce="[^"]*"|[0-9a-f]{8}-[0-9a-f-]{27}/g, "");
      return [page.status, await plain(page), response.status, await plain(response)];
    };
    const known = await same(number);
    expect(known).toEqual(await same("BV26-ZZZZ-ZZZC"));
    expect(known[0]).toBe(200);
    expect(known.join()).not.toMatch(/Nad.ge|Port-au-Prince|holder@/);
    await queueIsDone(app);
    const mails = "select recipient_email as email from email_notifications where email_type = 'resume_link'";
    expect(await app.query(mails)).toEqual([{ email: "holder@mail.example" }]);
  });

  test("[F-SAFE-16] the response to a form sent to a number doesn't depend on whether it exists and contains no id", async () => {
    const otherUser = new HttpClient(app);
    await otherUser.start("other@mail.example");
    for (const intent of ["open", "forget", "next", "save", "submit", ""]) {
      const [known, unknown] = [
        await otherUser.post(`/apply/${number}`, { intent }),
        await otherUser.post("/apply/BV26-ZZZZ-ZZZC", { intent }),
      ];
      expect([intent, known.status, known.headers.get("location")]).toEqual([intent, 403, null]);
      expect([unknown.status, unknown.headers.get("location")]).toEqual([403, null]);
      expect(await known.text()).not.toContain(id);
    }
  });

  test("[W-RESUME-2] another applicant's application shows no answer and saves nothing, whatever cookie is sent", async () => {
    const otherUser = new HttpClient(app);
    await confirmEmail(app, id);
    const own = await otherUser.start("stranger@mail.example");
    const token = otherUser.cookies.get(`application-${own}`) ?? "";
    const before = await state();
    for (const cookie of ["", token, "x", `${token}'`]) {
      if (cookie) otherUser.cookies.set(`application-${id}`, cookie);
      const page = await otherUser.get(`/apply/${id}`);
      const html = await page.text();
      expect([page.status, html.includes("Email")]).toEqual([200, true]);
      expect(html).not.toMatch(/Nad.{1,8}ge|Port-au-Prince|holder@mail/);
      expect(await (await otherUser.get(`/apply/${id}.data`)).text()).not.toMatch(/Nad.{1,8}ge|Port-au-Prince|holder@/);
      const saved = await otherUser.save(id, step({ firstName: "Mallory" }));
      expect(saved).toEqual({ status: 403, outcome: { kind: "refused" } });
      const submission = await otherUser.post(`/apply/${id}/save`, {
        ...step({}),
        intent: "submit",
        attempt: attempt(),
      });
      expect(submission.status).toBe(403);
      const posted = await otherUser.post(`/apply/${id}`, step({ firstName: "Mallory" }));
      // The page that asks for the email carries the sender's typed values, and nothing else.
      const text = await posted.text();
      expect([posted.status, text.includes("Welcome back"), text.includes("Mallory")]).toEqual([403, true, true]);
      expect(text).not.toMatch(/Nad.{1,8}ge|holder@mail/);
    }
    expect(await state()).toEqual(before);
    // The email is the second half of the key: a wrong one opens nothing, five attempts an hour, the right one does.
    const guess = (email: string) => otherUser.post(`/apply/${id}`, { intent: "open", email });
    expect((await guess("wrong@mail.example")).status).toBe(400);
    expect((await guess("HOLDER@mail.example ")).status).toBe(302);
    expect(await (await otherUser.get(`/apply/${id}`)).text()).toContain("Port-au-Prince");
    const tries = [];
    for (let count = 0; count < 4; count++) tries.push((await guess("wrong@mail.example")).status);
    expect(tries.at(-1), "throttled").toBe(429);
  });

  test("an unknown page and an unreadable URL get a 404 page in the site's layout", async () => {
    const unknown = [
      "/nope",
      "/nope/nope",
      "/assets/nope.js",
      "/%",
      "/%E0%A4%A",
      "/%00",
      "/..%2f..%2fpackage.json",
      "/.env",
    ];
    for (const path of unknown) {
      const response = await holder.get(path);
      const html = await response.text();
      expect([path, response.status]).toEqual([path, 404]);
      const main = inside(screenOf(html).getByRole("main"));
      main.getByRole("heading", { name: "We can’t find this page", level: 1 });
      const on = main.getAllByRole("link", { name: /^(See all visa services|Go to the home page)$/ });
      expect(["/services", "/"], path).toContain(on[0]?.getAttribute("href"));
      expect(html, path).not.toContain('"devDependencies"');
    }
  });

  test("/metrics contains routes instead of URLs and is not served to visitors", async () => {
    const text = await app.metrics();
    expect(text).toContain('lucaya_http_requests_total{route="apply/:id/save",method="POST",status="200"}');
    expect(text).not.toContain(id);
    expect((await holder.get("/metrics")).status).toBe(404);
  });
});
