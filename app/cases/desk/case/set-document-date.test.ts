import { beforeEach, describe, expect, test } from "vitest";
import { changesIn } from "~/accounts/activity/lines.server";
import type { StaffContext } from "~/accounts/staff.server";
import { readApplication } from "~/cases/case-data/case.server";
import { daysAfter, nassauDay } from "~/core/time";
import { sentenceOf } from "~/documents/dates/date-rule";
import { todayAround } from "~/form-engine/validate";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { deactivated, entry, recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { draftOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { setDocumentDate } from "./set-document-date.server";

const database = testDatabase();
let staff: StaffContext;
let submitted: { id: string; number: string };
let document: string;

beforeEach(async () => {
  staff = await staffMember(database, "regular_admin");
  const { id: service } = await serviceOf(database, "permit-to-reside");
  submitted = await draftOf(database, { visa_service_id: service });
  await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [
    submitted.id,
  ]);
  document = await file("medical_certificate");
});

async function file(type: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
     values ($1, $2, 'scan.pdf', gen_random_uuid()::text, 'application/pdf', 2000, '') returning id`,
    [submitted.id, type],
  );
  return row?.id ?? "";
}

const today = nassauDay();
const set = (day: string, seen = "", by = staff, of = document) =>
  setDocumentDate(by, { applicationId: submitted.id, document: of, day, seen });
const shown = async () =>
  (await readApplication(submitted.id))?.documents.map(({ date }) => date && [date.day, sentenceOf(date.condition)]);
const recorded = (from: string, to: string) =>
  entry(staff, "document_date_set", "application", {
    ...{ number: submitted.number, document: "Medical certificate", from, to },
  });

describe("[U-AGE-4] the date of a submitted file, set by staff", () => {
  test("it is recorded with from and to, and the case says what follows from it", async () => {
    expect(await shown()).toEqual([[null, expect.stringMatching(/^Please give the date of issue/)]]);
    const old = daysAfter(today, -40);
    expect(await set(old)).toEqual({ ok: true });
    expect(await shown()).toEqual([[old, expect.stringMatching(/^Too old: /)]]);
    expect(await set(today, old)).toEqual({ ok: true });
    expect(await shown()).toEqual([[today, expect.stringMatching(/^Good until /)]]);
    expect(await set("", today)).toEqual({ ok: true });
    const all = await recordOf(database, submitted.id);
    expect(all).toHaveLength(3);
    expect(all).toEqual(expect.arrayContaining([recorded("", old), recorded(old, today), recorded(today, "")]));
    const details = { document: "Medical certificate", from: "2026-05-04", to: "2026-06-01" };
    expect(changesIn("document_date_set", details)).toEqual([
      { field: "Date", from: "May 4, 2026", to: "Jun 1, 2026" },
    ]);
  });

  test("the same date again changes nothing, and another admin’s date is not overwritten unseen", async () => {
    await set("2026-05-04");
    expect(await withoutChange(database, () => set("2026-05-04"))).toEqual({ ok: true });
    expect(await withoutChange(database, () => set("2026-06-01"))).toMatchObject({
      reason: "conflict",
      message: "Someone else has just set a different date, shown on the page. Nothing was changed.",
    });
  });

  test("a date is not stored as the other kind when the rule changes while it is typed", async () => {
    const typed = { applicationId: submitted.id, document, day: today, seen: "", kind: "issued" };
    await database.query(
      "update document_requirements set date_rule = 'trip' where document_type = 'medical_certificate'",
    );
    expect(await withoutChange(database, () => setDocumentDate(staff, typed))).toMatchObject({
      reason: "conflict",
      message: expect.stringContaining("asks for another date"),
    });
    await database.query(
      "update document_requirements set date_rule = 'filing' where document_type = 'medical_certificate'",
    );
    expect(await setDocumentDate(staff, typed)).toEqual({ ok: true });
  });

  test("a file that its applicant has not sent is not found, and a draft’s files have no form", async () => {
    const datable = async () => (await readApplication(submitted.id))?.documents.map(({ isDatable }) => isDatable);
    expect(await datable()).toEqual([true]);
    const [item] = await database.query<{ id: string }>(
      `with r as (insert into case_requests (application_id) values ($1) returning id)
       insert into case_request_items (request_id, application_id, position, kind, name, reason, document_type)
       select id, $1, 0, 'document', 'Medical certificate', 'Old', 'medical_certificate' from r returning id`,
      [submitted.id],
    );
    await database.query("update documents set case_item_id = $2 where id = $1", [document, item?.id]);
    expect(await withoutChange(database, () => set(today))).toMatchObject({ reason: "not-found" });
    await database.query("update documents set case_item_id = null where id = $1", [document]);
    await database.query("update visa_applications set status = 'draft' where id = $1", [submitted.id]);
    expect(await datable()).toEqual([false]);
  });

  test.each([
    [daysAfter(todayAround().latest, 1), "Date of issue can’t be in the future"],
    ["1949-12-31", "Date of issue: please check the year"],
    ["2026-02-30", "Enter a valid date."],
    ["May 4", "Enter a valid date."],
  ])("[U-AGE-5] %s is refused", async (day, message) => {
    expect(await withoutChange(database, () => set(day))).toMatchObject({ reason: "invalid", message });
  });

  test("drafts, files without a rule, files of others and ended accounts are refused", async () => {
    expect(await withoutChange(database, () => set(today, "", staff, crypto.randomUUID()))).toMatchObject({
      reason: "not-found",
    });
    const bank = await file("bank_reference");
    expect(await withoutChange(database, () => set(today, "", staff, bank))).toMatchObject({ reason: "not-found" });
    const ended = await deactivated(database);
    expect(await withoutChange(database, () => set(today, "", ended))).toMatchObject({ reason: "forbidden" });
    await database.query("update visa_applications set status = 'draft' where id = $1", [submitted.id]);
    expect(await withoutChange(database, () => set(today))).toMatchObject({ reason: "closed" });
  });
});
