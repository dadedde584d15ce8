import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { daysAfter, nassauDay } from "~/core/time";
import { pool } from "~/db/client.server";
import { inDays } from "../../../test/harness/in-days";
import { insertFile, requireDocuments, ruled } from "../../../test/harness/in-process/dated-documents";
import { draftOf, submitted } from "../../../test/harness/in-process/draft";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../test/harness/waiting";
import { agingDay } from "./aging";
import { readCaseConditions } from "./case-conditions.server";

const database = testDatabase();
let services: string[] = [];
beforeAll(async () => {
  const rows = await database.query<{ id: string }>("select id from visa_services order by display_order limit 2");
  services = rows.map(({ id }) => id);
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("update visa_services set filing_days = 0");
});

const agingFrom = async (id: string) =>
  (
    await database.query<{ day: string | null }>(
      "select aging_from::text as day from visa_applications where id = $1",
      [id],
    )
  )[0]?.day;

test("[U-AGE-12] a case is listed from 14 days before its document is too old if it is filed no earlier, else from the day itself", async () => {
  const [service = ""] = services;
  await requireDocuments(database, service, { medical: ruled("30 days filing") });
  const { id } = await draftOf(database, { ...submitted, visa_service_id: service });
  await insertFile(database, id, "medical", { issued_on: inDays(-10) });
  // Good until the 20th day from today.
  expect(await agingFrom(id)).toBe(inDays(21));
  await database.query("update visa_applications set planned_filing_on = $2 where id = $1", [id, inDays(21)]);
  expect(await agingFrom(id)).toBe(inDays(7));
  await database.query("update visa_applications set planned_filing_on = $2 where id = $1", [id, inDays(20)]);
  expect(await agingFrom(id)).toBe(inDays(21));
});

test("[U-AGE-12] the day follows a changed, removed or added rule, the service's filing days, files, answers, the plan, filing and the status at once", async () => {
  const [service = ""] = services;
  await requireDocuments(database, service, { medical: ruled("30 days filing") });
  const { id } = await draftOf(database, { visa_service_id: service });
  const after = async (change: string) => {
    await database.query(change.replaceAll("$case", `'${id}'`).replaceAll("$service", `'${service}'`));
    return agingFrom(id);
  };
  await insertFile(database, id, "medical", { issued_on: inDays(-10) });
  expect(await agingFrom(id), "a draft").toBeNull();
  const requirement = "document_requirements where visa_service_id = $service";
  const set = (table: string, columns: string) => after(`update ${table} set ${columns} where id = $case`);
  const rules = (columns: string) =>
    after(`update document_requirements set ${columns} where visa_service_id = $service`);
  expect(await set("visa_applications", "status = 'submitted', submitted_at = now()")).toBe(inDays(21));
  expect(await rules("date_amount = 20")).toBe(inDays(11));
  expect(await rules("is_required = false")).toBeNull();
  expect(await rules("is_required = true, date_amount = 40")).toBe(inDays(31));
  expect(await after("update visa_services set filing_days = 60 where id = $service")).toBe(inDays(17));
  expect(await set("visa_applications", `planned_filing_on = '${inDays(3)}'`)).toBe(inDays(31));
  expect(await set("visa_applications", "planned_filing_on = null")).toBe(inDays(17));
  expect(await set("visa_applications", `filed_on = '${inDays(0)}'`)).toBeNull();
  expect(await set("visa_applications", "filed_on = null")).toBe(inDays(17));
  expect(await set("visa_applications", "status = 'approved'")).toBeNull();
  expect(await set("visa_applications", "status = 'under_review'")).toBe(inDays(17));
  expect(await after(`delete from ${requirement}`)).toBeNull();
  const added = `insert into document_requirements (visa_service_id, document_type, document_name, date_rule, date_amount, date_unit)
    values ($service, 'medical', 'Medical', 'filing', 30, 'days')`;
  expect(await after(added)).toBe(inDays(7));
  const files = (columns: string) => after(`update documents set ${columns} where application_id = $case`);
  expect(await files(`issued_on = '${inDays(-5)}'`)).toBe(inDays(12));
  expect(await files("scan = 'infected'")).toBeNull();
  expect(await files("scan = 'clean'")).toBe(inDays(12));
  const item = `with r as (insert into case_requests (application_id) values ($case) returning id), i as (
      insert into case_request_items (request_id, application_id, position, kind, name, reason)
      select id, $case, 0, 'document', 'Medical', 'Old' from r returning id), w as (
      insert into case_item_answers (item_id, application_id) select id, $case from i returning id, item_id)
    update documents set case_item_id = w.item_id, case_answer_id = w.id from w where documents.application_id = $case`;
  expect(await after(item)).toBe(inDays(12));
  expect(await after("update case_item_answers set outcome = 'refused' where application_id = $case")).toBeNull();
  expect(await after("update case_item_answers set outcome = 'accepted' where application_id = $case")).toBe(
    inDays(12),
  );
  expect(await files("case_answer_id = null"), "not sent yet").toBeNull();
  expect(await files("case_item_id = null")).toBe(inDays(12));
  expect(await after("delete from documents where application_id = $case")).toBeNull();
});

