import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect } from "vitest";
import { config } from "~/config.server";
import { registerDocuments } from "~/documents/discard.server";
import { registerMail } from "~/mail/deliver.server";
import { assignWaiting } from "~/people/waiting.server";
import { registerErasure } from "~/privacy/erasure/erase.server";
import { beginErasureList } from "~/privacy/erasure/erasure-list.server";
import { Applicant } from "../applicants/in-process";
import { pagePdf } from "../fakes/papers";
import { dumpOf } from "./dump";
import { runJob } from "./jobs";
import { staffMember } from "./staff";
import { storedFile } from "./stored-file";
import { testDatabase } from "./test-database";

export const outbox = join(config.dataDir, "outbox");

/** For tests of erasure: a case with a unique mark in everything, and a search for the marks. */
export function markedCases() {
  const database = testDatabase();
  let applicant: Applicant;
  beforeAll(async () => {
    // The directory may not exist before the first mail.
    mkdirSync(outbox, { recursive: true });
    registerErasure();
    registerDocuments();
    registerMail();
    await beginErasureList();
  });
  beforeEach(() => {
    applicant = new Applicant(database);
  });

  /** Runs the queued jobs of a name, and completes them. */
  async function work(name: string): Promise<void> {
    for (const data of await database.enqueued(name)) await runJob(name, data);
    await database.query("update pgboss.job set state = 'completed' where name = $1 and state = 'created'", [name]);
  }

  const dump = () => dumpOf(database);

  /** The content of all documents and of the outbox. */
  function filesThere(): string {
    const read = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`);
    return [...read(join(config.dataDir, "documents")), ...read(outbox)].join("\n");
  }

  /** A case with something of everything, and the marks in its person's data. */
  async function markedCase() {
    const letters = Array.from({ length: 8 }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(Math.random() * 26)]);
    const marker = `Zx${letters.join("")}`;
    const name = { firstName: `Ana${marker}`, lastName: `Rolle${marker}` };
    const electronicSignature = `${name.firstName} ${name.lastName}`;
    const id = await applicant.ready({ applicant_info: name, review_certification: { electronicSignature } });
    expect(await applicant.submit(id)).toMatchObject({ ok: true });
    const { application } = await applicant.found(id);
    const file = await storedFile(id, { bytes: pagePdf(3000, `file${marker} `.repeat(100)) });
    await database.query("update documents set document_name = $2 where id = $1", [file.id, `scan ${marker}.pdf`]);
    const staff = await staffMember(database);
    await database.query(
      "insert into case_messages (application_id, side, body) values ($1, 'applicant', $2), ($1, 'office', $3)",
      [id, `Dear office ${marker}`, `Dear ${marker}`],
    );
    await database.query(
      `insert into admin_activity_log (action_type, admin_id, admin_email, subject_type, subject_id, subject_name, details, address)
     values ('note_added', $2, $3, 'application', $1::text, 'x', $4, '10.0.0.7'),
       ('answers_opened', null, null, 'application', $1::text, $5, null, '203.0.113.77')`,
      [id, staff.staff.adminId, staff.staff.email, JSON.stringify({ name: marker }), `name ${marker}`],
    );
    await database.query(
      "insert into application_notes (application_id, body, author_email) values ($1, $2, 'a@b.example')",
      [id, `Speaks of ${marker}`],
    );
    await database.query(
      "insert into case_tasks (application_id, title, note, done_at, done_by) values ($1, $2, $3, now(), $4)",
      [id, `Call ${marker}`, `At ${marker}’s`, staff.staff.email],
    );
    await database.query(
      `insert into undo_offers (admin_id, kind, words, records, open_until)
     values ($1, 'status', 'Set', $2, now() + interval '10 seconds')`,
      [staff.staff.adminId, JSON.stringify([{ id, before: { message: marker }, after: {} }])],
    );
    await database.query("insert into attempts (key, kind, result) values (gen_random_uuid(), 'submit', $1)", [
      JSON.stringify({ id, name: marker }),
    ]);
    await work("mail.send");
    while (await assignWaiting());
    return { id, mark: marker, number: application.applicationNumber, email: application.userEmail, file, staff };
  }

  return { database, applicant: () => applicant, work, dump, filesThere, markedCase };
}
