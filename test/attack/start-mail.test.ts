import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { embeddedUrl } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { inquirer, inquiriesOf, pdf, send, upload as sendFile } from "../harness/desk/inquirer";
import { confirmEmail } from "../harness/fakes/mails";
import { HttpClient } from "../harness/http-client";
import { queueIsDone } from "../harness/queue";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
beforeEach(() => app.query("delete from limit_counts"));

let people = 0;
const newEmail = () => `attacked${++people}@mail.example`;

/** A browser that has loaded the start page; `cookies: no` stores none. */
async function atStart(): Promise<HttpClient> {
  const client = new HttpClient(app);
  await client.get("/apply");
  return client;
}
const startOf = (email: string, attempt: string = crypto.randomUUID()) => ({ email, terms: "yes", attempt });
const idIn = (response: Response) => response.headers.get("location")?.split("/")[2] ?? "";
const later = (table: string) => app.query(`update ${table} set created_at = created_at - interval '61 minutes'`);

describe("the attempt key of a start", () => {
  test("[V-ATK-18] the same key from another browser starts a new application and doesn't open the first one", async () => {
    const [client, otherClient] = [await atStart(), await atStart()];
    const fields = startOf(newEmail());
    const id = idIn(await client.post("/apply", fields));
    expect(idIn(await client.tab().post("/apply", fields)), "its own browser repeats it").toBe(id);
    const response = await otherClient.post("/apply", fields);
    expect(response.status).toBe(302);
    expect(idIn(response)).not.toBe(id);
    expect(otherClient.cookies.has(`application-${id}`)).toBe(false);
    expect(await (await otherClient.get(`/apply/${id}`)).text()).toContain("Welcome back");
    const [holders] = await app.query(
      "select count(*)::int as count from application_holders where application_id = $1",
      [id],
    );
    expect(holders, "a repeat is the same right once more").toEqual({ count: 1 });
  });

  test("[V-ATK-18] a browser without cookies can start an application, and a repeated key starts another one", async () => {
    const fields = startOf(newEmail());
    const ids = new Set<string>();
    for (const client of [new HttpClient(app), new HttpClient(app)]) ids.add(idIn(await client.post("/apply", fields)));
    expect([...ids].filter(Boolean)).toHaveLength(2);
  });

  test("[V-ATK-18] a key stops working when the browser forgets the application, loses access, submits, or after an hour", async () => {
    const ends: Record<string, (client: HttpClient, id: string) => Promise<unknown>> = {
      "forgotten on a shared device": (client, id) => client.post(`/apply/${id}`, { intent: "forget" }),
      "ended from elsewhere": (_, id) => app.query("delete from application_holders where application_id = $1", [id]),
      submitted: (_, id) =>
        app.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]),
      "an hour old": () => later("attempts"),
    };
    for (const [name, end] of Object.entries(ends)) {
      const client = await atStart();
      const fields = startOf(newEmail());
      const id = idIn(await client.post("/apply", fields));
      expect(idIn(await client.post("/apply", fields)), name).toBe(id);
      await end(client, id);
      client.cookies.delete(`application-${id}`);
      const again = await client.post("/apply", fields);
      expect([name, again.status, idIn(again) === id]).toEqual([name, 302, false]);
      expect([name, client.cookies.has(`application-${id}`)]).toEqual([name, false]);
      expect(idIn(await client.post("/apply", fields)), "the new start is repeated").toBe(idIn(again));
    }
  });
});

/** A draft with one document, and the idempotency keys of both. */
async function draftWithDocument() {
  const client = await atStart();
  const [start, document] = [crypto.randomUUID(), crypto.randomUUID()];
  const service = await serviceId(app, "bahamian-evisa");
  const email = newEmail();
  const response = await client.post("/apply", { ...startOf(email, start), service });
  const id = idIn(response);
  expect((await upload(client, id, "passport_copy", document)).status).toBe(200);
  return { visitor: client, id, email, start, document };
}
const documentsOf = (id: string) => app.query("select id from documents where application_id = $1", [id]);

describe("the attempt key of a file or an inquiry", () => {
  test("[V-ATK-18] a document's key works for its own browser only, for an hour", async () => {
    const { visitor: client, id, email, document } = await draftWithDocument();
    await upload(client, id, "passport_copy", document);
    expect(await documentsOf(id)).toHaveLength(1);
    const otherClient = new HttpClient(app);
    await confirmEmail(app, id);
    await otherClient.post(`/apply/${id}`, { intent: "open", email });
    expect((await upload(otherClient, id, "passport_copy", document)).status).toBe(200);
    expect(await documentsOf(id), "another browser's is another file").toHaveLength(2);
    await later("attempts");
    await upload(client, id, "passport_copy", document);
    expect(await documentsOf(id)).toHaveLength(3);
  });

  test("[V-ATK-18] the keys of an inquiry and its file return nothing to another browser, and nothing after an hour", async () => {
    const attempt = crypto.randomUUID();
    const fields = { ...inquirer, email: newEmail(), attempt };
    const client = new HttpClient(app);
    const file = await sendFile(client, "a.pdf", pdf(), attempt);
    expect((await sendFile(client, "a.pdf", pdf(), attempt)).id).toBe(file.id);
    const first = await send(client, fields, [file.id]);
    expect(first.ok).toBe(true);
    expect((await send(client, fields, [file.id])).reference).toBe(first.reference);
    const otherClient = new HttpClient(app);
    const otherResult = await send(otherClient, { ...fields, email: newEmail() });
    expect(otherResult.ok).toBe(true);
    expect(otherResult.reference).not.toBe(first.reference);
    expect((await sendFile(otherClient, "b.pdf", pdf(), attempt)).id).not.toBe(file.id);
    for (const table of ["visa_inquiries", "documents"]) await later(table);
    const again = await send(client, fields);
    expect(again.ok).toBe(true);
    expect(again.reference).not.toBe(first.reference);
    expect(await inquiriesOf(app, fields.email)).toHaveLength(2);
    expect((await sendFile(client, "a.pdf", pdf(), attempt)).id).not.toBe(file.id);
  });

  test("[V-ATK-18] the database stores no key as it was sent", async () => {
    const { visitor: client, id, start, document } = await draftWithDocument();
    const [inquiry, file, submission] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await send(client, { ...inquirer, email: newEmail(), attempt: inquiry });
    await sendFile(client, "a.pdf", pdf(), file);
    const plain = new HttpClient(app);
    const otherId = await plain.start(newEmail());
    await plain.fillIn(otherId);
    expect((await plain.submit(otherId, submission)).outcome.kind).toBe("submitted");
    const stored = await app.query<{ key: string; kind: string }>(
      `select key, kind from attempts union all select attempt_key, 'file' from documents
       union all select attempt_key, 'inquiry' from visa_inquiries union all select attempt_key, 'signed' from application_submissions`,
    );
    expect(id).not.toBe("");
    expect(new Set(stored.filter((row) => row.key).map((row) => row.kind))).toEqual(
      new Set(["start", "document", "submit", "file", "inquiry", "signed"]),
    );
    for (const sent of [start, document, inquiry, file, submission])
      expect(stored.map((row) => row.key)).not.toContain(sent);
  });
});

