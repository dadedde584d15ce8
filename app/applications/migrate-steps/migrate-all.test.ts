import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { pool } from "~/db/client.server";
import { log } from "~/log.server";
import {
  addApplications,
  allRows,
  fullMetadata,
  latestRun,
  rowCounts,
  rowTotals,
  stepTables,
} from "../../../test/harness/applicants/migration-data";
import { runJob } from "../../../test/harness/in-process/jobs";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { migrateOne } from "./one.server";
import { readLatestRun, readProgress, registerMigration, startMigration } from "./run.server";

const job = "applications.migrate-all";
const database = testDatabase();
let superAdmin: StaffContext;
beforeAll(async () => {
  registerMigration();
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  for (const table of ["visa_applications", "admin_activity_log", "migration_runs", "pgboss.job"])
    await database.query(`delete from ${table}`);
});

/** What the queue does with the newest run. */
async function work(signal?: AbortSignal) {
  await runJob(job, (await database.enqueued(job)).at(-1), signal);
}
async function migrateAll() {
  expect(await startMigration(superAdmin)).toEqual({ ok: true });
  await work();
  return latestRun(database);
}
const activity = (type: string) =>
  database.query<{ who: string | null; details: Record<string, unknown>; address: string | null }>(
    `select admin_email as who, details, address from admin_activity_log where action_type = $1 order by created_at desc`,
    [type],
  );

describe("a migration of all applications in several batches", () => {
  const broken = [{}, null, [], "text", 7, { other: {} }];
  beforeEach(async () => {
    await addApplications(database, fullMetadata(), 240);
    await addApplications(database, fullMetadata({ step4: { payerName: "Nobody" } }), 3);
    for (const metadata of broken) await addApplications(database, metadata);
  });

  test("[W-MIG-8, W-MIG-16] a failing application doesn't stop the others, and each failure is listed", async () => {
    await database.query("alter table trip_details add constraint no_sponsor check (payer_name <> 'Nobody')");
    try {
      const run = await migrateAll();
      expect(run).toEqual({ state: "done", total: 249, done: 249, successful: 240, failed: 9 });
      const messages = (await readLatestRun())?.failures.map((failure) => failure.messages.join()).toSorted();
      expect(messages).toEqual([
        ...broken.map(() => "No metadata found or invalid metadata format"),
        ...Array(3).fill("Step 4 failed: an answer breaks the rule no_sponsor"),
      ]);
      expect(await rowTotals(database)).toEqual([243, 243, 243, 240, 243, 243, 243]);
    } finally {
      await database.query("alter table trip_details drop constraint no_sponsor");
    }
  });

  test("[W-MIG-10] a second run changes no row", async () => {
    expect(await migrateAll()).toMatchObject({ total: 249, successful: 243, failed: 6 });
    const before = await allRows(database);
    expect(before).toHaveLength(243 * stepTables.length);
    expect(await migrateAll()).toMatchObject({ total: 249, successful: 243, failed: 6 });
    expect(await allRows(database)).toEqual(before);
  });

  test("the start is recorded with admin and IP, and the run records how it ended", async () => {
    await migrateAll();
    expect(await activity("migration_started")).toEqual([
      { who: superAdmin.staff.email, details: { total: 249 }, address: superAdmin.address },
    ]);
    expect(await activity("migration_finished")).toEqual([
      { who: null, details: { total: 249, successful: 243, failed: 6 }, address: null },
    ]);
  });
});

test("of 230 failures all are counted and the first 200 are stored", async () => {
  await addApplications(database, {}, 230);
  expect(await migrateAll()).toMatchObject({ successful: 0, failed: 230 });
  expect((await readLatestRun())?.failures).toHaveLength(200);
});

test("a run without applications finishes", async () => {
  expect(await migrateAll()).toEqual({ state: "done", total: 0, done: 0, successful: 0, failed: 0 });
});

test("an application created after the start is not part of the run", async () => {
  await addApplications(database, fullMetadata(), 2);
  expect(await startMigration(superAdmin)).toEqual({ ok: true });
  const [late = ""] = await addApplications(database, fullMetadata());
  await database.query("update visa_applications set created_at = now() + interval '1 second' where id = $1", [late]);
  await work();
  expect(await latestRun(database)).toMatchObject({ total: 2, successful: 2 });
  expect(await rowCounts(database, late)).toEqual(stepTables.map(() => 0));
});

