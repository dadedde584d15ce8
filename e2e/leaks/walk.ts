import { expect } from "vitest";
import type { AppServer } from "../../test/harness/app-server";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { pdfFile } from "../../test/harness/applicants/uploads";
import { inquirer, send as sendInquiry, upload as uploadForInquiry } from "../../test/harness/desk/inquirer";
import type { Fields } from "../../test/harness/http-client";
import { formFor, marked, searched } from "./marked";
import type { WatchedVisitor } from "./watched";

/** A person and a member of the staff, each in a browser that is looked through. */
export type Walk = { app: AppServer; person: WatchedVisitor; desk: WatchedVisitor };

/** While it runs, every write of a table fails in the database, whose message repeats the row. */
export async function refusing({ app }: Walk, table: string, run: () => Promise<unknown>): Promise<void> {
  await app.query(`create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused: %', new; end $$`);
  await app.query(`create trigger refuse before insert or update on ${table} for each row execute function refuse()`);
  await run().finally(() => app.query(`drop trigger refuse on ${table}`));
}
const multipart = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

export async function inquire(walk: Walk): Promise<void> {
  const { person } = walk;
  const fields: Fields = { ...inquirer, ...marked.inquiry };
  const file = await uploadForInquiry(person, marked.files.inquiry, Buffer.from(await pdfFile("x").arrayBuffer()));
  await sendInquiry(person, { ...fields, travelDate: "2020-01-01", email: `${marked.email}@` }, [file.id]);
  await refusing(walk, "visa_inquiries", () => sendInquiry(person, fields, [file.id]).catch(() => undefined));
  expect((await sendInquiry(person, fields, [file.id])).status).toBe(200);
  await person.post("/contact", { ...fields, privacyConsent: "" });
  await person.post("/newsletter", { email: marked.email });
}

/** Applies and submits; the application's id. */
export async function apply(walk: Walk): Promise<string> {
  const { app, person } = walk;
  await refusing(walk, "visa_applications", () =>
    person.post("/apply", { email: marked.email, terms: "yes", attempt: crypto.randomUUID() }),
  );
  const id = await person.start(marked.email);
  await person.post("/apply", { email: marked.email, terms: "yes", attempt: crypto.randomUUID() });
  await person.post("/apply/start", { asked: marked.email });
  const { criminal_history: convictions, ...steps } = marked.steps;
  await person.fillIn(id, steps);
  const wrong = formFor("passport_info", { expirationDate: "2001-01-01", revision: "1" });
  expect((await person.save(id, { ...wrong, intent: "next" })).outcome.kind).toBe("invalid");
  const right = () => person.save(id, formFor("passport_info", { revision: "2" }));
  await refusing(walk, "visa_applications", () => right().catch(() => undefined));
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
  await person.get(`/apply/${id}?step=7`);
  // Of convictions a Bahamas service asks.
  const bahamas = await startBahamas(app);
  for (const [name, value] of bahamas.client.cookies) person.cookies.set(name, value);
  const history = formFor("criminal_history", convictions);
  await refusing(walk, "visa_applications", () => person.save(bahamas.id, history).catch(() => undefined));
  expect((await person.save(bahamas.id, history)).outcome.kind).toBe("saved");
  await person.get(`/apply/${bahamas.id}?step=10`);
  expect((await person.submit(id)).outcome.kind).toBe("submitted");
  await person.get(`/apply/${id}`);
  return id;
}

async function talk(walk: Walk, id: string, page: string): Promise<void> {
  const { app, person, desk } = walk;
  await person.post(
    `/apply/${id}/messages/send`,
    multipart({
      text: marked.message,
      attempt: crypto.randomUUID(),
      intent: "send",
      files: pdfFile(marked.files.message),
    }),
  );
  await refusing(walk, "case_messages", () =>
    person.post(`/apply/${id}/messages`, { text: marked.message, attempt: crypto.randomUUID(), intent: "send" }),
  );
  await desk.post(`${page}/messages`, { intent: "send", text: marked.reply, attempt: crypto.randomUUID() });
  const request = {
    intent: "ask",
    what: "question",
    name: marked.question,
    reason: marked.reply,
    dueOn: "",
    ifLate: "",
  };
  await desk.post(`${page}/requests`, { ...request, attempt: crypto.randomUUID() });
  const [item] = await app.query<{ id: string }>("select id from case_request_items order by position limit 1");
  await person.post(`/apply/${id}/requests/save`, {
    intent: "draft",
    item: item?.id ?? "",
    text: marked.answer,
    revision: "0",
  });
  await person.get(`/apply/${id}/requests`);
}

/** Everything that staff look at, write, search and take out; a stale session's export. */
export async function work(walk: Walk, id: string): Promise<void> {
  const { app, person, desk } = walk;
  const page = `/admin/applications/${id}`;
  for (const path of [
    ...["/admin", "/admin/applications", page, `${page}/messages`, `${page}/requests`, `${page}/fees`],
    ...["/admin/inquiries", "/admin/people", "/admin/emails", "/admin/activity", "/admin/users", "/admin/account"],
  ])
    expect((await desk.get(path)).status, path).toBe(200);
  const [inquiry] = await app.query<{ id: string }>("select id from visa_inquiries");
  await desk.get(`/admin/inquiries/${inquiry?.id}`);
  await desk.post(`/admin/inquiries/${inquiry?.id}`, { intent: "notes", notes: marked.note, revision: "0" });
  const reply = { intent: "reply", reply: crypto.randomUUID(), text: marked.reply };
  await refusing(walk, "inquiry_replies", () => desk.post(`/admin/inquiries/${inquiry?.id}`, reply));
  await desk.post(`/admin/inquiries/${inquiry?.id}`, reply);
  const note = { intent: "add-note", note: crypto.randomUUID(), body: marked.note };
  await refusing(walk, "application_notes", () => desk.post(page, note));
  expect((await desk.post(page, note)).status).toBe(302);
  await desk.post(page, { ...note, note: crypto.randomUUID(), body: "" });
  await desk.post(page, { intent: "reveal", step: "2" });
  await desk.post(page, { intent: "reveal", step: "all" });
  await talk(walk, id, page);
  await desk.post("/admin/applications/passport", { number: marked.passport });
  for (const list of ["applications", "inquiries", "people", "emails", "activity"])
    expect((await desk.get(`/admin/${list}?q=${searched}`)).status, list).toBe(200);
  for (const record of [page, `/admin/inquiries/${inquiry?.id}`])
    expect((await desk.get(`${record}?q=${searched}`)).status, record).toBe(200);
  await desk.post(`${page}?q=${searched}`, { ...note, note: crypto.randomUUID() });
  await desk.get(`/admin/palette?q=${searched}`);
  for (const path of ["inquiries", "people", "activity"])
    await (await desk.post(`/admin/${path}/export`, { of: "view" })).text();
  for (const path of [`/apply/${id}/receipt.pdf`, `${page}/case.zip`]) await (await desk.get(path)).arrayBuffer();
  await app.query("update session set fresh_at = now() - interval '1 hour'");
  const stale = await desk.post(`/admin/people/export?q=${searched}`, { of: "view", [searched]: marked.note });
  expect(stale.status).toBe(403);
  await desk.post("/admin/confirm", { "confirm-password": marked.secret, "confirm-to": "/admin" });
  await app.query("update session set fresh_at = now()");
  await person.post("/admin/login", { email: marked.email, password: marked.secret });
  await person.post(`/apply/${id}/withdraw`, { reason: marked.message });
}
