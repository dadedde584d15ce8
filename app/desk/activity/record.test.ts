import { desc, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatChange } from "~/accounts/activity/in-words";
import { activityOf, listActivity, matching, readActivityFilters } from "~/accounts/activity/read.server";
import { actionsOf, activityKinds } from "~/accounts/activity/words";
import type { StaffContext } from "~/accounts/staff.server";
import { db, pool } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";
import { createService, editService } from "../../../test/harness/in-process/services";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { exportActivity } from "./export-activity.server";

const database = testDatabase();
let superAdmin: StaffContext;
let regular: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database, "super_admin");
  regular = await staffMember(database, "regular_admin");
});
beforeEach(() => database.query("delete from admin_activity_log"));

const read = (query: string, by: StaffContext = superAdmin) =>
  listActivity(by.staff, readActivityFilters(new URLSearchParams(query)));
const add = (row: Record<string, unknown>) => {
  const names = Object.keys(row);
  return database.query(
    `insert into admin_activity_log (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(row),
  );
};
const actions = async (query: string, by?: StaffContext) => (await read(query, by)).rows.map((row) => row.actionType);

test("[I-NAME-8] the export names staff with their emails, and without a name by email alone", async () => {
  const named = await staffMember(database, "super_admin");
  await database.query("update admin_users set name = 'Theo Knowles' where id = $1", [named.staff.adminId]);
  await database.query("delete from admin_activity_log");
  for (const { staff } of [named, regular]) await add({ action_type: "keys_renewed", admin_email: staff.email });
  const result = await exportActivity(named, readActivityFilters(new URLSearchParams("kind=keys_renewed")));
  if (!result.ok) expect.fail(result.message);
  const text = await new Response(result.body).text();
  const who = text.split("\r\n").flatMap((line) => line.split('","')[1] ?? []);
  expect(who.toSorted()).toEqual([`Theo Knowles (${named.staff.email})`, "Who", regular.staff.email].toSorted());
});

test("[K-LOG-1] the record lists the newest 100, and pages on and back", async () => {
  await database.query(
    `insert into admin_activity_log (action_type, subject_name, created_at)
     select 'keys_renewed', 'n' || n, now() - make_interval(mins => n) from generate_series(1, 130) n`,
  );
  const first = await read("");
  expect(first.rows).toHaveLength(100);
  expect(first.previous).toBeNull();
  const second = await read(`before=${first.next}`);
  expect([second.rows.length, second.next]).toEqual([30, null]);
  expect((await read(`after=${second.previous}`)).rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
});

test("[K-LOG-3] admin, kind, days in Nassau and subject filter alone and together", async () => {
  const of = (action: string, at: string, subject: string, email: string | null = superAdmin.staff.email) =>
    add({ action_type: action, created_at: at, subject_name: subject, admin_email: email });
  // Still October 31 in Nassau.
  await of("service_updated", "2026-11-01T03:59:00Z", "UK Transit Visa");
  await of("application_status_updated", "2026-11-01T05:00:00Z", "BV26-AAAA-BBBB");
  await of("application_note_added", "2026-11-02T12:00:00Z", "BV26-AAAA-BBBB", regular.staff.email);
  await of("draft_deleted_by_applicant", "2026-11-03T12:00:00Z", "BV26-CCCC-DDDD", null);
  await of("keys_renewed", "2026-11-04T04:59:00Z", "Keys", null);
  expect(await actions("person=applicants")).toEqual(["draft_deleted_by_applicant"]);
  expect(await actions("person=program")).toEqual(["keys_renewed"]);
  expect(await actions(`person=${regular.staff.adminId}`)).toEqual(["application_note_added"]);
  expect(await actions("kind=cases")).toEqual(["draft_deleted_by_applicant", "application_status_updated"]);
  expect(await actions("kind=service_updated")).toEqual(["service_updated"]);
  expect(await actions("to=2026-10-31")).toEqual(["service_updated"]);
  expect(await actions("from=2026-11-03&to=2026-11-03")).toEqual(["keys_renewed", "draft_deleted_by_applicant"]);
  expect(await actions("subject=bv26-aaaa")).toEqual(["application_note_added", "application_status_updated"]);
  expect(await actions(`subject=bv26-aaaa&kind=cases&person=${superAdmin.staff.adminId}&from=2026-11-01`)).toEqual([
    "application_status_updated",
  ]);
  expect(await actions("subject=100%25")).toEqual([]);
  await add({ action_type: "people_joined", subject_type: "person", subject_id: superAdmin.staff.adminId });
  expect(await actions(`subject=${superAdmin.staff.adminId}`)).toEqual(["people_joined"]);
});

test("[K-LOG-4] a regular admin sees no sign-ins and admin accounts, whatever the filter", async () => {
  for (const action of actionsOf("accounts")) await add({ action_type: action });
  await add({ action_type: "something_new", subject_type: "admin", subject_id: superAdmin.staff.adminId });
  await add({ action_type: "something_new", target_admin_email: superAdmin.staff.email });
  await add({ action_type: "service_moved", address: "192.0.2.7" });
  expect(await actions("", regular)).toEqual(["service_moved"]);
  expect((await read("", regular)).rows[0]?.address).toBeNull();
  for (const query of ["kind=accounts", "kind=signed_in", `person=${superAdmin.staff.adminId}`])
    expect(await actions(query, regular)).toEqual([]);
  expect((await activityOf(regular.staff, "admin", superAdmin.staff.adminId)).rows).toEqual([]);
  expect(await actions("kind=accounts")).toHaveLength(actionsOf("accounts").length);
});

describe("changes in an entry", () => {
  test("[K-LOG-2] [K-LOG-1] each changed field of a service has a line with old and new value, under the service's linked name", async () => {
    const { emptyValues } = await import("~/catalogue/desk/service-form");
    const first = { ...emptyValues(1), serviceName: "Record Visa", serviceFee: "299", maxStay: "90 days" };
    const made = await createService(superAdmin, { values: first, anyway: true });
    const serviceId = made.ok ? made.serviceId : expect.fail("no service");
    const change = { serviceFee: "349", maxStay: "180 days", isFeatured: "yes" };
    expect(await editService(database, superAdmin, serviceId, change)).toMatchObject({ ok: true });
    const [entry] = (await activityOf(superAdmin.staff, "service", serviceId)).rows;
    expect(entry?.changes.map(formatChange)).toEqual([
      "Max stay: 90 days → 180 days",
      "Featured: no → yes",
      "Service fee: $299.00 → $349.00",
    ]);
    expect(entry?.subject).toEqual({
      ...{ name: "Record Visa", path: `/admin/services/${serviceId}`, deleted: false },
    });
    expect(entry?.who).toBe(superAdmin.staff.email);
    const { deleteService } = await import("~/catalogue/desk/delete-service.server");
    expect(await deleteService(superAdmin, { serviceId })).toMatchObject({ ok: true });
    const after = (await activityOf(superAdmin.staff, "service", serviceId)).rows;
    expect(after.map(({ actionType, subject }) => [actionType, subject])).toEqual(
      ["service_deleted", "service_updated", "service_created"].map((action) => [
        action,
        { name: "Record Visa", path: null, deleted: true },
      ]),
    );
  });

  test("[K-LOG-2] statuses, prices and priorities of older entries are shown the same way", async () => {
    await add({ action_type: "application_status_updated", details: { from: "submitted", to: "under_review" } });
    await add({ action_type: "inquiry_priority_updated", details: { priority: true } });
    await add({ action_type: "application_note_edited", details: { number: "BV26" } });
    const lines = (await read("")).rows.flatMap(({ changes }) => changes.map(formatChange));
    expect(lines.sort()).toEqual([
      "Note: changed, not shown",
      "Priority: no → yes",
      "Status: Submitted → Under Review",
    ]);
  });
});

test("[K-LOG-5] the database refuses to change or delete an entry, except to count a refused sign-in", async () => {
  await add({ action_type: "service_moved", subject_name: "UK Transit Visa", details: { from: 1, to: 2 } });
  await add({ action_type: "sign_in_failed", details: { times: 1 } });
  const rows = () => pool.query("select * from admin_activity_log order by created_at");
  const before = (await rows()).rows;
  for (const statement of [
    "delete from admin_activity_log",
    "update admin_activity_log set details = '{}'",
    "update admin_activity_log set subject_name = null where action_type = 'service_moved'",
    "update admin_activity_log set admin_email = 'x@mail.example' where action_type = 'sign_in_failed'",
    `update admin_activity_log set details = '{"times": 1}' where action_type = 'sign_in_failed'`,
  ])
    await expect(pool.query(statement)).rejects.toThrow("entries of the record are kept as they are");
  expect((await rows()).rows).toEqual(before);
  await pool.query(`update admin_activity_log set details = '{"times": 2}' where action_type = 'sign_in_failed'`);
});

test("[K-LOG-1] every action that a verb records has a label and one kind", async () => {
  const { globSync, readFileSync } = await import("node:fs");
  const { hasActionLabel } = await import("~/accounts/activity/words");
  const recorded = globSync("app/**/*.{ts,tsx}")
    .filter((file) => !/\.test\.|\/register\/|\/schema\//.test(file))
    .flatMap((file) => readFileSync(file, "utf8").match(/actionType(?::| =)[^,;}]*/g) ?? [])
    .flatMap((line) => line.match(/"[a-z]+_[a-z_]+"/g) ?? [])
    .map((word) => word.slice(1, -1));
  expect(recorded.length).toBeGreaterThan(50);
  expect([...new Set(recorded)].filter((word) => !hasActionLabel(word))).toEqual([]);
  const all = activityKinds.flatMap(actionsOf);
  expect(new Set(all).size).toBe(all.length);
});

test.each(["applicants", "program"])(
  "[K-LOG-3] with person=%s a page is read by an index, with no rows of an admin",
  async (person) => {
    await database.query(
      `insert into admin_activity_log (action_type, admin_email, created_at)
     select case n % 4 when 0 then 'draft_deleted_by_applicant' when 1 then 'keys_renewed' else 'service_updated' end,
       case when n % 4 < 2 then null else 'staff@lucaya.example' end, now() - make_interval(mins => n)
     from generate_series(1, 4000) n`,
    );
    await database.query("analyze admin_activity_log");
    const page = db
      .select({ id: adminActivityLog.id })
      .from(adminActivityLog)
      .where(matching(superAdmin.staff, readActivityFilters(new URLSearchParams({ person }))))
      .orderBy(desc(adminActivityLog.createdAt), desc(adminActivityLog.id))
      .limit(101);
    const { rows } = await db.execute(sql`explain ${page}`);
    const plan = JSON.stringify(rows);
    expect(plan).toContain("Index Scan Backward using admin_activity_log_without_admin");
    expect(plan).not.toContain("Sort");
  },
);
