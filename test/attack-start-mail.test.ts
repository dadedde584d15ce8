import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plain, signIn } from "./desk";
import { inquirer, inquiriesOf, pdf, send, upload as sendFile } from "./inquirer";
import { admin, embeddedUrl, type Program, removeFolders, startProgram } from "./program";
import { queueIsDone } from "./queue";
import { upload } from "./uploads";
import { until, Visitor } from "./visitor";

const key = "a-key-of-the-server-that-nobody-knows";
let program: Program;
beforeAll(async () => {
  program = await startProgram({ TRUST_PROXY: "yes", FUNCTIONS_KEY: key });
  // Apart from everybody whose mails are looked at.
  await program.query(
    "insert into site_settings (key, value) values ('admin_notification_email', '\"office@lucaya.example\"') on conflict (key) do update set value = excluded.value",
  );
});
afterAll(async () => {
  await program?.stop();
  await removeFolders();
});
beforeEach(() => program.query("delete from limit_counts"));

let people = 0;
const newEmail = () => `attacked${++people}@mail.example`;

/** A browser that has the start page before it, and with `cookies: no` takes none. */
async function atStart(): Promise<Visitor> {
  const visitor = new Visitor(program);
  await visitor.get("/apply");
  return visitor;
}
const startOf = (email: string, attempt: string = crypto.randomUUID()) => ({ email, terms: "yes", attempt });
const idIn = (answer: Response) => answer.headers.get("location")?.split("/")[2] ?? "";
const later = (table: string) => program.query(`update ${table} set created_at = created_at - interval '61 minutes'`);

describe("the key of a start", () => {
  test("[V-ATK-18] posted from another browser it is a new start, which opens nothing of the first", async () => {
    const [one, other] = [await atStart(), await atStart()];
    const fields = startOf(newEmail());
    const id = idIn(await one.post("/apply", fields));
    expect(idIn(await one.tab().post("/apply", fields)), "its own browser repeats it").toBe(id);
    const answer = await other.post("/apply", fields);
    expect(answer.status).toBe(302);
    expect(idIn(answer)).not.toBe(id);
    expect(other.cookies.has(`application-${id}`)).toBe(false);
    expect(await (await other.get(`/apply/${id}`)).text()).toContain("Welcome back");
    const [held] = await program.query(
      "select count(*)::int as count from application_holders where application_id = $1",
      [id],
    );
    expect(held, "a repeat is the same right once more").toEqual({ count: 1 });
  });

  test("[V-ATK-18] who takes no cookie starts all the same, and repeats nothing", async () => {
    const fields = startOf(newEmail());
    const ids = new Set<string>();
    for (const visitor of [new Visitor(program), new Visitor(program)])
      ids.add(idIn(await visitor.post("/apply", fields)));
    expect([...ids].filter(Boolean)).toHaveLength(2);
  });

  test("[V-ATK-18] it ends as proof when the browser forgets the application, with its right, at the submission and after an hour", async () => {
    const ends: Record<string, (visitor: Visitor, id: string) => Promise<unknown>> = {
      "forgotten on a shared device": (visitor, id) => visitor.post(`/apply/${id}`, { intent: "forget" }),
      "ended from elsewhere": (_, id) =>
        program.query("delete from application_holders where application_id = $1", [id]),
      submitted: (_, id) =>
        program.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]),
      "an hour old": () => later("attempts"),
    };
    for (const [what, end] of Object.entries(ends)) {
      const visitor = await atStart();
      const fields = startOf(newEmail());
      const id = idIn(await visitor.post("/apply", fields));
      expect(idIn(await visitor.post("/apply", fields)), what).toBe(id);
      await end(visitor, id);
      visitor.cookies.delete(`application-${id}`);
      const again = await visitor.post("/apply", fields);
      expect([what, again.status, idIn(again) === id]).toEqual([what, 302, false]);
      expect([what, visitor.cookies.has(`application-${id}`)]).toEqual([what, false]);
      expect(idIn(await visitor.post("/apply", fields)), "the new start is repeated").toBe(idIn(again));
    }
  });
});

