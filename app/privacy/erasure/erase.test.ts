import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readLink } from "~/applications/access/resume.server";
import { addNote } from "~/applications/desk/case/notes.server";
import { deleteDraft } from "~/applications/wizard/delete-draft.server";
import { config } from "~/config.server";
import { registerDocuments } from "~/documents/discard.server";
import { dataKeyOf, forgetDataKey } from "~/encryption/data-keys.server";
import { registerMail } from "~/mail/deliver.server";
import { assignWaiting } from "~/people/waiting.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { linkTo } from "../../../test/harness/in-process/draft";
import { runJob } from "../../../test/harness/in-process/jobs";
import { ownDatabase } from "../../../test/harness/in-process/own-database";
import { staffMember } from "../../../test/harness/in-process/staff";
import { documentOf, paper, pathOf, storedFile } from "../../../test/harness/in-process/stored-file";
import { eraseApplication, registerErasure } from "./erase.server";
import { beginErasureList, readErasureList } from "./erasure-list.server";

const database = ownDatabase();
beforeAll(async () => {
  registerErasure();
  registerDocuments();
  registerMail();
  await beginErasureList();
});
let applicant: Applicant;
beforeEach(() => {
  applicant = new Applicant(database);
});

const outbox = join(config.dataDir, "outbox");

/** Runs the jobs of a name that wait, and takes them out of the queue as done. */
async function work(name: string): Promise<void> {
  for (const data of await database.enqueued(name)) await runJob(name, data);
  await database.query("update pgboss.job set state = 'completed' where name = $1 and state = 'created'", [name]);
}

/** All rows of all tables as text, those of the queue too, as a dump has them. */
async function dump(): Promise<string> {
  const tables = await database.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind = 'r'`);
  const parts: string[] = [];
  for (const { name } of tables)
    parts.push(
      ...(await database.query<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => row),
    );
  return parts.join("\n");
}

/** Everything that lies in the folder of documents and of the outbox. */
function filesThere(): string {
  const read = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`);
  return [...read(join(config.dataDir, "documents")), ...read(outbox)].join("\n");
}

/** A case with something of everything, and the marks that its person gave. */
async function markedCase() {
  const letters = Array.from({ length: 8 }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(Math.random() * 26)]);
  const mark = `Zx${letters.join("")}`;
  const name = { firstName: `Ana${mark}`, lastName: `Rolle${mark}` };
  const electronicSignature = `${name.firstName} ${name.lastName}`;
  const id = await applicant.ready({ applicant_info: name, review_certification: { electronicSignature } });
  expect(await applicant.submit(id)).toMatchObject({ ok: true });
  const { application } = await applicant.found(id);
  const file = await storedFile(id, { bytes: Buffer.from(`%PDF-1.7\n${`file${mark} `.repeat(100)}`) });
  await database.query("update documents set document_name = $2 where id = $1", [file.id, `scan ${mark}.pdf`]);
  const staff = await staffMember(database);
  await database.query(
    "insert into case_messages (application_id, side, body) values ($1, 'applicant', $2), ($1, 'office', $3)",
    [id, `Dear office ${mark}`, `Dear ${mark}`],
  );
  await database.query(
    `insert into admin_activity_log (action_type, admin_id, admin_email, subject_type, subject_id, subject_name, details, address)
     values ('note_added', $2, $3, 'application', $1::text, 'x', $4, '10.0.0.7'),
       ('answers_opened', null, null, 'application', $1::text, $5, null, '203.0.113.77')`,
    [id, staff.staff.adminId, staff.staff.email, JSON.stringify({ name: mark }), `name ${mark}`],
  );
  await database.query(
    "insert into application_notes (application_id, body, author_email) values ($1, $2, 'a@b.example')",
    [id, `Speaks of ${mark}`],
  );
  await database.query(
    `insert into undo_offers (admin_id, kind, words, records, open_until)
     values ($1, 'status', 'Set', $2, now() + interval '10 seconds')`,
    [staff.staff.adminId, JSON.stringify([{ id, before: { message: mark }, after: {} }])],
  );
  await database.query("insert into attempts (key, kind, result) values (gen_random_uuid(), 'submit', $1)", [
    JSON.stringify({ id, name: mark }),
  ]);
  await work("mail.send");
  while (await assignWaiting());
  return { id, mark, number: application.applicationNumber, email: application.userEmail, file, staff };
}

