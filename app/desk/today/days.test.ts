import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { calendarDate, calendarLongDate } from "~/core/time";
import { db } from "~/db/client.server";
import { insertClient, insertKeyDate, insertTask } from "../../../test/harness/desk/key-date-rows";
import { inDays } from "../../../test/harness/in-days";
import { insertFile, requireDocuments, ruled } from "../../../test/harness/in-process/dated-documents";
import { draftOf } from "../../../test/harness/in-process/draft";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import type { Line } from "./lines";
import { agingPage, readAging } from "./read-aging.server";
import { endingPage, readEnding } from "./read-ending.server";
import { readTasks, taskPage } from "./read-tasks.server";
import { readToday } from "./read-today.server";
import { partsOf } from "./whose.server";

const database = testDatabase();
let me: StaffContext;
let otherAdmin: StaffContext;
beforeAll(async () => {
  me = await staffMember(database, "regular_admin");
  otherAdmin = await staffMember(database, "super_admin");
});
beforeEach(async () => {
  for (const table of ["visa_applications", "clients", "email_notifications"])
    await database.query(`delete from ${table}`);
});

const approved = { status: "approved", submitted_at: new Date() };
async function caseOf(name: string, columns: Record<string, unknown> = {}) {
  const metadata = JSON.stringify({ step1: { firstName: name, lastName: "" } });
  return (await draftOf(database, { ...approved, metadata, ...columns })).id;
}
const read = { aging: readAging, tasks: readTasks, ending: readEnding };
/** What a group of Today shows, which its list shows as well. */
async function group(id: keyof typeof read): Promise<Line[]> {
  const { adminId } = me.staff;
  const today = (await readToday(adminId)).find((candidate) => candidate.id === id)?.read;
  const list = await read[id]({ adminId, limit: 100, offset: 0 });
  expect([today?.count, today?.lines]).toEqual([list.lines.length, list.lines.slice(0, 10)]);
  return list.lines;
}
const key = async (applicationId: string, days: number, columns: Record<string, unknown> = {}) =>
  insertKeyDate(database, { application_id: applicationId, ends_on: inDays(days), ...columns });

