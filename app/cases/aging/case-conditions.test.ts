import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { calendarLongDate } from "~/core/time";
import { sentenceOf } from "~/documents/dates/date-rule";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../test/harness/applicants/listed-steps";
import { inDays } from "../../../test/harness/in-days";
import { insertFile, requireDocuments, ruled } from "../../../test/harness/in-process/dated-documents";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { statusData } from "../applicant-page/status-data.server";
import { readApplication } from "../case-data/case.server";
import { acceptAnswer } from "../requests/checking/decide.server";
import { readRequestForm } from "../requests/desk/requests.server";

const database = testDatabase();
const applicant = new Applicant(database);
let service = "";
let staff: StaffContext;
let id = "";
beforeAll(async () => {
  service = (await serviceOf(database, "canadian-eta")).id;
  staff = await staffMember(database);
  await requireDocuments(database, service, {
    medical: { document_name: "Medical certificate", ...ruled("30 days filing") },
    police: { document_name: "Police certificate", is_required: false, ...ruled("30 days filing") },
    photo: { document_name: "Photographs" },
  });
});
beforeEach(async () => {
  id = await applicant.ready({}, { service });
  await insertFile(database, id, "medical", { issued_on: inDays(-20) });
  await insertFile(database, id, "photo");
  expect(await applicant.submit(id)).toEqual({ ok: true });
});

const long = (days: number) => calendarLongDate(inDays(days));
const set = (columns: string) => database.query(`update visa_applications set ${columns} where id = $1`, [id]);
const datedBefore = (days: number) =>
  database.query("update documents set issued_on = $2 where application_id = $1 and document_type = 'medical'", [
    id,
    inDays(-days),
  ]);

/** What the page and the desk state of the files, in order; null for nothing. */
async function stated() {
  const page = await statusData(await applicant.found(id));
  const desk = await readApplication(id);
  const ofPage = page.documents.map(({ condition }) => condition && sentenceOf(condition));
  const ofDesk = desk?.documents.map(({ date, isStated }) => (date && isStated ? sentenceOf(date.condition) : null));
  expect(ofPage).toEqual(ofDesk?.slice(0, ofPage.length));
  return ofPage;
}
const newer = async () => [...((await readRequestForm(id))?.newer ?? [])];

test("[U-AGE-11] page and desk state each file's condition for today until the case is filed or has a final status", async () => {
  expect(await stated()).toEqual([`Good until ${long(10)}.`, null]);
  await set(`planned_filing_on = '${inDays(11)}'`);
  expect((await stated())[0]).toMatch(/^It will be too old when we file: /);
  await datedBefore(31);
  expect((await stated())[0]).toMatch(/^Too old: /);
  await set(`filed_on = '${inDays(0)}'`);
  expect(await stated()).toEqual([null, null]);
  await set("filed_on = null, status = 'denied'");
  expect(await stated()).toEqual([null, null]);
  await set("status = 'under_review'");
  expect((await stated())[0]).toMatch(/^Too old: /);
  const [mails] = await database.query("select count(*)::int as n from email_notifications where application_id = $1", [
    id,
  ]);
  expect(mails, "no date by itself sends a mail").toEqual({ n: 3 });
});

test("[U-AGE-11] the desk offers to ask for a newer one, with the reason, once for each document that is not asked for", async () => {
  expect([await newer(), (await readApplication(id))?.newer]).toEqual([[], []]);
  await insertFile(database, id, "police", { issued_on: inDays(-90) });
  await set(`planned_filing_on = '${inDays(11)}'`);
  expect((await readApplication(id))?.newer).toEqual(["medical", "police"]);
  const reason = (days: number) => `A newer one is needed: the one you sent was issued on ${long(-days)}.`;
  expect(await newer()).toEqual([
    ["medical", reason(20)],
    ["police", reason(90)],
  ]);
  await database.query(
    `with r as (insert into case_requests (application_id) values ($1) returning id)
     insert into case_request_items (request_id, application_id, position, kind, name, reason, document_type)
     select id, $1, 0, 'document', 'Police certificate', 'Old', 'police' from r`,
    [id],
  );
  expect(await newer()).toEqual([["medical", reason(20)]]);
  await set(`filed_on = '${inDays(0)}'`);
  expect(await newer()).toEqual([]);
});

test("[U-AGE-8, U-AGE-11] a newer file that was sent replaces the old one on the page and at the desk, unless staff refuse it", async () => {
  await datedBefore(31);
  const [sent] = await database.query<{ item: string; answer: string }>(
    `with r as (insert into case_requests (application_id) values ($1) returning id), i as (
       insert into case_request_items (request_id, application_id, position, kind, name, reason, document_type)
       select id, $1, 0, 'document', 'Medical certificate', 'Old', 'medical' from r returning id)
     insert into case_item_answers (item_id, application_id) select id, $1 from i returning item_id as item, id as answer`,
    [id],
  );
  const newer = await insertFile(database, id, "medical", { issued_on: inDays(-1), case_item_id: sent?.item });
  expect((await stated())[0], "not sent yet").toMatch(/^Too old: /);
  await database.query("update documents set case_answer_id = $2 where id = $1", [newer, sent?.answer]);
  expect(await stated()).toEqual([`Issued on ${long(-31)}. The newer one is good until ${long(29)}.`, null]);
  await database.query("update case_item_answers set outcome = 'refused' where id = $1", [sent?.answer]);
  expect((await stated())[0], "refused").toMatch(/^Too old: /);
});

test("[U-AGE-11] staff can accept a file that is too old all the same, and its condition stays stated", async () => {
  await datedBefore(60);
  const [sent] = await database.query<{ item: string; answer: string }>(
    `with r as (insert into case_requests (application_id) values ($1) returning id), i as (
       insert into case_request_items (request_id, application_id, position, kind, name, reason, document_type, state)
       select id, $1, 0, 'document', 'Medical certificate', 'Old', 'medical', 'sent' from r returning id)
     insert into case_item_answers (item_id, application_id) select id, $1 from i returning item_id as item, id as answer`,
    [id],
  );
  await insertFile(database, id, "medical", {
    ...{ issued_on: inDays(-50), case_item_id: sent?.item, case_answer_id: sent?.answer },
  });
  const done = async () => {
    const { requests } = await statusData(await applicant.found(id));
    const condition = requests.done[0]?.answers[0]?.files[0]?.date?.condition;
    return condition && sentenceOf(condition);
  };
  expect(await done()).toMatch(/^Too old: /);
  expect(await acceptAnswer(staff, { applicationId: id, ...sent })).toEqual({ ok: true });
  expect(await done()).toMatch(/^Too old: /);
  await set(`filed_on = '${inDays(0)}'`);
  expect(await done()).toBeUndefined();
});
