import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { config } from "~/config.server";
import { recordActivity } from "~/core/activity.server";
import { db } from "~/db/client.server";
import { outboxFile } from "~/mail/transport.server";
import { draftOf, submitted } from "../../../test/harness/in-process/draft";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { restrictedCase } from "../../../test/harness/in-process/restricted";
import { openSession, sessionsOf, staffMember } from "../../../test/harness/in-process/staff";
import { documentOf, newInquiry, storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();
const nights = nightsIn(database);
beforeEach(async () => {
  for (const table of ["documents", "visa_applications", "visa_inquiries", "email_notifications", "attempts"])
    await database.query(`delete from ${table}`);
  for (const table of ["limit_counts", "undo_offers", "admin_activity_log"])
    await database.query(`delete from ${table}`);
});
const left = async (table: string, column: string) =>
  (await database.query<{ name: string }>(`select ${column}::text as name from ${table} order by 1`)).map(
    ({ name }) => name,
  );
const key = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

describe("short-lived data", () => {
  test("expired access of browsers is deleted; access that lasts another minute stays", async () => {
    const { id } = await draftOf(database);
    await database.query(
      `insert into application_holders (token_hash, application_id, expires_at) values
       ('a minute ago', $1, now() - interval '1 minute'), ('another minute', $1, now() + interval '1 minute')`,
      [id],
    );
    expect(await nights.run()).toMatchObject({ "browser-rights": 1 });
    expect(await left("application_holders", "token_hash")).toEqual(["another minute"]);
  });

  test("limits whose window has ended and day-old idempotency keys are deleted", async () => {
    await database.query(
      `insert into limit_counts (key, count, window_ends) values
       ('over', 5, now() - interval '1 second'), ('open', 5, now() + interval '1 minute')`,
    );
    await database.query(
      `insert into attempts (key, kind, result, created_at) values
       ($1, 'start', '{}', now() - interval '26 hours'), ($2, 'submit', '{}', now() - interval '22 hours')`,
      [key(1), key(2)],
    );
    expect(await nights.run()).toMatchObject({ limits: 1, attempts: 1 });
    expect([await left("limit_counts", "key"), await left("attempts", "key")]).toEqual([["open"], [key(2)]]);
  });

  test("only ended sign-ins are deleted", async () => {
    const { staff } = await staffMember(database);
    await openSession(database, staff.userId, -1);
    const stays = await openSession(database, staff.userId, 60);
    await nights.run();
    expect(await sessionsOf(database, staff.userId)).toEqual([stays]);
  });

  test("[C-MSG-3] files not yet sent with an inquiry or a message are deleted after a day, those of an inquiry are not", async () => {
    const { id } = await draftOf(database, submitted);
    const inquiryId = await newInquiry();
    const [old, recent, sent, withTypedName] = [
      await storedFile(null),
      await storedFile(null),
      await storedFile(null),
      await storedFile(id),
    ];
    await database.query(
      "update documents set inquiry_id = $2, created_at = now() - interval '27 hours' where id = $1",
      [sent.id, inquiryId],
    );
    await database.query("update documents set document_type = 'message_draft' where id = $1", [withTypedName.id]);
    for (const { id: file } of [old, withTypedName]) await nights.age("documents", "created_at", file, "27 hours");
    await nights.age("documents", "created_at", recent.id, "22 hours");
    expect(await nights.run()).toMatchObject({ "waiting-files": 2 });
    for (const { id: file } of [recent, sent]) expect(await documentOf(file)).toBeTruthy();
    for (const { id: file } of [old, withTypedName]) await expect(documentOf(file)).rejects.toThrow("no such document");
  });
});

test("[V-RET-5] an unconfirmed newsletter email is deleted after 7 days, a confirmed one never", async () => {
  await database.query("delete from newsletter_subscribers");
  await database.query(
    `insert into newsletter_subscribers (email, confirmed_at, created_at) values
     ('stays@mail.test', now(), now() - interval '90 days'), ('fresh@mail.test', null, now() - interval '6 days 21 hours'),
     ('stale@mail.test', null, now() - interval '7 days 3 hours')`,
  );
  expect(await nights.run()).toMatchObject({ "newsletter-addresses": 1 });
  expect(await left("newsletter_subscribers", "email")).toEqual(["fresh@mail.test", "stays@mail.test"]);
});

test("[V-RET-6] views are deleted after 13 months, and the analytics count the remaining ones", async () => {
  const [service] = await database.query<{ id: string }>("select id from visa_services limit 1");
  const view =
    "insert into visa_service_views (service_id, session_id, viewed_at) values ($1, $2, now() - $3::interval)";
  const counted = async () =>
    (
      await database.query<{ n: string }>(
        "select coalesce(sum(n), 0) as n from row_counts where subject = 'views' and key = $1",
        [service?.id],
      )
    )[0]?.n;
  for (const old of ["13 months 1 day", "14 months", "12 months 29 days", "1 hour"])
    await database.query(view, [service?.id, crypto.randomUUID(), old]);
  expect(await counted()).toBe("4");
  expect(await nights.run()).toMatchObject({ views: 2 });
  expect(await counted()).toBe("2");
});

/** Inserts a sent mail; returns its row. */
async function mailOf(old: string, more: Record<string, unknown> = {}) {
  const texts = {
    ...{ recipient_email: "maria@mail.example", recipient_name: "Maria", subject: "Your application" },
    ...{ email_type: "status_update", template_name: "status_update", template_data: { name: "Maria" } },
    ...{ message_id: crypto.randomUUID(), status: "delivered", error_message: "to maria@mail.example", ...more },
  };
  const names = Object.keys(texts);
  const [row] = await database.query<{ id: string; kind: string; createdAt: Date }>(
    `insert into email_notifications (${names}, created_at, sent_at)
     values (${names.map((_, index) => `$${index + 1}`)}, now() - '${old}'::interval, now() - '${old}'::interval)
     returning id, email_type as kind, created_at as "createdAt"`,
    Object.values(texts),
  );
  if (!row) throw new Error("no mail");
  const folder = join(config.dataDir, "outbox");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, outboxFile(row)), "Dear Maria");
  return { ...row, file: join(folder, outboxFile(row)) };
}