test("[U-AGE-12] the second changed rule of a service does not deadlock with a file that waits for the first", async () => {
  const [service = ""] = services;
  await requireDocuments(database, service, { medical: ruled("30 days filing"), police: ruled("60 days filing") });
  const { id } = await draftOf(database, { ...submitted, visa_service_id: service });
  const file = await insertFile(database, id, "police", { issued_on: inDays(-10) });
  const [publishing, dating] = [await pool.connect(), await pool.connect()];
  const change = (type: string) =>
    publishing.query(
      "update document_requirements set date_amount = 40 where visa_service_id = $1 and document_type = $2",
      [service, type],
    );
  async function date() {
    await dating.query("begin");
    await dating.query("select 1 from visa_applications where id = $1 for update", [id]);
    await dating.query("update documents set issued_on = $2 where id = $1", [file, inDays(0)]);
    await dating.query("commit");
  }
  try {
    await publishing.query("begin");
    await change("medical");
    const dated = date();
    await untilWaiting(database);
    await change("police");
    await publishing.query("commit");
    await dated;
  } finally {
    publishing.release();
    dating.release();
  }
  expect(await agingFrom(id)).toBe(inDays(41));
});

const days = fc.integer({ min: -60, max: 60 });
/** What may change: `one` is a case, `n` a number. */
const changes = {
  "add a dated file": (
    n: number,
  ) => `insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256, issued_on)
    select id, (array['medical', 'police', 'photo'])[1 + abs(${n}) % 3], 'scan.pdf', 'aging/' || gen_random_uuid(), 'application/pdf', 1, 'x', current_date + ${n} from one`,
  "date a file again": (n: number) =>
    `update documents set issued_on = nullif(current_date + ${n}, current_date) where id in (select d.id from documents d join one on one.id = d.application_id order by d.storage_key limit 1)`,
  "remove a file": () =>
    "delete from documents where id in (select d.id from documents d join one on one.id = d.application_id order by d.storage_key limit 1)",
  "find a virus": () =>
    "update documents set scan = 'infected' where id in (select d.id from documents d join one on one.id = d.application_id order by d.storage_key limit 1)",
  "move a file to a message draft": () =>
    "update documents set document_type = 'message_draft' where id in (select d.id from documents d join one on one.id = d.application_id order by d.storage_key limit 1)",
  "file for an item": () =>
    `update documents set case_item_id = (select i.id from case_request_items i join one on one.id = i.application_id limit 1) where application_id in (select id from one)`,
  "send the item": () =>
    `update documents set case_answer_id = (select w.id from case_item_answers w join one on one.id = w.application_id limit 1) where application_id in (select id from one) and case_item_id is not null`,
  "refuse or accept": (n: number) =>
    `update case_item_answers set outcome = (array['refused', 'accepted', 'waiting', 'closed'])[1 + abs(${n}) % 4]::item_answer_outcome where application_id in (select id from one)`,
  plan: (n: number) =>
    `update visa_applications set planned_filing_on = current_date + ${n} where id in (select id from one)`,
  "plan nothing": () => "update visa_applications set planned_filing_on = null where id in (select id from one)",
  "file or take back": (n: number) =>
    `update visa_applications set filed_on = case when ${n} % 2 = 0 then current_date end where id in (select id from one)`,
  "change the status": (n: number) =>
    `update visa_applications set status = (array['submitted', 'approved', 'under_review', 'withdrawn', 'interview_scheduled', 'denied'])[1 + abs(${n}) % 6]::application_status where id in (select id from one)`,
  "change the owner": (n: number) =>
    `update visa_applications set owner_id = case when ${n} % 2 = 0 then (select id from admin_users limit 1) end where id in (select id from one)`,
  "submit again": (n: number) =>
    `update visa_applications set status = 'submitted', submitted_at = now() + interval '1 day' * ${n} where id in (select id from one)`,
  "change the service": (n: number) =>
    `update visa_applications set visa_service_id = (select id from visa_services order by display_order offset abs(${n}) % 2 limit 1) where id in (select id from one)`,
  "change a rule": (
    n: number,
  ) => `update document_requirements set date_rule = (array['filing', 'submission', 'trip', null])[1 + abs(${n}) % 4],
    date_amount = case when abs(${n}) % 4 < 3 then 1 + abs(${n}) end, date_unit = case when abs(${n}) % 4 < 3 then (array['days', 'months'])[1 + abs(${n}) % 2] end
    where document_type = (array['medical', 'police', 'photo'])[1 + abs(${n} / 4) % 3] and visa_service_id in (select a.visa_service_id from visa_applications a join one on one.id = a.id)`,
  "require or not": (n: number) =>
    `update document_requirements set is_required = ${n} % 3 <> 0, purpose = case when ${n} % 5 = 0 then 'photo' else 'document' end where document_type = 'medical'`,
  "remove a rule": (n: number) =>
    `delete from document_requirements where document_type = (array['medical', 'police', 'photo'])[1 + abs(${n}) % 3] and visa_service_id in (select a.visa_service_id from visa_applications a join one on one.id = a.id)`,
  "add a rule": (
    n: number,
  ) => `insert into document_requirements (visa_service_id, document_type, document_name, date_rule, date_amount, date_unit)
    select a.visa_service_id, 'photo', 'photo', 'filing', 1 + abs(${n}), 'days' from visa_applications a join one on one.id = a.id on conflict do nothing`,
  "change the filing days": (n: number) =>
    `update visa_services set filing_days = abs(${n}) where id in (select a.visa_service_id from visa_applications a join one on one.id = a.id)`,
  "delete a case": (n: number) =>
    n % 8 === 0 ? "delete from visa_applications where id in (select id from one)" : "select 1",
};
const changeNames = Object.keys(changes) as (keyof typeof changes)[];

