import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { registered } from "~/jobs/registry.server";
import { runJob } from "../../../test/harness/in-process/jobs";
import { markedCases, outbox } from "../../../test/harness/in-process/marked-case";
import { madeFrom, newInquiry } from "../../../test/harness/in-process/stored-file";
import { eraseApplication, removeLastMails } from "./erase.server";
import { readErasureList, rememberErasure } from "./erasure-list.server";

const { database, applicant, work, dump, markedCase } = markedCases();

describe("data outside the rows of an application", () => {
  test("[V-ERASE-5] an entry written during the erasure is cleaned afterwards", async () => {
    const { id, mark: marker } = await markedCase();
    await eraseApplication(id);
    await database.query(
      `insert into admin_activity_log (action_type, subject_type, subject_id, subject_name, details)
       values ('late', 'application', $1, 'x', $2)`,
      [id, JSON.stringify({ name: marker })],
    );
    await work("privacy.erase-late");
    expect(await dump()).not.toContain(marker);
  });

  test("[V-ERASE-7] the inquiry of an application is listed separately, and what a legal hold kept is not listed", async () => {
    const { id } = await markedCase();
    const inquiry = await newInquiry();
    await madeFrom(inquiry, id);
    await database.query(
      "insert into legal_holds (application_id, reason, placed_by) values ($1, 'A claim', 'a@b.example')",
      [id],
    );
    await rememberErasure({ id, kind: "application", at: new Date().toISOString() });
    expect(await eraseApplication(id)).toBe(false);
    expect((await readErasureList())?.some((entry) => entry.id === id)).toBe(false);
    await database.query("delete from legal_holds");
    expect(await eraseApplication(id)).toBe(true);
    expect(
      (await readErasureList())?.filter((entry) => [id, inquiry].includes(entry.id)).map(({ kind }) => kind),
    ).toEqual(expect.arrayContaining(["application", "inquiry"]));
    expect(await database.query("select from visa_inquiries where id = $1", [inquiry])).toEqual([]);
  });

  test("[V-ERASE-5] queued mails and mails to a former email are erased", async () => {
    const { id, number, email } = await markedCase();
    const former = `former${Date.now()}@mail.example`;
    const mail = (kind: string, to: string, status: string, data: object, of: string | null = null) =>
      database.query(
        `insert into email_notifications (email_type, template_name, recipient_email, subject, message_id, status, template_data, application_id)
         values ($1, $1, $2, 'x', gen_random_uuid()::text, $3, $4, $5)`,
        [kind, to, status, JSON.stringify(data), of],
      );
    await mail("resume_link", former, "sent", {}, id);
    await mail("all_links", former, "sent", { email: former });
    await mail("data_link", former, "pending", {});
    await mail("erasure_confirm", email, "pending", { covers: [`Application ${number}, Bahamian e-Visa`] });
    await database.query("insert into data_links (email) values ($1)", [former]);
    // Somebody else's application, which the desk mailed by mistake.
    const otherId = await applicant().start(`other${Date.now()}@mail.example`);
    const { application } = await applicant().found(otherId);
    await mail("resume_link", application.userEmail, "sent", {}, id);
    await mail("all_links", application.userEmail, "sent", { email: application.userEmail });
    expect(await eraseApplication(id)).toBe(true);
    await work("mail.send");
    const after = await dump();
    expect(after).not.toContain(former);
    expect(after).not.toContain(`Application ${number}`);
    expect(
      await database.query("select from email_notifications where recipient_email = $1 and email_type = 'all_links'", [
        application.userEmail,
      ]),
    ).toHaveLength(1);
  });

  test("[V-ERASE-5] no mail, link or job of a newsletter subscriber remains", async () => {
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

  test("[V-ERASE-7] an erasure that fails after it was written to the list doesn't count as listed", async () => {
    const { id } = await markedCase();
    await database.query(`create function break_off() returns trigger language plpgsql as $$
      begin raise exception 'broken off'; end $$`);
    await database.query(
      `create constraint trigger break_off after insert on erasures deferrable initially deferred
       for each row execute function break_off()`,
    );
    await expect(eraseApplication(id)).rejects.toThrow();
    await database.query("drop trigger break_off on erasures");
    expect((await readErasureList())?.some((entry) => entry.id === id)).toBe(false);
    expect(await database.query("select from visa_applications where id = $1", [id])).toHaveLength(1);
  });

  test("[V-ERASE-7] a draft that its applicant deleted is listed even if the storage was unavailable for a long weekend", () => {
    const { retries, firstWait, maxWait } =
      registered.get("privacy.note-deleted-draft")?.job.retry ?? expect.fail("There is no such job");
    // The queue's minimal delay before each retry.
    const waits = Array.from({ length: retries }, (_, turn) => Math.min(maxWait, firstWait * 2 ** turn));
    const days = waits.reduce((all, wait) => all + wait) / 86_400;
    expect(days).toBeGreaterThan(4);
    // The queue deletes jobs after that.
    expect(days).toBeLessThan(14);
  });

  test("[V-ERASE-9] a last mail in the outbox folder is deleted an hour after it was written", async () => {
    const { id, number } = await markedCase();
    await eraseApplication(id);
    await work("mail.send");
    const last = () =>
      readdirSync(outbox).filter(
        (name) => name.includes("-data_erased-") && readFileSync(join(outbox, name), "latin1").includes(number),
      );
    const setTime = (time: Date) => {
      for (const name of last()) utimesSync(join(outbox, name), time, time);
    };
    // The fake clock doesn't affect the file system.
    setTime(new Date());
    await removeLastMails();
    expect(last().length).toBeGreaterThan(0);
    setTime(new Date(Date.now() - 3_601_000));
    await removeLastMails();
    expect(last()).toEqual([]);
  });
});