describe("[V-RET-7] a mail in the log", () => {
  test("after 12 months it loses text, data, subject, recipient and its file; kind, status and times stay", async () => {
    const { id: applicationId } = await draftOf(database, submitted);
    const [old, young] = [
      await mailOf("12 months 3 hours", { application_id: applicationId }),
      await mailOf("11 months 28 days", { application_id: applicationId }),
    ];
    expect(await nights.run()).toMatchObject({ "mail-texts": 1 });
    const [row] = await database.query("select * from email_notifications where id = $1", [old.id]);
    expect(row).toMatchObject({ email_type: "status_update", status: "delivered", sent_at: old.createdAt });
    expect(row).toMatchObject({ template_data: {}, subject: "", error_message: null });
    expect(row).toMatchObject({ recipient_name: "", recipient_email: "" });
    expect([existsSync(old.file), existsSync(young.file)]).toEqual([false, true]);
    const [retained] = await database.query("select * from email_notifications where id = $1", [young.id]);
    expect(retained).toMatchObject({ subject: "Your application", template_data: { name: "Maria" } });
    expect(await nights.run(), "once").not.toHaveProperty("mail-texts");
  });

  test("a queued mail keeps them", async () => {
    await mailOf("13 months", { status: "pending" });
    expect(await nights.run()).not.toHaveProperty("mail-texts");
    expect(await readdir(join(config.dataDir, "outbox"))).not.toEqual([]);
  });
});

describe("[V-RET-8] entries of the record after 12 months", () => {
  const entryOf = async (subjectName: string, old: string) => {
    await recordActivity(db, null, { actionType: "application_opened", subjectName, address: "203.0.113.9" });
    const [row] = await database.query<{ id: string }>(
      "update admin_activity_log set created_at = now() - $2::interval where subject_name = $1 and created_at > now() - interval '1 minute' returning id",
      [subjectName, old],
    );
    return row?.id ?? "";
  };
  const addressOf = async (id: string) =>
    (await database.query<{ address: string | null }>("select address from admin_activity_log where id = $1", [id]))[0];

  test("entries lose their IP and stay as long as their application; others are deleted", async () => {
    const { number } = await draftOf(database, submitted);
    const ofCase = await entryOf(number, "12 months 3 hours");
    const ofNothing = await entryOf("US tourist visa", "12 months 3 hours");
    const ofDeleted = await entryOf("BV19-0000-0000", "3 years");
    const young = await entryOf("Bahamian e-Visa", "11 months 27 days");
    expect(await nights.run()).toMatchObject({ "record-addresses": 3, "record-entries": 2 });
    expect(await addressOf(ofCase)).toEqual({ address: null });
    expect([await addressOf(ofNothing), await addressOf(ofDeleted)]).toEqual([undefined, undefined]);
    expect(await addressOf(young)).toEqual({ address: "203.0.113.9" });
    await restrictedCase(database, number, "2040-01-01");
    await database.query("delete from visa_applications");
    await nights.run();
    expect(await addressOf(ofCase), "it is restricted").toEqual({ address: null });
    await database.query("delete from restricted_cases");
    await nights.run();
    expect(await addressOf(ofCase), "the night after its application went").toBeUndefined();
  });
});

test("[X-IMPORT-13] the file of an import that nobody started is deleted after seven days, and the import is canceled", async () => {
  const chosen = (id: string, days: number) =>
    database.query(
      `insert into client_imports (id, file_name, storage_key, file_key, file_key_by, byte_size, encoding, separator, made_by, created_at)
       values ($1::uuid, 'a.csv', 'imports/' || $1 || '.csv', 'key', 'by', 9, 'utf-8', ',', 'a@lucaya.example', now() - make_interval(days => $2))`,
      [id, days],
    );
  await chosen(key(1), 8);
  await chosen(key(2), 6);
  expect(await nights.run()).toMatchObject({ "import-files": 1 });
  expect(await database.query("select state, storage_key, file_key from client_imports order by id")).toEqual([
    { state: "called_off", storage_key: null, file_key: null },
    { state: "checked", storage_key: `imports/${key(2)}.csv`, file_key: "key" },
  ]);
  expect(await database.enqueued("documents.remove-bytes")).toContainEqual({ storageKey: `imports/${key(1)}.csv` });
});