/** The maintained counts, next to what the rows say. */
const counts = () =>
  Promise.all([
    database.query(
      "select key, sum(n)::int as n from row_counts where subject = 'aging cases by day' group by key having sum(n) <> 0 order by key",
    ),
    database.query(
      "select aging_from || ' ' || coalesce(owner_id::text, '') as key, count(*)::int as n from visa_applications where aging_from is not null group by 1 order by 1",
    ),
  ]);

/** Whether Today lists a case on a day, by the pure function of all screens. */
async function isListed(application: { id: string; visaServiceId: string | null }, today: string) {
  const documents = await readCaseConditions(application, { today });
  return documents.some(({ isRequired, condition }) => isRequired && agingDay(condition, today) !== null);
}

test("[U-AGE-12] the day from which a case is listed is what the one function says, after any changes of files, rules, plans and cases", async () => {
  const change = fc.tuple(fc.constantFrom(...changeNames), fc.nat(2), days);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 40 }), async (all) => {
      await database.query("delete from visa_applications");
      await database.query("update visa_services set filing_days = 0");
      for (const service of services)
        await requireDocuments(database, service, {
          medical: ruled("30 days filing"),
          police: ruled("2 months filing"),
          photo: ruled("40 days submission"),
        });
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) {
        const { id } = await draftOf(database, { ...submitted, visa_service_id: services[n % 2] });
        ids.push(id);
        await database.query(
          `with r as (insert into case_requests (application_id) values ($1) returning id), i as (
             insert into case_request_items (request_id, application_id, position, kind, name, reason)
             select id, $1, 0, 'document', 'Medical', 'Old' from r returning id)
           insert into case_item_answers (item_id, application_id) select id, $1 from i`,
          [id],
        );
        await insertFile(database, id, "medical", { issued_on: inDays(-n) });
      }
      for (const [name, position, n] of all)
        await database.query(
          `with one as (select id from visa_applications where id = '${ids[position]}') ${changes[name](n)}`,
        );
      const [stored, counted] = await counts();
      expect(stored).toEqual(counted);
      for (const { id, service, day, isOpen } of await database.query<{
        id: string;
        service: string;
        day: string | null;
        isOpen: boolean;
      }>(
        `select id, visa_service_id as service, aging_from::text as day,
           filed_on is null and submitted_at is not null and status in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') as "isOpen"
         from visa_applications`,
      )) {
        const today = nassauDay();
        const moments = [today, daysAfter(today, 30), ...(day ? [day, daysAfter(day, -1), daysAfter(day, 40)] : [])];
        for (const at of moments.filter((moment) => moment >= today))
          expect([id, at, isOpen && (await isListed({ id, visaServiceId: service }, at))]).toEqual([
            id,
            at,
            day !== null && day <= at,
          ]);
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);
