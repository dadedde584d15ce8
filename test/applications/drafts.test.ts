import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { confirmEmail, continueBy, mailsTo, resumeLinkOf } from "../harness/fakes/mails";
import { form, HttpClient, until } from "../harness/http-client";
import { queueIsDone } from "../harness/queue";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const service = await serviceId(app, "bahamian-evisa");
beforeEach(() => app.query("delete from limit_counts"));

let people = 0;
const newEmail = () => `draft${++people}@mail.example`;
const mailsOf = async (kind: string, email: string) =>
  app.query<{ application_id: string | null; status: string }>(
    "select application_id, status from email_notifications where email_type = $1 and recipient_email = $2 order by created_at",
    [kind, email],
  );
const bucket = () => join(app.dataDir, "documents", "visa-documents");
/** Every file in the bucket, incomplete ones too. */
const stored = () =>
  existsSync(bucket())
    ? readdirSync(bucket(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
const attempts = () => app.query("select count(*)::int as count from attempts where kind = 'document'");
const filesOf = (id: string) =>
  app.query<{ id: string; name: string; type: string }>(
    "select id, document_name as name, document_type as type from documents where application_id = $1 order by created_at",
    [id],
  );

describe("a start whose email has a draft for the same service", () => {
  test("[W-START-9] a second start opens a new draft without mentioning the earlier one, and a separate mail links to it, at most once an hour", async () => {
    const email = newEmail();
    const first = new HttpClient(app);
    const draft = await first.start(email, { service });
    await first.save(draft, form("applicant_info", "Applicant Information", { firstName: "Earlier" }));
    const second = new HttpClient(app);
    const response = await second.post("/apply", {
      email: email.toUpperCase().replace("MAIL.EXAMPLE", "mail.example"),
      terms: "yes",
      attempt: crypto.randomUUID(),
      service,
    });
    const started = response.headers.get("location") ?? "";
    expect(started).toMatch(/^\/apply\/[0-9a-f-]{36}$/);
    expect(started).not.toContain(draft);
    const page = await (await second.get(started)).text();
    expect(page).not.toContain("Earlier");
    expect(page).not.toContain(draft);
    await queueIsDone(app);
    expect(await mailsOf("draft_exists", email)).toMatchObject([{ application_id: draft }]);

    const [mail] = await mailsTo(app, email, "draft_exists", 1);
    const otherClient = new HttpClient(app);
    const link = resumeLinkOf(mail);
    expect((await continueBy(otherClient, link.token)).headers.get("location")).toBe(`/apply/${draft}`);
    expect(await (await otherClient.get(`/apply/${draft}`)).text()).toContain("Earlier");

    // A third start within the hour sends one notice; an hour later, one more.
    const countMails = async () => {
      await new HttpClient(app).start(email, { service });
      await queueIsDone(app);
      return (await mailsOf("draft_exists", email)).filter((row) => row.application_id === draft).length;
    };
    const newest = "update visa_applications set last_updated_at = now() + interval '1 day' where id = $1";
    await app.query(newest, [draft]);
    expect(await countMails()).toBe(1);
    const earlier = "update visa_applications set draft_mail_sent_at = now() - interval '61 minutes' where id = $1";
    await app.query(earlier, [draft]);
    expect(await countMails()).toBe(2);
    // Another service's, or a submitted application, is no earlier draft.
    const [another] = await app.query<{ id: string }>("select id from visa_services where id <> $1 limit 1", [service]);
    const before = (await mailsOf("draft_exists", email)).length;
    await new HttpClient(app).start(email, { service: another?.id ?? "" });
    await queueIsDone(app);
    expect(await mailsOf("draft_exists", email)).toHaveLength(before);
  });

  test("two drafts of one applicant don't block each other, and both are saved and submitted", async () => {
    const email = newEmail();
    const client = new HttpClient(app);
    const [one, two] = [await client.start(email), await client.start(email)];
    for (const id of [one, two]) await client.fillIn(id);
    for (const id of [two, one]) expect((await client.submit(id)).outcome.kind).toBe("submitted");
    const states = await app.query("select distinct status from visa_applications where user_email = $1", [email]);
    expect(states).toEqual([{ status: "submitted" }]);
  });
});

describe("the limit of starts", () => {
  test("[W-START-15, W-FAIL-4] a repeated attempt counts against no limit, while the sixth start of an email and the 21st of an IP are refused", async () => {
    const email = newEmail();
    const client = new HttpClient(app);
    const fields = (attempt: string = crypto.randomUUID(), who = email) => ({ email: who, terms: "yes", attempt });
    const keys = Array.from({ length: 5 }, () => crypto.randomUUID());
    await client.get("/apply");
    for (const key of keys)
      for (const response of await Promise.all([1, 2, 3, 4].map(() => client.post("/apply", fields(key)))))
        expect(response.status).toBe(302);
    // A browser with access to one of them may start more (F-LIMIT-1).
    const otherClient = Object.assign(new HttpClient(app), { address: client.address });
    expect((await otherClient.post("/apply", fields())).status).toBe(429);
    expect((await client.post("/apply", fields(keys[0]))).status, "still the stored result").toBe(302);
    const count = "select count(*)::int as count from visa_applications where user_email = $1";
    expect(await app.query(count, [email])).toEqual([{ count: 5 }]);
    const statuses = [];
    // The refused one counted too.
    for (let start = 7; start <= 21; start++)
      statuses.push((await client.post("/apply", fields(undefined, newEmail()))).status);
    expect(statuses).toEqual([...Array(14).fill(302), 429]);
  });
});

describe("deleting a draft", () => {
  test("the holder's deletion removes the answers, the files and every browser's access, and its mails stay in the log without an application", async () => {
    const client = new HttpClient(app);
    const email = newEmail();
    const attempt = crypto.randomUUID();
    await client.get("/apply");
    const started = await client.post("/apply", { email, terms: "yes", attempt, service });
    const id = started.headers.get("location")?.split("/")[2] ?? "";
    await client.save(id, form("applicant_info", "Applicant Information"));
    expect((await upload(client, id)).status).toBe(200);
    await confirmEmail(app, id);
    const otherClient = new HttpClient(app);
    expect((await otherClient.post(`/apply/${id}`, { intent: "open", email })).status).toBe(302);
    expect(stored().filter((file) => file.parentPath.endsWith(id))).toHaveLength(1);

    const page = await (await client.get(`/apply/${id}/delete`)).text();
    expect(page).toContain("Delete this draft?");
    // Another user is redirected, and deletes nothing.
    const otherUser = new HttpClient(app);
    expect((await otherUser.get(`/apply/${id}/delete`)).headers.get("location")).toBe(`/apply/${id}`);
    expect((await otherUser.post(`/apply/${id}/delete`, {})).headers.get("location")).toBe(`/apply/${id}`);
    expect(await app.query("select 1 from visa_applications where id = $1", [id])).toHaveLength(1);

    const deleted = await client.post(`/apply/${id}/delete`, {});
    expect(deleted.headers.get("location")).toBe("/apply/start?deleted=1");
    expect(client.cookies.has(`application-${id}`)).toBe(false);
    for (const table of ["applicant_information", "documents", "application_holders"])
      expect([table, await app.query(`select 1 from ${table} where application_id = $1`, [id])]).toEqual([table, []]);
    expect(await app.query("select 1 from visa_applications where id = $1", [id])).toEqual([]);
    expect(await mailsOf("application_started", email)).toMatchObject([{ application_id: null }]);
    await until("its file is gone", () => stored().every((file) => !file.parentPath.endsWith(id)));
    // The other browser can no longer open or save.
    expect((await otherClient.get(`/apply/${id}`)).headers.get("location")).toBe(`/apply/start?gone=${id}`);
    expect((await otherClient.save(id, form("applicant_info", "Applicant Information"))).status).toBe(410);
    expect((await upload(otherClient, id)).status).toBe(403);
    // The start page's key starts a new application after the deletion.
    const again = await client.post("/apply", { email, terms: "yes", attempt, service });
    expect(again.status).toBe(302);
    expect(again.headers.get("location")).not.toContain(id);
    expect((await client.get(again.headers.get("location") ?? "")).status).toBe(200);
  });
});

describe("an upload whose connection breaks", () => {
  test.each([
    ["with Content-Length", (size: number) => `Content-Length: ${size}`, (chunk: string) => chunk],
    [
      "in chunks",
      () => "Transfer-Encoding: chunked",
      (chunk: string) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
    ],
  ])("an upload %s that breaks off leaves no row and no file, and the retry is stored", async (_, header, wrap) => {
    const client = new HttpClient(app);
    const id = await client.start(newEmail(), { service });
    const before = stored().length;
    const attemptsBefore = await attempts();
    const seen = () =>
      app
        .output()
        .split("\n")
        .filter((line) => /documents\/save|broke off|request failed/.test(line)).length;
    const seenBefore = seen();
    const outputBefore = app.output().length;
    const attempt = crypto.randomUUID();
    const head = `--b\r\nContent-Disposition: form-data; name="attempt"\r\n\r\n${attempt}\r\n--b\r\nContent-Disposition: form-data; name="type"\r\n\r\npassport_copy\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="passport.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n`;
    const cookie = [...client.cookies].map((pair) => pair.join("=")).join("; ");
    const { port, host } = new URL(app.url);
    const socket = connect(Number(port), "localhost");
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.on("error", () => undefined);
    const lines = [
      `POST /apply/${id}/documents/save HTTP/1.1`,
      `Host: ${host}`,
      `Origin: ${app.url}`,
      `Cookie: ${cookie}`,
      "Content-Type: multipart/form-data; boundary=b",
      header(5_000_000),
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n${wrap(head)}`);
    await new Promise((resolve) => socket.write(wrap("x".repeat(100_000)), resolve));
    socket.destroy();
    await until("the program has done with it", () => seen() > seenBefore);
    expect(app.output().slice(outputBefore), "a lost connection is no error of ours").not.toMatch(
      /"level":"?(error|50)/,
    );
    expect(await filesOf(id)).toEqual([]);
    expect(stored()).toHaveLength(before);
    expect(await attempts()).toEqual(attemptsBefore);
    expect((await upload(client, id, "passport_copy", attempt)).status).toBe(200);
    expect(await filesOf(id)).toMatchObject([{ name: "passport.pdf", type: "passport_copy" }]);
    expect(stored()).toHaveLength(before + 1);
  });
});
