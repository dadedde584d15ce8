import { beforeEach, describe, expect, test } from "vitest";
import { setOwner } from "~/accounts/owners/set-owned.server";
import { applicationStatuses } from "~/db/schema/values";
import { Applicant, recordOf, whileRefused, wholeOf } from "../../../../test/harness/applicants/in-process";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { deleteDraft } from "../delete-draft.server";

const database = testDatabase();
let applicant: Applicant;
beforeEach(() => {
  applicant = new Applicant(database);
});

const addFile = async (id: string, key: string) =>
  database.query(
    `insert into documents (application_id, document_type, document_name, storage_key, byte_size, content_type, sha256)
     values ($1, 'passport_copy', 'passport.pdf', $2, 10, 'application/pdf', repeat('0', 64))`,
    [id, key],
  );
const remove = (id: string, as = applicant) => deleteDraft(as.context(id), id);
const of = (table: string, id: string) => database.query(`select 1 from ${table} where application_id = $1`, [id]);

test("an applicant can delete a draft: answers, step rows and every browser's access are deleted, and the cookie expires", async () => {
  const id = await applicant.start();
  await applicant.fillIn(id);
  await applicant.changeBrowser(id);
  const deleted = await remove(id);
  expect(deleted).toMatchObject({ ok: true });
  expect(deleted.ok && deleted.cookie).toMatch(/application-.*Max-Age=0/);
  expect(await database.query("select 1 from visa_applications where id = $1", [id])).toEqual([]);
  for (const table of ["applicant_information", "security_questionnaire", "application_holders"])
    expect([table, await of(table, id)]).toEqual([table, []]);
});

test("a draft's files are deleted, and their bytes by one job each after the commit; other applications keep theirs", async () => {
  const [id, otherId] = [await applicant.start(), await applicant.start()];
  await addFile(id, `${id}/one`);
  await addFile(id, `${id}/two`);
  await addFile(otherId, `${otherId}/mine`);
  await remove(id);
  expect(await of("documents", id)).toEqual([]);
  expect(await of("documents", otherId)).toHaveLength(1);
  const removed = await database.enqueued("documents.remove-bytes");
  expect(removed).toHaveLength(2);
  expect(removed).toEqual(expect.arrayContaining([{ storageKey: `${id}/one` }, { storageKey: `${id}/two` }]));
});

test("a deleted draft's mails stay in the log without an application", async () => {
  const email = "mails.stay@mail.example";
  const id = await applicant.start(email);
  await remove(id);
  expect(
    await database.query("select application_id as of from email_notifications where recipient_email = $1", [email]),
  ).toEqual([{ of: null }]);
});

test("the record of a deletion has the number, the count of files and the IP, and outlives the draft", async () => {
  const id = await applicant.start();
  await addFile(id, `${id}/three`);
  const [row] = await database.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  await remove(id);
  expect(await recordOf(database, id)).toEqual([
    {
      action: "draft_deleted_by_applicant",
      subject: "application",
      admin: null,
      details: { number: row?.number, files: 1 },
      address: applicant.address,
    },
  ]);
});

test.each(["admin_activity_log", "documents"])("a failed write of %s leaves the draft and its files", async (table) => {
  const id = await applicant.start();
  await addFile(id, `${id}/${table}`);
  const [before, jobs] = [await wholeOf(database, id), await database.enqueued("documents.remove-bytes")];
  await expect(whileRefused(database, table, () => remove(id))).rejects.toThrow();
  expect(await wholeOf(database, id)).toEqual(before);
  expect(await database.enqueued("documents.remove-bytes")).toEqual(jobs);
});

describe("permission to delete a draft", () => {
  test("a stranger and a browser with access to another draft can't delete it", async () => {
    const id = await applicant.start();
    const otherApplicant = new Applicant(database);
    const otherId = await otherApplicant.start();
    expect(await remove(id, otherApplicant)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await deleteDraft(otherApplicant.context(otherId), id)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await of("application_holders", id)).toHaveLength(1);
  });

  test("a browser whose access has just expired can't delete it", async () => {
    const id = await applicant.start();
    await database.query("update application_holders set expires_at = now() where application_id = $1", [id]);
    expect(await remove(id)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await of("application_holders", id)).toHaveLength(1);
  });

  test("deleting a draft a second time is refused", async () => {
    const id = await applicant.start();
    await remove(id);
    expect(await remove(id)).toMatchObject({ ok: false, reason: "forbidden" });
  });
});

test.each(applicationStatuses.filter((status) => status !== "draft"))(
  "an application that is %s can't be deleted",
  async (status) => {
    const id = await applicant.start();
    await database.query(
      "update visa_applications set status = $2::application_status, submitted_at = now() where id = $1",
      [id, status],
    );
    const before = await wholeOf(database, id);
    expect(await remove(id)).toMatchObject({ ok: false, reason: "closed" });
    expect(await wholeOf(database, id)).toEqual(before);
  },
);

test("deleting a draft deletes staff's undo offers for it", async () => {
  const id = await applicant.start();
  const staff = await staffMember(database, "regular_admin");
  expect(await setOwner("application", staff, { ids: [id], owner: "me" })).toMatchObject({ ok: true, changed: 1 });
  expect(await database.query("select 1 from undo_offers")).toHaveLength(1);
  await remove(id);
  expect(await database.query("select 1 from undo_offers")).toEqual([]);
});
