import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registerDocuments } from "~/documents/discard.server";
import { registerMail } from "~/mail/deliver.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { runJob } from "../../../test/harness/in-process/jobs";
import { markedCases, outbox } from "../../../test/harness/in-process/marked-case";
import { ownDatabase } from "../../../test/harness/in-process/own-database";
import { newInquiry } from "../../../test/harness/in-process/stored-file";
import { eraseApplication, registerErasure, removeLastMails } from "./erase.server";
import { beginErasureList, readErasureList, rememberErasure } from "./erasure-list.server";

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

const { work, dump, markedCase } = markedCases(database, () => applicant);

describe("beside the rows of an application", () => {
  test("[V-ERASE-5] an entry that was being written at that moment is cleaned after it", async () => {
    const { id, mark } = await markedCase();
    await eraseApplication(id, "request");
    await database.query(
      `insert into admin_activity_log (action_type, subject_type, subject_id, subject_name, details)
       values ('late', 'application', $1, 'x', $2)`,
      [id, JSON.stringify({ name: mark })],
    );
    await work("privacy.erase-late");
    expect(await dump()).not.toContain(mark);
  });

  test("[V-ERASE-7] the inquiry that it was made from stands in the list by itself; what a hold kept does not", async () => {
    const { id } = await markedCase();
    const inquiry = await newInquiry();
    await database.query("update visa_applications set inquiry_id = $2 where id = $1", [id, inquiry]);
    await database.query(
      "insert into legal_holds (application_id, reason, placed_by) values ($1, 'A claim', 'a@b.example')",
      [id],
    );
    await rememberErasure({ id, kind: "application", at: new Date().toISOString() });
    expect(await eraseApplication(id, "request")).toBe(false);
    expect((await readErasureList())?.some((one) => one.id === id)).toBe(false);
    await database.query("delete from legal_holds");
    expect(await eraseApplication(id, "request")).toBe(true);
    expect((await readErasureList())?.filter((one) => [id, inquiry].includes(one.id)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["application", "inquiry"]),
    );
    expect(await database.query("select from visa_inquiries where id = $1", [inquiry])).toEqual([]);
  });

  test("[V-ERASE-5] of a reader of the newsletter no mail, link or job is left", async () => {
    const email = `reader${Date.now()}@mail.example`;
    const [row] = await database.query<{ id: string }>(
      "insert into newsletter_subscribers (email) values ($1) returning id",
      [email],
    );
    for (const kind of ["newsletter_opt_in", "data_link"])
      await database.query(
        `insert into email_notifications (email_type, template_name, recipient_email, subject, message_id, status)
         values ($1, $1, $2, 'x', gen_random_uuid()::text, 'sent')`,
        [kind, email],
      );
    await database.query("insert into data_links (email) values ($1)", [email]);
    await runJob("privacy.erase", { kind: "subscriber", id: row?.id });
    await work("mail.send");
    expect(await dump()).not.toContain(email);
  });

  test("[V-ERASE-9] a last mail in the folder of the outbox is removed an hour after it was written", async () => {
    const { id } = await markedCase();
    await eraseApplication(id, "request");
    await work("mail.send");
    const last = () => readdirSync(outbox).filter((name) => name.includes("-data_erased-"));
    await removeLastMails();
    expect(last().length).toBeGreaterThan(0);
    const before = new Date(Date.now() - 3_601_000);
    for (const name of last()) utimesSync(join(outbox, name), before, before);
    await removeLastMails();
    expect(last()).toEqual([]);
  });
});

// The folder of the outbox may not be there before the first mail.
mkdirSync(outbox, { recursive: true });
writeFileSync(join(outbox, ".keep"), "");
