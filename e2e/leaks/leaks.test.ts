import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfFile } from "../../test/harness/applicants/uploads";
import { signIn } from "../../test/harness/desk/desk";
import { inquirer, send as sendInquiry, upload as uploadForInquiry } from "../../test/harness/desk/inquirer";
import { freshFolder, type Program, removeFolders, startProgram } from "../../test/harness/program";
import { queueIsDone } from "../../test/harness/queue";
import type { Fields } from "../../test/harness/visitor";
import { formFor, marked, marks, searched } from "./marked";
import { WatchedVisitor } from "./watched";

let program: Program;
let person: WatchedVisitor;
let desk: WatchedVisitor;
let metrics = "";
let id = "";

/** While it runs, every write of a table fails in the database, whose message repeats the row. */
async function refusing(table: string, run: () => Promise<unknown>): Promise<void> {
  await program.query(`create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused: %', new; end $$`);
  await program.query(
    `create trigger refuse before insert or update on ${table} for each row execute function refuse()`,
  );
  await run().finally(() => program.query(`drop trigger refuse on ${table}`));
}
const multipart = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

async function inquire(): Promise<void> {
  const fields: Fields = { ...inquirer, ...marked.inquiry };
  const file = await uploadForInquiry(person, marked.files.inquiry, Buffer.from(await pdfFile("x").arrayBuffer()));
  await sendInquiry(person, { ...fields, travelDate: "2020-01-01", email: `${marked.email}@` }, [file.id]);
  await refusing("visa_inquiries", () => sendInquiry(person, fields, [file.id]).catch(() => undefined));
  expect((await sendInquiry(person, fields, [file.id])).status).toBe(200);
  await person.post("/contact", { ...fields, privacyConsent: "" });
  await person.post("/newsletter", { email: marked.email });
}

async function apply(): Promise<void> {
  await refusing("visa_applications", () =>
    person.post("/apply", { email: marked.email, terms: "yes", attempt: crypto.randomUUID() }),
  );
  id = await person.start(marked.email);
  await person.post("/apply", { email: marked.email, terms: "yes", attempt: crypto.randomUUID() });
  await person.post("/apply/start", { asked: marked.email });
  await person.fillIn(id, marked.steps);
  const wrong = formFor("passport_info", { expirationDate: "2001-01-01", revision: "1" });
  expect((await person.save(id, { ...wrong, intent: "next" })).outcome.kind).toBe("invalid");
  const right = () => person.save(id, formFor("passport_info", { revision: "2" }));
  await refusing("visa_applications", () => right().catch(() => undefined));
  expect((await right()).outcome.kind).toBe("saved");
  // Without script, refused and stored.
  await person.post(`/apply/${id}?step=2`, { ...wrong, revision: "3", intent: "next" });
  await person.post(`/apply/${id}?step=2`, { ...formFor("passport_info"), revision: "4", intent: "next" });
  const paper = multipart({
    attempt: crypto.randomUUID(),
    type: "passport_copy",
    file: pdfFile(marked.files.passport),
  });
  await person.post(`/apply/${id}/documents/save`, paper);
  await person.get(`/apply/${id}?step=2`);
  expect((await person.submit(id)).outcome.kind).toBe("submitted");
  await person.get(`/apply/${id}`);
}

