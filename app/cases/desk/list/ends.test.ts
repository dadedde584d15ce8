import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { insertKeyDate, insertTask } from "../../../../test/harness/desk/key-date-rows";
import { inDays } from "../../../../test/harness/in-days";
import { draftOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { describeEnd } from "./ends";
import { countListed, listed, readFilters, searchParamsOf } from "./filters.server";
import { listApplications } from "./list.server";

const database = testDatabase();
let me: StaffContext;
const names = new Map<string, string>();
beforeAll(async () => {
  me = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  names.clear();
});

async function made(name: string, columns: Record<string, unknown> = {}) {
  const { id } = await draftOf(database, { status: "approved", submitted_at: new Date(), ...columns });
  names.set(id, name);
  return id;
}
async function left(search: string) {
  const filters = readFilters(new URLSearchParams(search), me.staff.adminId);
  const { rows } = await listApplications(filters);
  expect(await countListed(filters), search).toBe(rows.length);
  return rows.map(({ id }) => names.get(id) ?? "?");
}
const key = async (application: string, days: number | null, columns: Record<string, unknown> = {}) =>
  insertKeyDate(database, { application_id: application, ends_on: days === null ? null : inDays(days), ...columns });
const settled = { settled_as: "renewed", settled_at: new Date(), settled_by: "a@b.example" };

describe("the list by the end of a visa, permit or entry permission", () => {
  test("[X-REMIND-11] filters find what ends within 30, 60 and 120 days, what has ended, and cases without a key date", async () => {
    for (const days of [-1, 0, 30, 31, 60, 61, 120, 121]) await key(await made(`in ${days}`), days);
    await made("none yet");
    await made("none, open", { status: "under_review" });
    await key(await made("never"), null);
    await key(await made("passport only"), 5, { kind: "passport" });
    await key(await made("settled"), 5, settled);
    await key(await made("suspended"), 5, { suspended_at: new Date() });
    await key(await made("denied since", { status: "denied" }), 5);
    const sorted = async (search: string) => (await left(search)).sort();
    expect(await sorted("ends=30")).toEqual(["in 0", "in 30"]);
    expect(await sorted("ends=60")).toEqual(["in 0", "in 30", "in 31", "in 60"]);
    expect(await sorted("ends=120")).toEqual(["in 0", "in 120", "in 30", "in 31", "in 60", "in 61"]);
    expect(await sorted("ends=ended")).toEqual(["in -1"]);
    expect(await sorted("ends=none")).toEqual(["none yet", "suspended"]);
    expect(await sorted("ends=soon")).toHaveLength(15);
  });

  test("[X-REMIND-11] the column Ends has the earliest unsettled day, its order begins with the soonest, and a view stores both", async () => {
    const two = await made("two");
    await key(two, 400);
    await key(two, 90, { kind: "visa" });
    await key(two, 3, { kind: "passport" });
    await key(two, 10, { kind: "entry_permission", ...settled });
    await made("none");
    await key(await made("soon"), 12);
    const search = "ends=120&sort=ends&columns=application,ends";
    const filters = readFilters(new URLSearchParams(search));
    expect(searchParamsOf(filters)).toMatchObject(Object.fromEntries(new URLSearchParams(search)));
    const { rows } = await listApplications(filters);
    expect(rows.map(({ endsOn, end }) => [endsOn, end?.text])).toEqual([
      [inDays(12), "ends in 12 days"],
      [inDays(90), undefined],
    ]);
    expect(await left("sort=ends")).toEqual(["soon", "two", "none"]);
    expect([0, 1, 30, 31, -1].map((days) => describeEnd(inDays(days), inDays(0))?.text)).toEqual([
      ...["ends today", "ends tomorrow", "ends in 30 days", undefined, "ended"],
    ]);
  });
});

describe("the list by tasks", () => {
  test("[X-TASK-7] filters find cases with tasks due and overdue, and none of what is done, removed or closed with its case", async () => {
    const task = async (
      name: string,
      days: number | null,
      columns: Record<string, unknown> = {},
      status = "submitted",
    ) =>
      insertTask(database, {
        ...{ application_id: await made(name, { status }), due_on: days === null ? null : inDays(days) },
        ...columns,
      });
    await task("late", -2);
    await task("today", 0);
    await task("approved", 0, {}, "approved");
    await task("tomorrow", 1);
    await task("undated", null);
    await task("done", -2, { done_at: new Date(), done_by: "a@b.example" });
    await task("removed", -2, { removed_at: new Date() });
    await task("denied", -2, {}, "denied");
    await task("withdrawn", -2, {}, "withdrawn");
    expect((await left("tasks=due")).sort()).toEqual(["approved", "late", "today"]);
    expect(await left("tasks=overdue")).toEqual(["late"]);
    await database.query("update visa_applications set status = 'under_review' where status = 'denied'");
    expect((await left("tasks=overdue")).sort()).toEqual(["denied", "late"]);
  });
});

/** The columns that triggers set, and the maintained counts, next to what the rows say. */
async function derived() {
  const [stored, computed] = await Promise.all([
    database.query("select id, ends_on::text, has_key_date, task_due_on::text from visa_applications order by id"),
    database.query(`
      select a.id, min(k.ends_on) filter (where k.settled_at is null and k.kind in ('visa', 'permit', 'entry_permission'))::text as ends_on,
        count(k.id) > 0 as has_key_date,
        (select min(due_on)::text from case_tasks w where w.application_id = a.id and w.done_at is null
          and w.removed_at is null and a.status not in ('draft', 'denied', 'withdrawn')) as task_due_on
      from visa_applications a left join key_dates k
        on k.application_id = a.id and k.suspended_at is null and a.status = 'approved' group by a.id order by a.id`),
  ]);
  const counts = (subject: string) =>
    database.query(
      "select key, sum(n)::int as n from row_counts where subject = $1 group by key having sum(n) <> 0 order by key",
      [subject],
    );
  const dated = "|| ' ' || coalesce(a.owner_id::text, '') as key, count(*)::int as n from";
  return {
    stored: { cases: stored, dates: await counts("key dates by day"), tasks: await counts("tasks by day") },
    computed: {
      cases: computed,
      dates: await database.query(`
        select k.ends_on ${dated} key_dates k join visa_applications a on a.id = k.application_id
        where k.ends_on is not null and k.settled_at is null and k.suspended_at is null and a.status = 'approved'
          and (k.kind = 'passport' or not exists (select from visa_applications r where r.renews_id = a.id
            and r.submitted_at is not null and r.status not in ('denied', 'withdrawn')))
        group by 1 order by 1`),
      tasks: await database.query(`
        select w.due_on ${dated} case_tasks w join visa_applications a on a.id = w.application_id
        where w.due_on is not null and w.done_at is null and w.removed_at is null
          and a.status not in ('draft', 'denied', 'withdrawn') group by 1 order by 1`),
    },
  };
}

const changes = {
  "add a key date": (n: number) =>
    `insert into key_dates (application_id, kind, ends_on, made_by)
     select id, (array['visa', 'passport', 'permit'])[1 + ${n} % 3], current_date + ${n}, 'a@b.example' from one on conflict do nothing`,
  "settle or take back": () =>
    `update key_dates set settled_as = case when settled_at is null then 'paid' end,
       settled_by = case when settled_at is null then 'a' end, settled_at = case when settled_at is null then now() end
     where application_id in (select id from one)`,
  "move a key date": (n: number) =>
    `update key_dates set ends_on = ends_on + ${n} where id in (select k.id from key_dates k join one on one.id = k.application_id limit 1)`,
  "remove a key date": () =>
    "delete from key_dates where id in (select k.id from key_dates k join one on one.id = k.application_id limit 1)",
  suspend: (n: number) =>
    `update key_dates set suspended_at = case when ${n} % 2 = 0 then now() end where application_id in (select id from one)`,
  "change the status": (n: number) =>
    `update visa_applications set status = (array['approved', 'denied', 'under_review', 'withdrawn', 'approved'])[1 + ${n} % 5]::application_status
     where id in (select id from one)`,
  "change the owner": (n: number) =>
    `update visa_applications set owner_id = case when ${n} % 2 = 0 then (select id from admin_users limit 1) end where id in (select id from one)`,
  "begin a renewal": (n: number) =>
    `insert into visa_applications (application_number, user_email, renews_id) select 'R' || gen_random_uuid(), 'a${n}@b.example', id from one`,
  "submit a renewal": () =>
    "update visa_applications set status = 'submitted', submitted_at = now() where renews_id in (select id from one)",
  "close a renewal": (n: number) =>
    `update visa_applications set status = (array['denied', 'withdrawn'])[1 + ${n} % 2]::application_status
     where renews_id in (select id from one) and submitted_at is not null`,
  "delete a renewal": () => "delete from visa_applications where renews_id in (select id from one)",
  "delete a case": (n: number) =>
    n % 4 === 0 ? "delete from visa_applications where id in (select id from one)" : "select 1",
  "add a task": (n: number) =>
    `insert into case_tasks (application_id, title, due_on) select id, 'Call', case when ${n} > 5 then current_date + ${n} end from one`,
  "tick or open tasks": () =>
    `update case_tasks set done_by = case when done_at is null then 'a' end, done_at = case when done_at is null then now() end
     where application_id in (select id from one)`,
  "move tasks": (n: number) =>
    `update case_tasks set due_on = current_date + ${n} where application_id in (select id from one)`,
  "remove a task": () =>
    "update case_tasks set removed_at = now() where id in (select w.id from case_tasks w join one on one.id = w.application_id limit 1)",
};
const changeNames = Object.keys(changes) as (keyof typeof changes)[];

test("[X-REMIND-11, X-TASK-7] stored days and counts equal the rows after any changes of key dates, tasks, cases and renewals", async () => {
  const change = fc.tuple(fc.constantFrom(...changeNames), fc.nat(2), fc.nat(40));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 40 }), async (all) => {
      await database.query("delete from visa_applications");
      for (let n = 0; n < 3; n++) await made(`case ${n}`);
      const ids = [...names.keys()].slice(-3);
      for (const [name, position, n] of all)
        await database.query(
          `with one as (select id from visa_applications where id = '${ids[position]}') ${changes[name](n)}`,
        );
      const { stored, computed } = await derived();
      expect(stored).toEqual(computed);
    }),
    { numRuns: 25 },
  );
}, 60_000);