/** A draft with one document, and the keys with which it came about. */
async function draftWithDocument() {
  const visitor = await atStart();
  const [start, document] = [crypto.randomUUID(), crypto.randomUUID()];
  const [service] = await program.query<{ id: string }>("select id from visa_services where slug = 'bahamian-evisa'");
  const email = newEmail();
  const answer = await visitor.post("/apply", { ...startOf(email, start), service: service?.id ?? "" });
  const id = idIn(answer);
  expect((await upload(visitor, id, "passport_copy", document)).status).toBe(200);
  return { visitor, id, email, start, document };
}
const documentsOf = (id: string) => program.query("select id from documents where application_id = $1", [id]);

describe("the key of a file or an inquiry", () => {
  test("[V-ATK-18] a document's key is its browser's, for an hour", async () => {
    const { visitor, id, email, document } = await draftWithDocument();
    await upload(visitor, id, "passport_copy", document);
    expect(await documentsOf(id)).toHaveLength(1);
    const other = new Visitor(program);
    await other.post(`/apply/${id}`, { intent: "open", email });
    expect((await upload(other, id, "passport_copy", document)).status).toBe(200);
    expect(await documentsOf(id), "another browser's is another file").toHaveLength(2);
    await later("attempts");
    await upload(visitor, id, "passport_copy", document);
    expect(await documentsOf(id)).toHaveLength(3);
  });

  test("[V-ATK-18] an inquiry and its file: another browser learns nothing by their keys, and neither does the same an hour later", async () => {
    const attempt = crypto.randomUUID();
    const fields = { ...inquirer, email: newEmail(), attempt };
    const one = new Visitor(program);
    const file = await sendFile(one, "a.pdf", pdf(), attempt);
    expect((await sendFile(one, "a.pdf", pdf(), attempt)).id).toBe(file.id);
    const first = await send(one, fields, [file.id]);
    expect(first.outcome).toBe("sent");
    expect((await send(one, fields, [file.id])).reference).toBe(first.reference);
    const other = new Visitor(program);
    const theirs = await send(other, { ...fields, email: newEmail() });
    expect(theirs.outcome).toBe("sent");
    expect(theirs.reference).not.toBe(first.reference);
    expect((await sendFile(other, "b.pdf", pdf(), attempt)).id).not.toBe(file.id);
    for (const table of ["visa_inquiries", "documents"]) await later(table);
    const again = await send(one, fields);
    expect(again.outcome).toBe("sent");
    expect(again.reference).not.toBe(first.reference);
    expect(await inquiriesOf(program, fields.email)).toHaveLength(2);
    expect((await sendFile(one, "a.pdf", pdf(), attempt)).id).not.toBe(file.id);
  });

  test("[V-ATK-18] no key stands in the database as it was sent", async () => {
    const { visitor, id, start, document } = await draftWithDocument();
    const [inquiry, file, submission] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await send(visitor, { ...inquirer, email: newEmail(), attempt: inquiry });
    await sendFile(visitor, "a.pdf", pdf(), file);
    const plain = new Visitor(program);
    const other = await plain.start(newEmail());
    await plain.fillIn(other);
    expect((await plain.submit(other, submission)).outcome.kind).toBe("submitted");
    const stored = await program.query<{ key: string; kind: string }>(
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

/** What happens while the statement's locks are held by somebody else: whatever needs them waits. */
async function whileLocked<Value>(statement: string, values: unknown[], act: () => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: embeddedUrl(program.dataDir) });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(statement, values);
    return await act();
  } finally {
    await client.end();
  }
}

describe("what is asked about applications that may exist", () => {
  const jobsOf = (name: string) => program.query("select data from pgboss.job where name = $1", [name]);
  const linksTo = (email: string) =>
    program.query("select 1 from email_notifications where recipient_email = $1 and email_type = 'resume_link'", [
      email,
    ]);

  test("[V-ATK-19] a link: none, one or five of an email, or a number, are answered by one job without a look at any application", async () => {
    const emails = [newEmail(), newEmail(), newEmail()];
    for (const [email, many] of [
      [emails[1], 1],
      [emails[2], 5],
    ] as const)
      for (let one = 0; one < many; one++) await new Visitor(program).start(email ?? "");
    const [row] = await program.query<{ number: string }>(
      "select application_number as number from visa_applications where user_email = $1",
      [emails[1]],
    );
    const numbers = [row?.number ?? "", "BV26-ZZZZ-ZZZC"];
    await queueIsDone(program);
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
          const answer = await new Visitor(program).post(path, fields);
          expect([path, answer.status]).toEqual([path, 200]);
          words.push(/[^<>]*link is on its way[^<>]*/.exec(await answer.text())?.[0] ?? path);
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
    await queueIsDone(program);
    expect(await Promise.all(emails.map(async (email) => (await linksTo(email)).length))).toEqual([0, 2, 5]);
  });

  test("[V-ATK-19] a start: the earlier drafts of its email, none, one or five, are looked at by a job alone", async () => {
    const told = async (email: string) =>
      (
        await program.query(
          "select 1 from email_notifications where recipient_email = $1 and email_type = 'draft_exists'",
          [email],
        )
      ).length;
    for (const [many, mails] of [
      [0, 0],
      [1, 1],
      [5, 5],
    ] as const) {
      const email = newEmail();
      for (let one = 0; one < many; one++) await new Visitor(program).start(email);
      await program.query("delete from limit_counts");
      await queueIsDone(program);
      const before = await told(email);
      const jobs = (await jobsOf("applications.tell-of-draft")).length;
      await whileLocked("select 1 from visa_applications where user_email = $1 for update", [email], async () => {
        expect(idIn(await new Visitor(program).post("/apply", startOf(email)))).not.toBe("");
        expect(await told(email)).toBe(before);
        expect(await jobsOf("applications.tell-of-draft")).toHaveLength(jobs + 1);
      });
      await queueIsDone(program);
      expect([many, await told(email)]).toEqual([many, mails]);
    }
  });

  test("[V-ATK-19] what the queue was told, an email or a number, is deleted soon after", async () => {
    const queues = await program.query<{ name: string; seconds: number }>(
      "select name, deletion_seconds as seconds from pgboss.queue where name in ('applications.send-links', 'accounts.password-reset') order by name",
    );
    expect(queues).toEqual([
      { name: "accounts.password-reset", seconds: 300 },
      { name: "applications.send-links", seconds: 300 },
    ]);
  });
});

describe("mails that others cause", () => {
  type Row = { id: string; kind: string; status: string; due: Date | null };
  const rowsTo = (email: string) =>
    program.query<Row>(
      "select id, email_type as kind, status, due_at as due from email_notifications where recipient_email = $1 order by due_at, created_at",
      [email],
    );
  const sentOf = (rows: Row[]) => rows.filter((row) => row.status === "sent");
  const atLeast = (email: string, count: number) =>
    until(`${count} mails to ${email} are sent`, async () => {
      const rows = await rowsTo(email);
      return sentOf(rows).length >= count ? rows : undefined;
    });
  const waitingJobs = (email: string) =>
    program.query<{ start: Date; due: Date }>(
      `select j.start_after as start, m.due_at as due from pgboss.job j join email_notifications m on m.id::text = j.data->>'mailId'
       where j.name = 'mail.send' and j.state = 'created' and m.recipient_email = $1 and j.start_after > now()`,
      [email],
    );
  const numberOf = async (email: string) =>
    (
      await program.query<{ number: string }>(
        "select application_number as number from visa_applications where user_email = $1 order by created_at",
        [email],
      )
    )[0]?.number ?? "";

  test("[V-ATK-20] 56 requests of all kinds from 56 addresses: six go out, the others wait for their hour and none is lost", async () => {
    const victim = admin.email;
    await new Visitor(program).start(victim);
    const number = await numberOf(victim);
    const kinds: [number, () => Promise<unknown>][] = [
      [12, () => send(new Visitor(program), { ...inquirer, email: victim })],
      [11, () => new Visitor(program).post("/apply", startOf(victim))],
      [10, () => new Visitor(program).post("/apply/start", { asked: victim })],
      [10, () => new Visitor(program).post(`/apply/${number}`, { intent: "send-link" })],
      [6, () => new Visitor(program).post("/newsletter", { email: victim.toUpperCase() })],
      [6, () => new Visitor(program).post("/admin/forgot-password", { email: victim })],
    ];
    const requests = kinds.flatMap(([many, ask]) => Array.from({ length: many }, (_, turn) => ({ turn, ask })));
    expect(requests.length + 1).toBe(56);
    // All kinds mixed, eight at a time.
    requests.sort((one, other) => one.turn - other.turn);
    while (requests.length > 0) await Promise.all(requests.splice(0, 8).map(({ ask }) => ask()));
    await queueIsDone(program);
    await until("the queue has looked for the admin", async () => {
      const open = "select 1 from pgboss.job where name = 'accounts.password-reset' and state < 'completed' limit 1";
      return (await program.query(open)).length === 0;
    });

    const rows = await atLeast(victim, 6);
    expect(new Set(rows.map((row) => row.kind)).size, "several kinds").toBeGreaterThan(3);
    expect(rows.length).toBeGreaterThan(12);
    const dues = rows.map((row) => row.due?.getTime() ?? 0);
    for (const [place, due] of dues.entries())
      if (place >= 6) expect(due - (dues[place - 6] ?? 0)).toBeGreaterThanOrEqual(3_600_000);
    const waiting = await waitingJobs(victim);
    expect(waiting).toHaveLength(rows.length - 6);
    for (const { start, due } of waiting) expect(start.getTime()).toBe(due.getTime());

    // Woken before their time they go back to wait.
    const woken = "update pgboss.job set start_after = now() where name = 'mail.send' and state = 'created'";
    await program.query(woken);
    await until("all of them wait again", async () => (await waitingJobs(victim)).length === rows.length - 6);
    expect(sentOf(await rowsTo(victim))).toHaveLength(6);

    await program.query(
      "update email_notifications set due_at = due_at - interval '1 week' where recipient_email = $1",
      [victim],
    );
    await program.query(woken);
    const all = await atLeast(victim, rows.length);
    expect(all.map((row) => row.id).sort(), "the same mails, each of them").toEqual(rows.map((row) => row.id).sort());
  });

  test("[V-ATK-20] the desk says until when one waits and sends it now; what waits is not asked for twice; an application's own mails do not wait", async () => {
    const email = newEmail();
    const visitor = new Visitor(program);
    const id = await visitor.start(email);
    const number = await numberOf(email);
    await visitor.fillIn(id);
    for (let turn = 1; turn <= 5; turn++) await new Visitor(program).post("/apply/start", { asked: email });
    await queueIsDone(program);
    await atLeast(email, 6);
    for (let turn = 1; turn <= 4; turn++) await new Visitor(program).post(`/apply/${number}`, { intent: "send-link" });
    await queueIsDone(program);
    const [waiting, ...others] = (await rowsTo(email)).slice(6);
    expect([waiting?.kind, others]).toEqual(["resume_link", []]);

    expect((await visitor.submit(id)).outcome.kind).toBe("submitted");
    const sent = await atLeast(email, 7);
    expect(sent.find((row) => row.kind === "application_submitted")).toMatchObject({ status: "sent", due: null });
    expect(sent.find((row) => row.id === waiting?.id)?.status).toBe("pending");

    const desk = await signIn(program);
    const clock = new Intl.DateTimeFormat("en-GB", {
      timeZone: "America/Nassau",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(waiting?.due ?? undefined);
    const said = new RegExp(`Waits until (\\w+ \\d+, )?${clock}`);
    const page = `/admin/emails/${waiting?.id}`;
    for (const path of ["/admin/emails", page, `/admin/applications/${id}`])
      expect(plain(await (await desk.get(path)).text()), path).toMatch(said);
    expect(plain(await (await desk.get(page)).text())).toContain("Send it now");
    expect((await desk.post(page, {})).status).toBe(302);
    await atLeast(email, 8);
    expect(await rowsTo(email), "itself, and no copy").toHaveLength(8);
  });
});
