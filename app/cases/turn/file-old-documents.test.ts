import { beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { mostDocuments } from "~/catalogue/desk/required/document-rows";
import { calendarLongDate } from "~/core/time";
import { inDays } from "../../../test/harness/in-days";
import { insertFile, requireDocuments, ruled } from "../../../test/harness/in-process/dated-documents";
import { draftOf } from "../../../test/harness/in-process/draft";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { fileCase } from "./file-case.server";

const database = testDatabase();
let staff: StaffContext;
let id = "";
beforeEach(async () => {
  staff = await staffMember(database);
  const [service] = await database.query<{ id: string }>("select id from visa_services where slug = 'uk-transit-visa'");
  await requireDocuments(database, service?.id ?? "", {
    medical: { document_name: "Medical certificate", ...ruled("30 days filing") },
    photo: { document_name: "Photographs", ...ruled("1 months submission") },
    letter: { document_name: "Letter", is_required: false, ...ruled("30 days filing") },
    insurance: { document_name: "Insurance", ...ruled("900 months trip") },
  });
  const submittedAt = new Date(Date.now() - 20 * 86_400_000);
  const columns = { status: "under_review", submitted_at: submittedAt, visa_service_id: service?.id };
  ({ id } = await draftOf(database, columns));
  await insertFile(database, id, "medical", { issued_on: inDays(-40) });
  await insertFile(database, id, "photo", { issued_on: inDays(-25) });
  await insertFile(database, id, "letter", { issued_on: inDays(-400) });
  await insertFile(database, id, "insurance", { expires_on: inDays(1) });
});

const file = (filedOn: string, more: object = {}) => fileCase(staff, { applicationId: id, filedOn, ...more });
const filedOn = async () =>
  (
    await database.query<{ day: string | null }>("select filed_on::text as day from visa_applications where id = $1", [
      id,
    ])
  )[0]?.day;
const old = (name: string, days: number) =>
  `${name} was issued on ${calendarLongDate(inDays(days))}, which is too old for this filing day.`;

test("[U-AGE-12] filing a case with a document that is too old for its day asks first, and only a yes to that question files it", async () => {
  const question = `${old("Medical certificate", -40)} File anyway?`;
  const refused = { ok: false, reason: "conflict", message: question, detail: { question } };
  expect(await file(inDays(0))).toEqual(refused);
  for (const asked of ["", "yes", `${old("Photographs", -40)} File anyway?`])
    expect(await file(inDays(0), { asked })).toEqual(refused);
  expect(await filedOn()).toBeNull();
  // Another document got too old since the question was asked.
  await database.query("update documents set issued_on = $2 where application_id = $1 and document_type = 'photo'", [
    id,
    inDays(-90),
  ]);
  const both = `${old("Medical certificate", -40)} ${old("Photographs", -90)} File anyway?`;
  expect(await file(inDays(0), { asked: question })).toMatchObject({ message: both });
  expect(await filedOn()).toBeNull();
  expect(await file(inDays(0), { asked: both })).toEqual({ ok: true });
  expect(await filedOn()).toBe(inDays(0));
  // The expected day of a filed case and taking it back are no filing.
  expect(await file(inDays(0), { expectedBy: inDays(30) })).toEqual({ ok: true });
  expect(await file("")).toEqual({ ok: true });
});

test("[U-AGE-12] a document is judged for the filing day, and a newer one that staff did not refuse ends the question", async () => {
  expect(await file(inDays(-11))).toEqual({ ok: true });
  expect(await file("")).toEqual({ ok: true });
  expect(await file(inDays(-9))).toMatchObject({ reason: "conflict", detail: { question: expect.any(String) } });
  const [answer] = await database.query<{ item: string; answer: string }>(
    `with r as (insert into case_requests (application_id) values ($1) returning id), i as (
       insert into case_request_items (request_id, application_id, position, kind, name, reason)
       select id, $1, 0, 'document', 'Medical', 'Old' from r returning id)
     insert into case_item_answers (item_id, application_id, outcome) select id, $1, 'refused' from i
     returning item_id as item, id as answer`,
    [id],
  );
  const sent = { issued_on: inDays(-5), case_item_id: answer?.item };
  const unsent = await insertFile(database, id, "medical", sent);
  expect(await file(inDays(0)), "not sent yet").toMatchObject({ reason: "conflict" });
  await database.query("update documents set case_answer_id = $2 where id = $1", [unsent, answer?.answer]);
  expect(await file(inDays(0)), "refused").toMatchObject({ reason: "conflict" });
  await database.query("update case_item_answers set outcome = 'waiting'");
  expect(await file(inDays(0))).toEqual({ ok: true });
});

test("[U-AGE-12] a yes counts for a question about as many documents, with as long names, as a service can have", async () => {
  const [service] = await database.query<{ id: string }>("select id from visa_services where slug = 'uk-transit-visa'");
  const types = Array.from({ length: mostDocuments }, (_, index) => `document_${index}`);
  const required = (type: string) => ({ document_name: type.padEnd(120, "x"), ...ruled("30 days filing") });
  await requireDocuments(database, service?.id ?? "", Object.fromEntries(types.map((type) => [type, required(type)])));
  for (const type of types) await insertFile(database, id, type, { issued_on: inDays(-40) });
  const refused = await file(inDays(0));
  expect(await file(inDays(0), { asked: refused.ok ? "" : refused.message })).toEqual({ ok: true });
});