test("[X-REMIND-11, X-TASK-7] the filters read an index, not the table, with many cases", async () => {
  await database.query(
    `insert into visa_applications (application_number, user_email, status, submitted_at)
     select 'P' || n, 'a@b.example', case when n % 20 = 0 then 'approved' else 'submitted' end::application_status, now()
     from generate_series(1, 3000) n`,
  );
  await database.query(
    `insert into key_dates (application_id, kind, ends_on, made_by)
     select id, 'permit', current_date + (row_number() over ())::int, 'a@b.example' from visa_applications
     where status = 'approved' and application_number not like '%00'`,
  );
  await database.query(
    `insert into case_tasks (application_id, title, due_on)
     select id, 'Call', current_date - 20 + (row_number() over ())::int from visa_applications`,
  );
  await database.query("analyze visa_applications");
  const planOf = async (search: string) => {
    const count = db.$count(visaApplications, listed(readFilters(new URLSearchParams(search))));
    const { rows } = await db.execute(sql`explain select ${count}`);
    return JSON.stringify(rows);
  };
  expect(await planOf("ends=30")).toContain("visa_applications_ends");
  expect(await planOf("ends=none")).toContain("visa_applications_without_key_date");
  expect(await planOf("tasks=due")).toContain("visa_applications_task_due");
});
