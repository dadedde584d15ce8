import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { requestEmailChange } from "~/applications/access/change/ask.server";
import { Case } from "~/cases/fees/desk/tests/cases";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { db } from "~/db/client.server";
import { registerDocuments } from "~/documents/discard.server";
import { attachToInquiry } from "~/documents/unattached.server";
import { saveNotes } from "~/inquiries/desk/notes/save-notes.server";
import { sendReply } from "~/inquiries/desk/replies/send-reply.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { draftOf, submitted } from "../../../test/harness/in-process/draft";
import { addressIn, heldDraft, newAddress } from "../../../test/harness/in-process/email-change";
import { runJob } from "../../../test/harness/in-process/jobs";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { staffMember } from "../../../test/harness/in-process/staff";
import { browser, newInquiry, pathOf, storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { retentionStateOf } from "../erasure/retain-until.server";
import { kinds } from "./kinds.server";

const database = testDatabase();
const nights = nightsIn(database);
let by: StaffContext;
beforeAll(async () => {
  registerDocuments();
  by = await staffMember(database);
});
beforeEach(async () => {
  for (const table of ["documents", "ledger_entries", "visa_applications", "visa_inquiries", "email_notifications"])
    await database.query(`delete from ${table}`);
  for (const table of ["kept_receipts", "limit_counts"]) await database.query(`delete from ${table}`);
});
const inquiryThere = (id: string) => nights.isThere("visa_inquiries", id);
const caseThere = (id: string) => nights.isThere("visa_applications", id);

describe("[V-RET-4] an inquiry", () => {
  test("an inquiry is deleted with its files after 24 months; one a day younger stays", async () => {
    const [old, young] = [await newInquiry(), await newInquiry()];
    const file = await storedFile(null);
    await db.transaction((tx) => attachToInquiry(tx, browser, [file.id], old));
    await nights.age("visa_inquiries", "created_at", old, "24 months 2 hours");
    await nights.age("visa_inquiries", "created_at", young, "23 months 27 days");
    expect(await nights.run()).toMatchObject({ inquiries: 1 });
    expect([await inquiryThere(old), await inquiryThere(young)]).toEqual([false, true]);
    expect(await nights.isThere("data_keys", old, "inquiry_id")).toBe(false);
    for (const data of await database.enqueued("documents.remove-bytes")) await runJob("documents.remove-bytes", data);
    expect(existsSync(pathOf(file))).toBe(false);
  });

  test.each([
    ["changed its notes", (inquiryId: string) => saveNotes(by, { inquiryId, notes: "Called", revision: "0" })],
    ["answered", (inquiryId: string) => sendReply(by, { inquiryId, reply: crypto.randomUUID(), text: "Yes." })],
  ])("an inquiry that staff %s stays for as long from then on", async (_, act) => {
    const id = await newInquiry();
    await nights.age("visa_inquiries", "created_at", id, "3 years");
    expect(await act(id)).toMatchObject({ ok: true });
    await nights.run();
    expect(await inquiryThere(id)).toBe(true);
    for (const column of ["updated_at", "answered_at"])
      await database.query(`update visa_inquiries set ${column} = ${column} - interval '25 months' where id = $1`, [
        id,
      ]);
    await database.query("update inquiry_replies set created_at = created_at - interval '25 months'");
    await nights.run();
    expect(await inquiryThere(id)).toBe(false);
  });
});

test("[V-RET-5] a new email that was not confirmed in 7 days is deleted, from step 1 too", async () => {
  const myDraft = await heldDraft(database, { email_confirmed_at: new Date() });
  const otherEmail = newAddress();
  await requestEmailChange(myDraft.context, myDraft.draft.id, otherEmail);
  await nights.age("application_email_changes", "mailed_at", myDraft.draft.id, "6 days 22 hours", "application_id");
  expect(await nights.run()).not.toHaveProperty("email-changes");
  await nights.age("application_email_changes", "mailed_at", myDraft.draft.id, "7 days 3 hours", "application_id");
  const saved = "select last_updated_at as at from visa_applications where id = $1";
  const before = await database.query(saved, [myDraft.draft.id]);
  expect(await nights.run()).toMatchObject({ "email-changes": 1 });
  const now = await addressIn(database, myDraft.draft.id);
  expect(now).toMatchObject({ waits: null, email: myDraft.draft.email });
  expect(await database.query(saved, [myDraft.draft.id]), "it is no save").toEqual(before);
  const texts = await database.query<{ text: string }>(
    "select metadata::text as text from visa_applications where id = $1",
    [myDraft.draft.id],
  );
  expect(texts[0]?.text).not.toContain(otherEmail);
});

/** A case decided so long ago. */
async function decided(status: "approved" | "denied" | "withdrawn", old: string) {
  const made = await draftOf(database, { ...submitted, total_amount_due: "385" });
  const set = await setStatus(by, { applicationId: made.id, status, message: "It is so.", sure: "yes" });
  expect(set).toMatchObject({ ok: true });
  await nights.age("application_status_history", "created_at", made.id, old, "application_id");
  return made;
}

/** The cases that are due at this time. */
async function dueAt(time: string): Promise<string[]> {
  const kind = kinds.find((candidate) => candidate.kind === "applications");
  if (!kind) throw new Error("There is no such kind");
  const { rows } = await db.execute<{ id: string }>(kind.due(sql`${time}::timestamptz`));
  return rows.map(({ id }) => id);
}

describe("[V-RET-9] a submitted application", () => {
  test.each(["approved", "denied", "withdrawn"] as const)(
    "an application is deleted 7 years after it was %s, and not a day before",
    async (status) => {
      const [old, young] = [await decided(status, "7 years 2 hours"), await decided(status, "6 years 364 days")];
      expect(await nights.run()).toMatchObject({ applications: 1 });
      expect([await caseThere(old.id), await caseThere(young.id)]).toEqual([false, true]);
    },
  );

  test("an application without a decision, or whose decision was undone or replaced, stays", async () => {
    const open = await draftOf(database, submitted);
    await nights.age("visa_applications", "submitted_at", open.id, "12 years");
    await nights.age("visa_applications", "last_updated_at", open.id, "12 years");
    const again = await decided("denied", "9 years");
    await setStatus(by, { applicationId: again.id, status: "under_review", message: "Anew.", sure: "yes" });
    const later = await decided("denied", "9 years");
    await setStatus(by, { applicationId: later.id, status: "approved", message: "On appeal.", sure: "yes" });
    expect(await nights.run()).not.toHaveProperty("applications");
    expect(await Promise.all([open, again, later].map(({ id }) => caseThere(id)))).toEqual([true, true, true]);
  });

  test("an application decided on a leap day is deleted on the announced day, and not a minute before", async () => {
    const leap = await decided("approved", "1 day");
    await database.query(
      "update application_status_history set created_at = '2024-02-29T12:00-05:00' where application_id = $1",
      [leap.id],
    );
    expect(await retentionStateOf(db, leap.id)).toEqual({ is: "kept", until: "2031-02-28" });
    expect(await dueAt("2031-02-28T11:59-05:00")).not.toContain(leap.id);
    expect(await dueAt("2031-02-28T12:00-05:00")).toContain(leap.id);
  });

  test("an application whose decision is missing from its history is deleted on the announced day too", async () => {
    const { id } = await draftOf(database, { ...submitted, status: "denied" });
    await nights.age("visa_applications", "last_updated_at", id, "6 years 364 days");
    expect(await retentionStateOf(db, id)).toMatchObject({ is: "kept" });
    expect(await nights.run()).not.toHaveProperty("applications");
    await nights.age("visa_applications", "last_updated_at", id, "7 years 2 hours");
    expect(await retentionStateOf(db, id)).toEqual({ is: "free" });
    expect(await nights.run()).toMatchObject({ applications: 1 });
  });

  test("an application is deleted with everything: record, files, messages, mails and its key", async () => {
    const applicant = new Applicant(database);
    const id = await applicant.ready({ passport_info: { passportNumber: "SEVEN7777" } });
    expect(await applicant.submit(id)).toMatchObject({ ok: true });
    const file = await storedFile(id);
    await database.query("insert into case_messages (application_id, side, body) values ($1, 'applicant', 'Hello')", [
      id,
    ]);
    await setStatus(by, { applicationId: id, status: "approved", message: "Welcome.", sure: "yes" });
    await database.query("update email_notifications set status = 'sent'");
    await database.query(
      "insert into opened_records (admin_id, subject_type, subject_id, opened_at) values ($1, 'application', $2, now())",
      [by.staff.adminId, id],
    );
    await nights.age("application_status_history", "created_at", id, "7 years 1 day", "application_id");
    const { rows } = {
      rows: await database.query<{ table: string }>(
        "select table_name as table from information_schema.columns where column_name = 'application_id' and table_schema = 'public' and table_name not in (select table_name from information_schema.views)",
      ),
    };
    expect(rows.length).toBeGreaterThan(20);
    expect(await nights.run()).toMatchObject({ applications: 1 });
    for (const { table } of rows) expect(await nights.isThere(table, id, "application_id"), table).toBe(false);
    expect(await nights.isThere("opened_records", id, "subject_id")).toBe(false);
    for (const data of await database.enqueued("documents.remove-bytes")) await runJob("documents.remove-bytes", data);
    expect(existsSync(pathOf(file))).toBe(false);
    const [application] = await database.query("select number, kind from erasures where id = $1", [id]);
    expect(application).toMatchObject({ kind: "application" });
  });
});

test("[V-RET-10] receipt numbers, dates and amounts of its ledger stay, and no number is missing", async () => {
  const pay = (id: string, amount: string, paidOn: string) =>
    new Case(database, by, { id, number: "", email: "" }).pay(amount, { paidOn, reference: "Maria Santos" });
  const made = await decided("denied", "1 day");
  const next = await draftOf(database, { ...submitted, total_amount_due: "385" });
  await pay(made.id, "185.00", "2026-11-02");
  await pay(next.id, "50.00", "2026-11-03");
  await pay(made.id, "15.00", "2026-11-04");
  await nights.age("application_status_history", "created_at", made.id, "7 years 1 day", "application_id");
  expect(await nights.run()).toMatchObject({ applications: 1 });
  const retained = await database.query<{ row: object }>(
    "select to_jsonb(k) as row from kept_receipts k order by receipt_number",
  );
  expect(retained.map(({ row }) => row)).toMatchObject([
    { day: "2026-11-02", amount: 185 },
    { day: "2026-11-04", amount: 15 },
  ]);
  expect(Object.keys(retained[0]?.row ?? {}).toSorted()).toEqual(["amount", "day", "kind", "receipt_number"]);
  const all = await database.query<{ n: string }>(
    `select right(receipt_number, 6) as n from ledger_entries where receipt_number is not null
     union select right(receipt_number, 6) from kept_receipts order by 1`,
  );
  const numbers = all.map(({ n }) => Number(n));
  expect(numbers).toEqual([0, 1, 2].map((more) => (numbers[0] ?? 0) + more));
  // Continues with the next one.
  await pay(next.id, "1.00", "2026-11-05");
  const [last] = await database.query<{ n: string }>("select max(right(receipt_number, 6)) as n from ledger_entries");
  expect(Number(last?.n)).toBe((numbers[2] ?? 0) + 1);
});
