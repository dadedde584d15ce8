import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLink } from "~/applications/access/resume.server";
import { markUnreadable, sealReading } from "~/applications/passport/readings.server";
import { deleteDraft } from "~/applications/wizard/delete-draft.server";
import { addNote } from "~/cases/case-data/notes.server";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { dataKeyOf, forgetDataKey } from "~/encryption/data-keys.server";
import { filesIn } from "../../../test/harness/fakes/storage-server";
import { linkTo } from "../../../test/harness/in-process/draft";
import { markedCases, outbox } from "../../../test/harness/in-process/marked-case";
import { readPassportPage, sendPassportPage } from "../../../test/harness/in-process/read-passport";
import { staffMember } from "../../../test/harness/in-process/staff";
import { documentOf, paper, pathOf, storedFile } from "../../../test/harness/in-process/stored-file";
import { eraseApplication } from "./erase.server";
import { readErasureList } from "./erasure-list.server";

const { database, applicant, work, dump, filesThere, markedCase } = markedCases();

describe("an erased application", () => {
  test("[V-ERASE-5, X-TASK-10] no value of its person remains in any table, job, file or outbox mail", async () => {
    const { id, mark: marker, email, number, file } = await markedCase();
    expect(await dump(), "there before").toContain(marker);
    expect(filesThere()).toContain(email);
    await database.query(
      `insert into pgboss.job (name, data, state, output) values ('mail.send', '{}', 'completed', $1)`,
      [JSON.stringify({ message: `failed for ${email}` })],
    );
    expect(await eraseApplication(id)).toBe(true);
    await work("documents.remove-bytes");
    await work("privacy.clean-outbox");
    const [last] = await database.query<{ to: string }>(
      `select recipient_email as "to" from email_notifications where email_type = 'data_erased'`,
    );
    expect(last?.to).toBe(email);
    await work("mail.send");
    const after = await dump();
    expect(after).not.toContain(marker);
    expect(after, "the last mail was handed over").not.toContain(email);
    expect(filesThere()).not.toContain(marker);
    expect(
      readdirSync(outbox).filter((name) => readFileSync(join(outbox, name), "latin1").includes(number)),
    ).toHaveLength(1);
    expect(() => readFileSync(pathOf(file))).toThrow();
  });

  test("[V-ERASE-8] an erased application's number and days remain, and entries of the record with action, time, admin and number", async () => {
    const { id, number, staff } = await markedCase();
    await database.query(
      "insert into application_status_history (application_id, to_status, created_at) values ($1, 'approved', '2026-03-05T15:00:00Z')",
      [id],
    );
    await eraseApplication(id);
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

  test("[V-ERASE-6] an erased application's data key is deleted from the database, and no other key can decrypt anything of it", async () => {
    const { id } = await markedCase();
    forgetDataKey();
    expect(await dataKeyOf({ applicationId: id })).toBeDefined();
    await eraseApplication(id);
    expect(await dataKeyOf({ applicationId: id })).toBeUndefined();
    expect(await database.query("select from data_keys where application_id = $1", [id])).toHaveLength(0);
  });

  test("[V-ERASE-10] no cookie, link or document URL opens an erased application; another one of the same email is unaffected", async () => {
    const { id, email, file } = await markedCase();
    const otherId = await applicant().start(email);
    const otherFile = await storedFile(otherId, { bytes: paper(2000) });
    const [token] = await database.query<{ id: string; token: string }>(
      "select id, resume_token as token from visa_applications where id = $1",
      [id],
    );
    const whole = async () =>
      database.query("select to_jsonb(a) - 'last_updated_at' as row from visa_applications a where id = $1", [otherId]);
    const before = await whole();
    const mails = await database.query("select id from email_notifications where application_id = $1", [otherId]);
    await eraseApplication(id);
    expect(await deleteDraft(applicant().context(id), id)).toMatchObject({ ok: false, reason: "forbidden" });
    expect("found" in (await readLink(linkTo(token ?? { id: "", token: "" })))).toBe(false);
    await expect(documentOf(file.id)).rejects.toThrow("no such document");
    expect(await whole()).toEqual(before);
    expect((await documentOf(otherFile.id)).storageKey).toBe(otherFile.storageKey);
    expect(readFileSync(pathOf(otherFile)).length).toBeGreaterThan(0);
    expect(await database.query("select id from email_notifications where application_id = $1", [otherId])).toEqual(
      mails,
    );
  });

  test("[V-ERASE-11] concurrent saves, uploads and messages are refused or erased with it", async () => {
    const { id, mark: marker } = await markedCase();
    const staff = await staffMember(database);
    const sent = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? storedFile(id, { bytes: paper(3000) })
        : addNote(staff, { applicationId: id, note: crypto.randomUUID(), body: `Late ${marker}` }),
    );
    const [erased] = await Promise.all([eraseApplication(id), Promise.allSettled(sent)]);
    expect(erased).toBe(true);
    for (const table of ["documents", "application_notes", "case_messages", "data_keys"])
      expect(await database.query(`select from ${table} where application_id = $1`, [id]), table).toHaveLength(0);
    expect(await dump()).not.toContain(marker);
  });

  test("[V-ERASE-11] an aborted erasure has erased nothing, and is complete when repeated", async () => {
    const { id, mark: marker } = await markedCase();
    await database.query(`create function break_off() returns trigger language plpgsql as $$
      begin raise exception 'broken off'; end $$`);
    await database.query(
      "create trigger break_off before insert on erasures for each row execute function break_off()",
    );
    const before = await dump();
    await expect(eraseApplication(id)).rejects.toThrow();
    await database.query("drop trigger break_off on erasures");
    expect(
      (await dump())
        .split("\n")
        .filter((line) => line.includes(marker))
        .sort(),
    ).toEqual(
      before
        .split("\n")
        .filter((line) => line.includes(marker))
        .sort(),
    );
    expect(await eraseApplication(id)).toBe(true);
    expect(await dump()).not.toContain(marker);
  });

  test("[V-ERASE-7] an erased application is listed next to the documents, by id and date only", async () => {
    const { id, mark: marker, number } = await markedCase();
    await eraseApplication(id);
    const list = await readErasureList();
    expect(list?.find((entry) => entry.id === id)).toEqual({ id, kind: "application", at: expect.any(String) });
    const folder = join(config.dataDir, "documents", "visa-documents", "erasures");
    for (const name of filesIn(folder)) {
      const bytes = readFileSync(join(folder, name), "utf8");
      for (const value of [marker, number]) expect(bytes).not.toContain(value);
    }
  });

  test("[V-ERASE-9] the row of the last mail loses email and text once it was sent", async () => {
    const { id, email } = await markedCase();
    await eraseApplication(id);
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

test("[V-ERASE-5, U-MRZ-9] nothing that was found out about its files remains, and a page that is read meanwhile stores nothing", async () => {
  const id = await applicant().start();
  const page = { passportNumber: "ERASED123", lastName: "ERASED" };
  const read = await readPassportPage(database, id, page);
  const waiting = await sendPassportPage(database, id);
  await database.query("update documents set page = 1, issued_on = '2026-01-02', inspection = 'yes' where id = $1", [
    read,
  ]);
  await database.query("insert into document_hints (document_id, code) values ($1, 'blurred')", [read]);
  await eraseApplication(id);
  for (const [table, column, key] of [
    ["passport_readings", "application_id", id],
    ["documents", "application_id", id],
    ["document_hints", "document_id", read],
  ])
    expect(await database.query(`select from ${table} where ${column} = $1`, [key]), table).toEqual([]);
  expect(await db.transaction((tx) => sealReading(tx, id, waiting, page))).toBe(false);
  expect(await db.transaction((tx) => markUnreadable(tx, id, waiting))).toBe(false);
  expect(await database.query("select from data_keys where application_id = $1", [id])).toEqual([]);
});