test("an application deleted after the start is not counted", async () => {
  const [deletedId = ""] = await addApplications(database, fullMetadata(), 3);
  await startMigration(superAdmin);
  await database.query("delete from visa_applications where id = $1", [deletedId]);
  await work();
  expect(await latestRun(database)).toEqual({ state: "done", total: 2, done: 2, successful: 2, failed: 0 });
});

describe("a migration run that stops", () => {
  test("[W-MIG-10] the run resumes after the last stored batch and migrates nothing twice", async () => {
    await addApplications(database, fullMetadata(), 230);
    await startMigration(superAdmin);
    const stop = new AbortController();
    stop.abort(new Error("the program stops"));
    await expect(work(stop.signal)).rejects.toThrow("the program stops");
    expect(await latestRun(database)).toMatchObject({ state: "running", done: 100, successful: 100 });
    const first = await allRows(database);
    expect(first).toHaveLength(100 * stepTables.length);
    await work();
    expect(await latestRun(database)).toEqual({ state: "done", total: 230, done: 230, successful: 230, failed: 0 });
    const all = await allRows(database);
    expect(all).toHaveLength(230 * stepTables.length);
    const early = new Set(first.map(({ application_id }) => application_id));
    expect(all.filter(({ application_id }) => early.has(application_id))).toEqual(first);
    expect(await activity("migration_finished")).toHaveLength(1);
  });

  test("[W-MIG-19] a failure outside the applications aborts the run, keeps the finished batches, and is logged and recorded", async () => {
    await addApplications(database, fullMetadata(), 150);
    const logged = vi.spyOn(log, "error");
    await database.query("alter table family_background rename to family_away");
    try {
      expect(await migrateAll()).toMatchObject({ state: "broken_off", total: 150, done: 0 });
    } finally {
      await database.query("alter table family_away rename to family_background");
    }
    expect(logged.mock.calls.map(([, text]) => text)).toEqual(["the migration of all applications broke off"]);
    logged.mockRestore();
    expect(await activity("migration_broke_off")).toEqual([
      { who: null, details: { total: 150, done: 0, successful: 0, failed: 0 }, address: null },
    ]);
    expect(await migrateAll(), "it can be started again").toMatchObject({ state: "done", successful: 150 });
  });

  test("a run that has ended can't end or run again", async () => {
    await addApplications(database, fullMetadata());
    await migrateAll();
    await database.query("delete from applicant_information");
    const before = await readLatestRun();
    await work();
    expect(await readLatestRun()).toEqual(before);
    expect(await rowTotals(database)).toEqual([0, 1, 1, 1, 1, 1, 1]);
  });
});

describe("concurrent migrations", () => {
  test("a second run is refused while one is running and leaves no job and no record", async () => {
    await addApplications(database, fullMetadata());
    await startMigration(superAdmin);
    expect(await startMigration(superAdmin)).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "Migration failed: another migration of all applications is running",
    });
    expect(await database.enqueued(job)).toHaveLength(1);
    expect(await activity("migration_started")).toHaveLength(1);
  });

  test("migrating a single application isn't blocked by a run that waits for another one", async () => {
    const ids = (await addApplications(database, fullMetadata(), 120)).toSorted();
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select 1 from visa_applications where id = $1 for update", [ids[0]]);
    await startMigration(superAdmin);
    const working = work();
    try {
      expect(await readProgress()).toMatchObject({ state: "running", total: 120, done: 0 });
      expect(await migrateOne(superAdmin, { applicationId: ids.at(-1) })).toMatchObject({ ok: true });
    } finally {
      await holder.query("rollback");
      holder.release();
    }
    await working;
    expect(await latestRun(database)).toMatchObject({ state: "done", successful: 120 });
  });

  test("[W-MIG-2] a deactivated admin can't start a run", async () => {
    const regular = await staffMember(database, "regular_admin");
    expect(await startMigration(regular)).toEqual({ ok: true });
    await database.query("update migration_runs set state = 'done', finished_at = now()");
    await database.query("update admin_users set is_active = false where id = $1", [regular.staff.adminId]);
    expect(await startMigration(regular)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await database.enqueued(job)).toHaveLength(1);
  });
});