async function work(): Promise<void> {
  const page = `/admin/applications/${id}`;
  await person.post(
    `/apply/${id}/messages/send`,
    multipart({
      text: marked.message,
      attempt: crypto.randomUUID(),
      intent: "send",
      files: pdfFile(marked.files.message),
    }),
  );
  await refusing("case_messages", () =>
    person.post(`/apply/${id}/messages`, { text: marked.message, attempt: crypto.randomUUID(), intent: "send" }),
  );
  for (const path of [
    ...["/admin", "/admin/applications", page, `${page}/messages`, `${page}/requests`, `${page}/fees`],
    ...["/admin/inquiries", "/admin/people", "/admin/emails", "/admin/activity", "/admin/users", "/admin/account"],
  ])
    expect((await desk.get(path)).status, path).toBe(200);
  const [inquiry] = await program.query<{ id: string }>("select id from visa_inquiries");
  await desk.get(`/admin/inquiries/${inquiry?.id}`);
  await desk.post(`/admin/inquiries/${inquiry?.id}`, { intent: "notes", notes: marked.note, revision: "0" });
  const reply = { intent: "reply", reply: crypto.randomUUID(), text: marked.reply };
  await refusing("inquiry_replies", () => desk.post(`/admin/inquiries/${inquiry?.id}`, reply));
  await desk.post(`/admin/inquiries/${inquiry?.id}`, reply);
  const note = { intent: "add-note", note: crypto.randomUUID(), body: marked.note };
  await refusing("application_notes", () => desk.post(page, note));
  expect((await desk.post(page, note)).status).toBe(302);
  await desk.post(page, { ...note, note: crypto.randomUUID(), body: "" });
  await desk.post(page, { intent: "reveal", step: "2" });
  await desk.post(page, { intent: "reveal", step: "all" });
  await desk.post(`${page}/messages`, { intent: "send", text: marked.reply, attempt: crypto.randomUUID() });
  const asked = { intent: "ask", what: "question", name: marked.question, reason: marked.reply, dueOn: "", ifLate: "" };
  await desk.post(`${page}/requests`, { ...asked, attempt: crypto.randomUUID() });
  const [item] = await program.query<{ id: string }>("select id from case_request_items order by position limit 1");
  await person.post(`/apply/${id}/requests/save`, {
    intent: "draft",
    item: item?.id ?? "",
    text: marked.answer,
    revision: "0",
  });
  await person.get(`/apply/${id}/requests`);
  await desk.post("/admin/applications/passport", { number: marked.passport });
  for (const list of ["applications", "inquiries", "people"]) await desk.get(`/admin/${list}?q=${searched}`);
  await desk.get(`/admin/palette?q=${searched}`);
  for (const path of ["inquiries", "people", "activity"])
    await (await desk.post(`/admin/${path}/export`, { of: "view" })).text();
  for (const path of [`/apply/${id}/receipt.pdf`, `${page}/case.zip`]) await (await desk.get(path)).arrayBuffer();
  await program.query("update session set fresh_at = now() - interval '1 hour'");
  expect((await desk.post("/admin/people/export", { of: "view", [searched]: marked.note })).status).toBe(403);
  await desk.post("/admin/confirm", { "confirm-password": marked.secret, "confirm-to": "/admin" });
  await person.post("/admin/login", { email: marked.email, password: marked.secret });
  await person.post(`/apply/${id}/withdraw`, { reason: marked.message });
}

beforeAll(async () => {
  const DATA_DIR = await freshFolder();
  program = await startProgram({ TRUST_PROXY: "yes", LOG_LEVEL: "trace", DATA_DIR });
  person = new WatchedVisitor(program);
  desk = new WatchedVisitor(program, await signIn(program));
  await inquire();
  await apply();
  await work();
  await queueIsDone(program, "");
  // Looked at again, with everything in it.
  await desk.get(`/admin/applications/${id}`);
  await desk.get("/admin/emails");
  metrics = await program.metrics();
});
afterAll(async () => {
  await program?.stop();
  await removeFolders();
});

describe("after whole journeys with marked values, each with its failures", () => {
  test("[V-LEAK-1] none of them is in a line of the log, and none in the metrics", () => {
    const lines = program.output().split("\n");
    expect(lines.length).toBeGreaterThan(60);
    expect(program.output(), "the failures are there").toContain("query failed");
    expect(metrics).toContain("http_requests");
    for (const mark of marks) {
      const line = lines.find((one) => one.toLowerCase().includes(mark.toLowerCase()));
      expect(line, `the log holds ${mark}`).toBeUndefined();
      expect(metrics.toLowerCase(), `the metrics hold ${mark}`).not.toContain(mark.toLowerCase());
    }
  });

  test("[V-LEAK-2] no link, redirect, form action or header holds one, and a word searched for stands in its own address alone", () => {
    const seen = [...person.seen, ...desk.seen];
    expect(seen.length).toBeGreaterThan(300);
    for (const { at, what, value } of seen) {
      const plain = decoded(value).toLowerCase();
      for (const mark of marks) {
        if (mark === searched && at.includes(`q=${searched}`)) continue;
        // They open a mail program or a phone, and ask no server.
        if (/^(mailto|tel):/.test(value)) continue;
        expect(plain.includes(mark.toLowerCase()) ? `${at}: ${what} holds ${mark}: ${value}` : "").toBe("");
      }
    }
  });
});

test("[V-LEAK-3] no mail holds a passport number, a date of birth, an answer about arrests or a file of the applicant", async () => {
  const mails = await writtenMails();
  expect(mails.length).toBeGreaterThan(8);
  const barred = [marked.passport, "1979-03-28", "March 28, 1979", "Mar 28, 1979", "28 March 1979", "markedarrest"];
  for (const { subject = "", text = "", html = "", attachments } of mails) {
    const whole = [subject, text, html].join("\n").toLowerCase();
    for (const value of barred) expect(whole.includes(value.toLowerCase()), `${subject} holds ${value}`).toBe(false);
    for (const { filename, content } of attachments) {
      expect(Object.values(marked.files), subject).not.toContain(filename);
      const bytes = typeof content === "string" ? content : new TextDecoder("latin1").decode(content);
      expect(bytes.startsWith("%PDF-1.4"), `${subject} brings a file of theirs`).toBe(false);
    }
  }
});

/** Every mail that was sent or written to a file. */
async function writtenMails(): Promise<Email[]> {
  const folder = join(program.dataDir, "outbox");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}