/** Runs `act` while another transaction holds the statement's locks. */
async function whileLocked<Value>(statement: string, values: unknown[], act: () => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: embeddedUrl(app.dataDir) });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(statement, values);
    return await act();
  } finally {
    await client.end();
  }
}

describe("requests that could reveal whether an application exists", () => {
  const jobsOf = (name: string) => app.query("select data from pgboss.job where name = $1", [name]);
  const linksTo = (email: string) =>
    app.query("select 1 from email_notifications where recipient_email = $1 and email_type = 'resume_link'", [email]);

  test("[V-ATK-19] a link request responds after queueing one job, without a query of applications, for no, one or five applications or a number", async () => {
    const emails = [newEmail(), newEmail(), newEmail()];
    for (const [email, count] of [
      [emails[1], 1],
      [emails[2], 5],
    ] as const)
      for (let index = 0; index < count; index++) await new HttpClient(app).start(email ?? "");
    const [row] = await app.query<{ number: string }>(
      "select application_number as number from visa_applications where user_email = $1",
      [emails[1]],
    );
    const numbers = [row?.number ?? "", "BV26-ZZZZ-ZZZC"];
    await queueIsDone(app);
    const before = (await jobsOf("applications.send-links")).length;
    const answers = await whileLocked(
      "lock table visa_applications, application_holders, email_notifications",
      [],
      async () => {
        const words: string[] = [];
        const posts: [string, Record<string, string>][] = [
          ...emails.map((asked): [string, Record<string, string>] => ["/apply/start", { asked }]),
          ...numbers.map((number): [string, Record<string, string>] => [`/apply/${number}`, { intent: "send-link" }]),
        ];
        for (const [path, fields] of posts) {
          const response = await new HttpClient(app).post(path, fields);
          expect([path, response.status]).toEqual([path, 200]);
          words.push(/If (?:we find an|this) application[^<>]*/.exec(await response.text())?.[0] ?? path);
        }
        expect((await jobsOf("applications.send-links")).slice(before), "one job each, and nothing else").toHaveLength(
          5,
        );
        return words;
      },
    );
    expect(new Set(answers.slice(0, 3)).size).toBe(1);
    expect(answers[4]).toBe(answers[3]);
    expect(answers.join()).not.toContain("/apply");
    await queueIsDone(app);
    expect(await Promise.all(emails.map(async (email) => (await linksTo(email)).length))).toEqual([0, 2, 5]);
  });

  test("[V-ATK-19] only a job looks up earlier drafts of a start's email: none, one or five", async () => {
    const countMails = async (email: string) =>
      (
        await app.query(
          "select 1 from email_notifications where recipient_email = $1 and email_type = 'draft_exists'",
          [email],
        )
      ).length;
    for (const [count, mails] of [
      [0, 0],
      [1, 1],
      [5, 5],
    ] as const) {
      const email = newEmail();
      for (let index = 0; index < count; index++) await new HttpClient(app).start(email);
      await app.query("delete from limit_counts");
      await queueIsDone(app);
      const before = await countMails(email);
      const jobs = (await jobsOf("applications.tell-of-draft")).length;
      await whileLocked("select 1 from visa_applications where user_email = $1 for update", [email], async () => {
        expect(idIn(await new HttpClient(app).post("/apply", startOf(email)))).not.toBe("");
        expect(await countMails(email)).toBe(before);
        expect(await jobsOf("applications.tell-of-draft")).toHaveLength(jobs + 1);
      });
      await queueIsDone(app);
      expect([count, await countMails(email)]).toEqual([count, mails]);
    }
  });

  test("[V-ATK-19] the queue deletes the requested email or number soon after the job", async () => {
    const queues = await app.query<{ name: string; seconds: number }>(
      "select name, deletion_seconds as seconds from pgboss.queue where name in ('applications.send-links', 'accounts.password-reset') order by name",
    );
    expect(queues).toEqual([
      { name: "accounts.password-reset", seconds: 300 },
      { name: "applications.send-links", seconds: 300 },
    ]);
  });
});