describe("an application that is erased", () => {
  test("[V-ERASE-5] leaves no value of its person in any table, job, file or mail of the outbox", async () => {
    const { id, mark, email, number, file } = await markedCase();
    expect(await dump(), "there before").toContain(mark);
    expect(filesThere()).toContain(email);
    await database.query(
      `insert into pgboss.job (name, data, state, output) values ('mail.send', '{}', 'completed', $1)`,
      [JSON.stringify({ message: `failed for ${email}` })],
    );
    expect(await eraseApplication(id, "request")).toBe(true);
    await work("documents.remove-bytes");
    await work("privacy.clean-outbox");
    const [last] = await database.query<{ to: string }>(
      `select recipient_email as "to" from email_notifications where email_type = 'data_erased'`,
    );
    expect(last?.to).toBe(email);
    await work("mail.send");
    const after = await dump();
    expect(after).not.toContain(mark);
    expect(after, "the last mail was handed over").not.toContain(email);
    expect(filesThere()).not.toContain(mark);
    expect(
      readdirSync(outbox).filter((name) => readFileSync(join(outbox, name), "utf8").includes(number)),
    ).toHaveLength(1);
    expect(() => readFileSync(pathOf(file))).toThrow();
  });

  test("[V-ERASE-8] leaves its number with its days, and entries of the record with action, time, admin and number", async () => {
    const { id, number, staff } = await markedCase();
    await database.query(
      "insert into application_status_history (application_id, to_status, created_at) values ($1, 'approved', '2026-03-05T15:00:00Z')",
      [id],
    );
    await eraseApplication(id, "schedule");
    const [left] = await database.query(
      `select number, kind, started_on::text as started, submitted_on is not null as submitted, decided_on::text as decided,
         erased_at > now() - interval '1 minute' as erased from erasures where id = $1`,
      [id],
    );
    expect(left).toMatchObject({ number, kind: "application", submitted: true, decided: "2026-03-05", erased: true });
    const entries = await database.query(
      `select action_type as action, admin_email as by, subject_name as name, details, address from admin_activity_log
       where subject_id = $1 and action_type in ('note_added', 'answers_opened') order by 1`,
      [id],
    );
    expect(entries).toEqual([
      { action: "answers_opened", by: null, name: number, details: null, address: null },
      { action: "note_added", by: staff.staff.email, name: number, details: null, address: "10.0.0.7" },
    ]);
  });

  test("[V-ERASE-6] its data key is gone from the database, and nothing else can be read with another", async () => {
    const { id } = await markedCase();
    forgetDataKey();
    expect(await dataKeyOf({ applicationId: id })).toBeDefined();
    await eraseApplication(id, "request");
    expect(await dataKeyOf({ applicationId: id })).toBeUndefined();
    expect(await database.query("select from data_keys where application_id = $1", [id])).toHaveLength(0);
  });

  test("[V-ERASE-10] opens for no cookie, link or document address; another one of the same email is as it was", async () => {
    const { id, email, file } = await markedCase();
    const other = await applicant.start(email);
    const theirs = await storedFile(other, { bytes: paper(2000) });
    const [token] = await database.query<{ id: string; token: string }>(
      "select id, resume_token as token from visa_applications where id = $1",
      [id],
    );
    const whole = async () =>
      database.query("select to_jsonb(a) - 'last_updated_at' as row from visa_applications a where id = $1", [other]);
    const before = await whole();
    const mails = await database.query("select id from email_notifications where application_id = $1", [other]);
    await eraseApplication(id, "request");
    expect(await deleteDraft(applicant.context(id), id)).toMatchObject({ ok: false, reason: "forbidden" });
    expect("found" in (await readLink(linkTo(token ?? { id: "", token: "" })))).toBe(false);
    await expect(documentOf(file.id)).rejects.toThrow("no such document");
    expect(await whole()).toEqual(before);
    expect((await documentOf(theirs.id)).storageKey).toBe(theirs.storageKey);
    expect(readFileSync(pathOf(theirs)).length).toBeGreaterThan(0);
    expect(await database.query("select id from email_notifications where application_id = $1", [other])).toEqual(
      mails,
    );
  });

  test("[V-ERASE-11] saves, uploads and messages at the same moment are refused or erased with it", async () => {
    const { id, mark } = await markedCase();
    const staff = await staffMember(database);
    const sent = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0
        ? storedFile(id, { bytes: paper(3000) })
        : addNote(staff, { applicationId: id, note: crypto.randomUUID(), body: `Late ${mark}` }),
    );
    const [erased] = await Promise.all([eraseApplication(id, "request"), Promise.allSettled(sent)]);
    expect(erased).toBe(true);
    for (const table of ["documents", "application_notes", "case_messages", "data_keys"])
      expect(await database.query(`select from ${table} where application_id = $1`, [id]), table).toHaveLength(0);
    expect(await dump()).not.toContain(mark);
  });

  test("[V-ERASE-11] an erasure that is broken off has erased nothing, and is whole when it is done again", async () => {
    const { id, mark } = await markedCase();
    await database.query(`create function break_off() returns trigger language plpgsql as $$
      begin raise exception 'broken off'; end $$`);
    await database.query(
      "create trigger break_off before insert on erasures for each row execute function break_off()",
    );
    const before = await dump();
    await expect(eraseApplication(id, "request")).rejects.toThrow();
    await database.query("drop trigger break_off on erasures");
    expect(
      (await dump())
        .split("\n")
        .filter((line) => line.includes(mark))
        .sort(),
    ).toEqual(
      before
        .split("\n")
        .filter((line) => line.includes(mark))
        .sort(),
    );
    expect(await eraseApplication(id, "request")).toBe(true);
    expect(await dump()).not.toContain(mark);
  });

  test("[V-ERASE-7] stands in the list beside the documents, by id and date alone", async () => {
    const { id, mark, number } = await markedCase();
    await eraseApplication(id, "request");
    const list = await readErasureList();
    expect(list?.find((one) => one.id === id)).toEqual({ id, kind: "application", at: expect.any(String) });
    const folder = join(config.dataDir, "documents", "visa-documents", "erasures");
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name), "utf8");
      for (const value of [mark, number]) expect(bytes).not.toContain(value);
    }
  });

  test("[V-ERASE-9] the row of the last mail keeps neither address nor text once it was handed over", async () => {
    const { id, email } = await markedCase();
    await eraseApplication(id, "request");
    const row = () =>
      database.query(
        `select recipient_email as "to", recipient_name as name, subject, template_data as data, status
         from email_notifications where email_type = 'data_erased' order by created_at desc limit 1`,
      );
    expect(await row()).toMatchObject([{ to: email, status: "pending" }]);
    await work("mail.send");
    expect(await row()).toEqual([{ to: "", name: "", subject: "", data: {}, status: "sent" }]);
  });
});

// The folder of the outbox may not be there before the first mail.
mkdirSync(outbox, { recursive: true });
writeFileSync(join(outbox, ".keep"), "");
