import { existsSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { followLink } from "~/applications/access/follow-link.server";
import { calendarLongDate, daysAfter, nassauDay } from "~/core/time";
import { registerDocuments } from "~/documents/discard.server";
import { compose } from "~/mail/templates";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { form } from "../../../test/harness/http-client";
import { browserWith, draftOf, linkTo, mailsOf } from "../../../test/harness/in-process/draft";
import { runJob } from "../../../test/harness/in-process/jobs";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { pathOf, storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { beginErasureList, readErasureList } from "../erasure/erasure-list.server";

const database = testDatabase();
const nights = nightsIn(database);
const day = 86_400_000;
beforeEach(async () => {
  for (const table of ["documents", "visa_applications", "email_notifications", "limit_counts"])
    await database.query(`delete from ${table}`);
});

/** Sets the last save to so many days ago. */
const saved = (id: string, old: string) => nights.age("visa_applications", "last_updated_at", id, old);
const isThere = (id: string) => nights.isThere("visa_applications", id);
const notifications = async (draft: { id: string }) =>
  (await mailsOf(database, draft)).filter((mail) => mail.startsWith("draft_deletion")).length;

test("[V-RET-2] a draft is deleted 90 days after its last save with everything attached; one of 89 days stays", async () => {
  registerDocuments();
  const applicant = new Applicant(database);
  const [old, young] = [await applicant.start(), await applicant.start()];
  await applicant.fillIn(old, { passport_info: { passportNumber: "KEPT12345" } });
  const file = await storedFile(old);
  await database.query("insert into passport_readings (document_id, application_id) values ($1, $2)", [file.id, old]);
  await database.query("insert into document_hints (document_id, code) values ($1, 'blurred')", [file.id]);
  await database.query("update documents set created_at = now() - interval '91 days'");
  await saved(old, "90 days 2 hours");
  await saved(young, "89 days 22 hours");
  expect(await nights.run()).toMatchObject({ drafts: 1 });
  expect([await isThere(old), await isThere(young)]).toEqual([false, true]);
  for (const table of [
    "applicant_information",
    "passport_information",
    "application_holders",
    "documents",
    "data_keys",
    "passport_readings",
  ])
    expect(await nights.isThere(table, old, "application_id"), table).toBe(false);
  expect(await nights.isThere("document_hints", file.id, "document_id")).toBe(false);
  for (const data of await database.enqueued("documents.remove-bytes")) await runJob("documents.remove-bytes", data);
  expect(existsSync(pathOf(file))).toBe(false);
  const [entry] = await database.query(
    "select action_type as action, admin_email as admin, details, subject_name as name from admin_activity_log order by created_at desc limit 1",
  );
  expect(entry).toMatchObject({ action: "draft_deleted_by_schedule", admin: null, details: { files: 1 } });
});

test("[V-RET-2] a deleted draft's mails are deleted too, including queued ones", async () => {
  const applicant = new Applicant(database);
  const [id, waiting] = [await applicant.start("kept.long@mail.example"), await applicant.start("waits@mail.example")];
  await database.query("update email_notifications set status = 'sent', sent_at = now() where application_id = $1", [
    id,
  ]);
  for (const draftId of [id, waiting]) await saved(draftId, "91 days");
  expect(await nights.run()).toMatchObject({ drafts: 2 });
  expect(await database.query("select email_type from email_notifications")).toEqual([]);
});

test("[V-RET-2] a restore deletes a deleted draft again, and no draft whose deletion failed", async () => {
  const [unheld, underHold] = [await draftOf(database, {}), await draftOf(database, {})];
  for (const { id } of [unheld, underHold]) await saved(id, "91 days");
  await database.query(`create function break_off() returns trigger language plpgsql as $$
    begin if old.id = '${underHold.id}' then raise exception 'broken off'; end if; return old; end $$`);
  await database.query(
    "create trigger break_off before delete on visa_applications for each row execute function break_off()",
  );
  await beginErasureList();
  expect(await nights.run()).toMatchObject({ drafts: 1 });
  await database.query("drop trigger break_off on visa_applications");
  const listed = (await readErasureList())?.map(({ id }) => id);
  expect([listed?.includes(unheld.id), listed?.includes(underHold.id)]).toEqual([true, false]);
});

test("[V-RET-2] a withdrawn application that was never submitted is deleted too; a submitted one never is", async () => {
  const withdrawn = await draftOf(database, { status: "withdrawn" });
  const submitted = await draftOf(database, { status: "submitted", submitted_at: new Date() });
  const withdrawnLater = await draftOf(database, { status: "withdrawn", submitted_at: new Date() });
  for (const { id } of [withdrawn, submitted, withdrawnLater]) await saved(id, "3 years");
  await nights.run();
  expect(await isThere(withdrawn.id)).toBe(false);
  expect([await isThere(submitted.id), await isThere(withdrawnLater.id)]).toEqual([true, true]);
});

test("[V-RET-2, V-RET-3] a save, an upload and a redeemed link each restart the period", async () => {
  const applicant = new Applicant(database);
  const [byFile, bySave] = [await applicant.start(), await applicant.start()];
  const byLink = await draftOf(database);
  const nothing = await draftOf(database);
  for (const id of [byFile, bySave, byLink.id, nothing.id]) await saved(id, "100 days");
  expect(
    (await followLink({ address: "203.0.113.7", browser: "Firefox", cookie: "" }, linkTo(byLink), "keep")).ok,
  ).toBe(true);
  await storedFile(byFile);
  const email = (await applicant.found(bySave)).application.userEmail;
  expect((await applicant.save(bySave, { ...form("applicant_info", "Applicant Information", { email }) })).status).toBe(
    200,
  );
  expect(await nights.run()).toMatchObject({ drafts: 1 });
  expect(await Promise.all([byFile, bySave, byLink.id].map(isThere))).toEqual([true, true, true]);
  expect(await isThere(nothing.id)).toBe(false);
});

test("[V-RET-3] after 60 and after 83 days a draft's email gets one mail each, with the day and a private link", async () => {
  const draft = await draftOf(database);
  await saved(draft.id, "59 days 20 hours");
  await nights.run();
  expect(await notifications(draft)).toBe(0);
  await saved(draft.id, "60 days 3 hours");
  expect(await nights.run()).toMatchObject({ "draft-reminders": 1 });
  expect(await nights.run(), "the night after").not.toHaveProperty("draft-reminders");
  expect(await mailsOf(database, draft)).toEqual([`draft_deletion to ${draft.email}`]);
  const [mail] = await database.query<{ data: unknown }>(
    "select template_data as data from email_notifications where email_type = 'draft_deletion'",
  );
  const letter = compose("draft_deletion", mail?.data);
  // Calendar days: a change of daylight saving in between doesn't shift it.
  const deletionDate = calendarLongDate(daysAfter(nassauDay(Date.now() - 60 * day - 3 * 3_600_000), 90));
  expect(letter?.subject).toBe(`Your application ${draft.number} will be deleted on ${deletionDate}`);
  expect(letter?.links).toContain("resume");

  await saved(draft.id, "83 days 3 hours");
  await nights.age("visa_applications", "deletion_told_at", draft.id, "23 days");
  await nights.run();
  await nights.run();
  expect(await notifications(draft)).toBe(2);
});

test("[V-RET-3] a redeemed link restarts the period: 60 and 83 days later the mails are sent again", async () => {
  const draft = await draftOf(database);
  await saved(draft.id, "84 days");
  await nights.run();
  expect(await notifications(draft)).toBe(1);
  const browser = await browserWith(draft);
  const context = { address: "203.0.113.7", browser: "Firefox", cookie: browser.cookie };
  expect((await followLink(context, linkTo(draft), undefined)).ok).toBe(true);
  await nights.run();
  expect(await notifications(draft)).toBe(1);
  // As if that was 61 days ago.
  for (const column of ["last_updated_at", "kept_from", "deletion_told_at"])
    await database.query(`update visa_applications set ${column} = ${column} - interval '61 days' where id = $1`, [
      draft.id,
    ]);
  await nights.run();
  expect(await notifications(draft)).toBe(2);
});

test("[V-RET-3] a missing or refused email gets no mails, and neither does a submitted application", async () => {
  const withoutEmail = await draftOf(database, { user_email: "" });
  const submitted = await draftOf(database, { status: "under_review", submitted_at: new Date() });
  for (const { id } of [withoutEmail, submitted]) await saved(id, "84 days");
  expect(await nights.run()).not.toHaveProperty("draft-reminders");
  expect(await database.query("select 1 from email_notifications")).toEqual([]);
});