describe("Tasks due", () => {
  test("[X-TASK-7] open tasks due today or earlier are one line each, with their case, and say by how many days they are overdue", async () => {
    const task = async (
      name: string,
      days: number | null,
      columns: Record<string, unknown> = {},
      status = "submitted",
    ) =>
      insertTask(database, {
        ...{ application_id: await caseOf(name, { status }), title: `Call ${name}` },
        ...{ due_on: days === null ? null : inDays(days), ...columns },
      });
    await task("Ana", -2);
    await task("Ben", 0);
    await task("Cleo", -1, {}, "approved");
    await task("Dan", 1);
    await task("Eve", null);
    await task("Flo", -3, { done_at: new Date(), done_by: "a@b.example" });
    await task("Gil", -3, { removed_at: new Date() });
    await task("Hal", -3, {}, "denied");
    await task("Ivy", -3, {}, "withdrawn");
    const lines = await group("tasks");
    expect(lines.map(({ name, says, alert }) => [name, says, alert])).toEqual([
      ["Ana", "Call Ana", "Overdue by 2 days"],
      ["Cleo", "Call Cleo", "Overdue by 1 day"],
      ["Ben", "Call Ben · due today", undefined],
    ]);
    expect(lines[0]?.to).toMatch(/^\/admin\/applications\/[0-9a-f-]{36}$/);
    expect(lines[0]?.number).toMatch(/^BV/);
  });

  test("[X-TASK-7, K-TODAY-6] the admin's own come first, then nobody's, then others', page by page, and follow a change of owner", async () => {
    const owners = [otherAdmin, null, me];
    for (let n = 0; n < 12; n++) {
      const owner = owners[n % 3]?.staff.adminId ?? null;
      const application = await caseOf(`${n}`, { owner_id: owner });
      await insertTask(database, { application_id: application, due_on: inDays(-n) });
    }
    const names = async (limit: number, offset: number) =>
      (await readTasks({ adminId: me.staff.adminId, limit, offset })).lines.map(({ name }) => Number(name));
    const all = [11, 8, 5, 2, 10, 7, 4, 1, 9, 6, 3, 0];
    expect(await names(100, 0)).toEqual(all);
    const pages = [];
    for (let offset = 0; offset < 15; offset += 5) pages.push(await names(5, offset));
    expect(pages).toEqual([all.slice(0, 5), all.slice(5, 10), all.slice(10)]);
    expect((await group("tasks")).map(({ isMine }) => isMine)).toEqual([
      ...Array(4).fill(true),
      ...Array(8).fill(false),
    ]);
    await database.query("update visa_applications set owner_id = null");
    expect(await names(100, 0)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

describe("Documents getting too old", () => {
  let service = "";
  beforeAll(async () => {
    const [row] = await database.query<{ id: string }>(
      "update visa_services set filing_days = 20 where slug = 'uk-transit-visa' returning id",
    );
    service = row?.id ?? "";
    await requireDocuments(database, service, {
      medical: { document_name: "Medical certificate", ...ruled("30 days filing") },
      police: { document_name: "Police certificate", ...ruled("6 months filing") },
      photo: { document_name: "Photographs", ...ruled("6 months submission") },
      letter: { document_name: "Letter", is_required: false, ...ruled("30 days filing") },
    });
  });
  const open = (name: string, columns: Record<string, unknown> = {}) =>
    caseOf(name, { status: "submitted", visa_service_id: service, ...columns });
  /** A case whose medical certificate is good for so many days from today. */
  const medical = async (name: string, days: number, columns: Record<string, unknown> = {}) => {
    const id = await open(name, columns);
    await insertFile(database, id, "medical", { issued_on: inDays(days - 30) });
    return id;
  };

  test("[U-AGE-12] unfiled cases with a required document that is too old, or will be when it is filed and within 14 days, say which and when", async () => {
    const [since, from] = [
      (days: number) => `Too old since ${calendarDate(inDays(days))}`,
      (days: number) => `too old from ${calendarDate(inDays(days))}`,
    ];
    await medical("old", -1);
    await medical("today", 0);
    await medical("in 13", 13);
    await medical("in 14", 14);
    await medical("filed before", 13, { planned_filing_on: inDays(13) });
    await medical("filed", -1, { filed_on: inDays(0) });
    await medical("denied", -1, { status: "denied" });
    await medical("draft", -1, { status: "draft", submitted_at: null });
    const two = await medical("two", 3);
    await insertFile(database, two, "police", { issued_on: inDays(-400) });
    await insertFile(database, two, "letter", { issued_on: inDays(-400) });
    const renewed = await medical("newer one", -5);
    await insertFile(database, renewed, "medical", { issued_on: inDays(0) });
    await insertFile(database, await open("without a date"), "medical");
    await insertFile(database, await open("good photo"), "photo", { issued_on: inDays(-100) });
    const lines = await group("aging");
    const told = lines.map(({ name, says, alert }) => [name, says, alert]);
    expect(told.slice(0, 1)).toEqual([
      ["two", "Police certificate and 1 more", expect.stringMatching(/^Too old since /)],
    ]);
    expect(told.slice(1)).toEqual([
      ["old", "Medical certificate", since(0)],
      ["today", `Medical certificate · ${from(1)}`, undefined],
      ["in 13", `Medical certificate · ${from(14)}`, undefined],
    ]);
    for (const { to, id } of lines) expect(to).toBe(`/admin/applications/${id}`);
  });

  test("[U-AGE-12, K-TODAY-6] the admin's own come first, then nobody's, then others', page by page", async () => {
    const owners = [otherAdmin, null, me];
    for (let n = 0; n < 6; n++) await medical(`${n}`, -n, { owner_id: owners[n % 3]?.staff.adminId ?? null });
    const names = async (limit: number, offset: number) =>
      (await readAging({ adminId: me.staff.adminId, limit, offset })).lines.map(({ name }) => Number(name));
    expect(await names(100, 0)).toEqual([5, 2, 4, 1, 3, 0]);
    expect([await names(4, 0), await names(4, 4)]).toEqual([
      [5, 2, 4, 1],
      [3, 0],
    ]);
    await database.query("update visa_applications set owner_id = null");
    expect(await names(100, 0)).toEqual([5, 4, 3, 2, 1, 0]);
  });
});

describe("Ending soon", () => {
  test("[X-REMIND-10] a key date is shown from 30 days before its day to 30 days after it", async () => {
    for (const days of [-31, -30, 0, 12, 30, 31]) await key(await caseOf(`in ${days}`), days);
    await key(await caseOf("settled"), 5, { settled_as: "paid", settled_at: new Date(), settled_by: "a@b.example" });
    await key(await caseOf("suspended"), 5, { suspended_at: new Date() });
    await key(await caseOf("denied", { status: "denied" }), 5);
    const lines = await group("ending");
    expect(lines.map(({ name }) => name)).toEqual(["in -30", "in 0", "in 12", "in 30"]);
    expect(lines[2]?.says).toBe(`Work or residence permit ends in 12 days, on ${calendarLongDate(inDays(12))}`);
  });

  test("[X-REMIND-10] clients' key dates are among nobody's, and lead to the client", async () => {
    const client = await insertClient(database, { name: "Calvin Rolle" });
    await insertKeyDate(database, { client_id: client, kind: "passport", ends_on: inDays(3) });
    await key(await caseOf("Mine", { owner_id: me.staff.adminId }), 20);
    await key(await caseOf("Theirs", { owner_id: otherAdmin.staff.adminId }), 1);
    await key(await caseOf("Nobody's"), 2);
    const lines = await group("ending");
    expect(lines.map(({ name, isMine }) => [name, isMine])).toEqual([
      ["Mine", true],
      ["Nobody's", false],
      ["Calvin Rolle", false],
      ["Theirs", false],
    ]);
    expect(lines[2]).toMatchObject({ to: `/admin/clients/${client}`, number: "" });
  });

  test("[X-REMIND-9, X-REMIND-10] a line says how many reminders were sent, that one failed, and that a renewal was begun; a submitted one takes it out, but for passport and fee", async () => {
    const application = await caseOf("Ana");
    const permit = await key(application, 12);
    await key(application, 14, { kind: "passport" });
    const mail = async (status: string, n: number) =>
      database.query(
        `with m as (insert into email_notifications (email_type, template_name, recipient_email, subject, message_id, status, application_id)
           values ('key_date_reminder', 'x', 'a@mail.example', 'S', $1, $2::mail_status, $3) returning id)
         insert into key_date_reminders (key_date_id, ends_on, days, mail_id) select $4, $5, $6, id from m`,
        [`m${n}`, status, application, permit, inDays(12), n],
      );
    const says = async () =>
      (await group("ending")).map(({ says, alert }) => [says.split(" · ").slice(1).join(" · "), alert]);
    await mail("sent", 60);
    await database.query(
      "insert into key_date_reminders (key_date_id, ends_on, days, passed_over) values ($1, $2, 90, true)",
      [permit, inDays(12)],
    );
    expect(await says()).toEqual([
      ["1 reminder sent", undefined],
      ["", undefined],
    ]);
    await mail("delivered", 30);
    await mail("failed", 14);
    const renewal = await draftOf(database, { renews_id: application });
    expect(await says()).toEqual([
      ["2 reminders sent · renewal begun", "Reminder not delivered"],
      ["", undefined],
    ]);
    await database.query(
      "update key_date_reminders set told_as = 'Phone', told_on = current_date, told_by = 'a@b.example' where days = 14",
    );
    expect((await says())[0]).toEqual([
      expect.stringMatching(/^2 reminders sent · Told by phone on .* · renewal begun$/),
      undefined,
    ]);
    await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [
      renewal.id,
    ]);
    expect((await group("ending")).map(({ says }) => says.split(" ")[0])).toEqual(["Passport"]);
    await database.query("update visa_applications set status = 'denied' where id = $1", [renewal.id]);
    expect(await says()).toHaveLength(2);
  });
});

test("[X-TASK-7, X-REMIND-10] the lines of many tasks and key dates are read by an index for every owner", async () => {
  const rows = 1500;
  await database.query(
    `insert into visa_applications (application_number, user_email, status, submitted_at, owner_id)
     select 'P' || n, 'a@b.example', 'approved', now(), case when n % 3 = 0 then $2::uuid when n % 3 = 1 then $3::uuid end
     from generate_series(1, $1::int) n`,
    [rows, me.staff.adminId, otherAdmin.staff.adminId],
  );
  await database.query(
    `insert into case_tasks (application_id, title, due_on) select id, 'Call', current_date - 2 - (random() * 20)::int from visa_applications`,
  );
  await database.query(
    `insert into key_dates (application_id, kind, ends_on, made_by)
     select id, 'permit', current_date + (random() * 28)::int, 'a@b.example' from visa_applications`,
  );
  for (const table of ["case_tasks", "key_dates", "visa_applications"]) await database.query(`analyze ${table}`);
  const { adminId } = me.staff;
  for (const reader of [readTasks, readEnding]) {
    const { count, lines } = await reader({ adminId, limit: 100, offset: rows - 100 });
    expect([count, lines.length]).toEqual([rows, 100]);
  }
  const days = { from: inDays(-30), to: inDays(30) };
  for (const of of Object.values(partsOf(adminId)))
    for (const offset of [0, 100]) {
      const plans = await Promise.all(
        [
          taskPage(inDays(0), { of, limit: 10, offset }),
          endingPage(days, { of, limit: 10, offset }),
          agingPage(inDays(0), { of, limit: 10, offset }),
        ].map(async (page) => JSON.stringify((await db.execute(sql`explain ${page}`)).rows)),
      );
      expect(plans[0]).toMatch(/using case_tasks_due/);
      expect(plans[1]).toMatch(/using key_dates_watched/);
      expect(plans[2]).toMatch(/using visa_applications_aging/);
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (case_tasks|key_dates|visa_applications)/);
    }
});
