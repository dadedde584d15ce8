import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  addApplications,
  allRows,
  fullMetadata,
  latestRun,
  rowCounts,
  stepTables,
} from "../harness/applicants/migration-data";
import { plain, signIn } from "../harness/desk/desk";
import { embeddedUrl, type Program, removeFolders, startProgram } from "../harness/program";
import { until, type Visitor } from "../harness/visitor";

const path = "/admin/migration";
let program: Program;
let desk: Visitor;

beforeAll(async () => {
  program = await startProgram({ TRUST_PROXY: "yes" });
  desk = await signIn(program);
});
afterAll(async () => {
  await program?.stop();
  await removeFolders();
});
beforeEach(async () => {
  await program.query("delete from visa_applications");
});

const post = async (fields: Record<string, string>) => {
  const response = await desk.post(path, fields);
  return { status: response.status, location: response.headers.get("location"), text: plain(await response.text()) };
};
const migrate = (id: string) => post({ intent: "migrate", id });
const page = async (search = "") => plain(await (await desk.get(path + search)).text());

async function migrateAll() {
  expect(await post({ intent: "migrate-all", confirmed: "yes" })).toMatchObject({ status: 302, location: path });
  return until("the migration is over", async () => {
    const run = await latestRun(program);
    return run?.state === "running" ? undefined : run;
  });
}

const activity = (type: string) =>
  program.query<{ who: string | null; details: Record<string, unknown> }>(
    "select admin_email as who, details from admin_activity_log where action_type = $1 order by created_at desc",
    [type],
  );
const nothing = [0, 0, 0, 0, 0, 0, 0];

describe("all applications", () => {
  test("[W-MIG-4, A-MIG-3] without a yes nothing starts", async () => {
    const [id = ""] = await addApplications(program, fullMetadata());
    const runs = await program.query("select count(*)::int from migration_runs");
    expect(await post({ intent: "migrate-all" })).toMatchObject({ status: 302, location: `${path}?confirm=all` });
    expect(await page("?confirm=all")).toContain("Migrate all applications?");
    expect(await program.query("select count(*)::int from migration_runs")).toEqual(runs);
    expect(await rowCounts(program, id)).toEqual(nothing);
  });

  test("[W-MIG-8, W-MIG-10, W-MIG-16, A-MIG-8] every application over several batches; one that fails stops nobody", async () => {
    await addApplications(program, fullMetadata(), 240);
    await addApplications(program, fullMetadata({ step4: { payerName: "Nobody" } }), 3);
    const broken = [{}, null, [], "text", 7, { other: {} }];
    for (const metadata of broken) await addApplications(program, metadata);
    await program.query("alter table trip_details add constraint no_sponsor check (payer_name <> 'Nobody')");
    let run = await migrateAll();
    expect(run).toEqual({ state: "done", total: 249, done: 249, successful: 240, failed: 9 });
    const text = await page();
    expect(text).toContain("Total Applications 249 Successful 240 Failed 9");
    expect(text.match(/No metadata found or invalid metadata format/g)).toHaveLength(broken.length);
    expect(text.match(/Step 4 failed: an answer breaks the rule no_sponsor/g)).toHaveLength(3);
    expect(await rowTotals()).toEqual([243, 243, 243, 240, 243, 243, 243]);

    await program.query("alter table trip_details drop constraint no_sponsor");
    run = await migrateAll();
    expect(run).toMatchObject({ successful: 243, failed: 6 });
    const before = await allRows(program);
    run = await migrateAll();
    expect(run).toMatchObject({ total: 249, successful: 243, failed: 6 });
    expect(await allRows(program)).toEqual(before);
    expect(before).toHaveLength(243 * stepTables.length);
    const [started] = await activity("migration_started");
    expect(started).toEqual({ who: "desk@lucaya.example", details: { total: 249 } });
    const [finished] = await activity("migration_finished");
    expect(finished).toEqual({ who: null, details: { total: 249, successful: 243, failed: 6 } });
  });

  test("more failures than are named: all are counted, the first are listed", async () => {
    await addApplications(program, {}, 230);
    expect(await migrateAll()).toMatchObject({ successful: 0, failed: 230 });
    expect(await page()).toContain("And 30 more. The first 200 are listed");
  });

  test("nothing to migrate", async () => {
    expect(await migrateAll()).toEqual({ state: "done", total: 0, done: 0, successful: 0, failed: 0 });
    expect(await page()).toContain("Total Applications 0 Successful 0 Failed 0");
  });

  test("[W-MIG-19] a run that breaks off says so, keeps what was done, and can be started again", async () => {
    await addApplications(program, fullMetadata(), 150);
    await program.query("alter table family_background rename to family_away");
    try {
      expect(await migrateAll()).toMatchObject({ state: "broken_off", total: 150, done: 0 });
      expect(await page()).toContain("Migration failed. Check console for details.");
      expect(program.output()).toContain("the migration of all applications broke off");
    } finally {
      await program.query("alter table family_away rename to family_background");
    }
    expect(await migrateAll()).toMatchObject({ state: "done", successful: 150, failed: 0 });
  });

  test("one at a time: a second one is refused while one runs; a single application is not held up by it", async () => {
    const ids = await addApplications(program, fullMetadata(), 120);
    const [first = "", ...others] = ids.toSorted();
    // Somebody holds the first application, so that the run waits for it.
    const holder = new pg.Client({ connectionString: embeddedUrl(program.dataDir) });
    await holder.connect();
    await holder.query("begin");
    await holder.query("select 1 from visa_applications where id = $1 for update", [first]);
    try {
      expect((await post({ intent: "migrate-all", confirmed: "yes" })).status).toBe(302);
      const second = await post({ intent: "migrate-all", confirmed: "yes" });
      expect(second.status).toBe(409);
      expect(second.text).toContain("Migration failed: another migration of all applications is running");
      expect(await (await desk.get(`${path}/progress`)).json()).toMatchObject({
        state: "running",
        total: 120,
        done: 0,
      });
      expect(await page()).toMatch(/0 of 120 applications.*Refresh/);
      expect(await page("?confirm=all"), "nothing to ask").not.toContain("Migrate all applications?");
      expect((await migrate(others.at(-1) ?? "")).status).toBe(200);
    } finally {
      await holder.query("rollback");
      await holder.end();
    }
    const run = await until("the run goes on", async () => {
      const now = await latestRun(program);
      return now?.state === "done" && now;
    });
    expect(run).toMatchObject({ total: 120, successful: 120 });
  });

  test("[W-MIG-10] killed in the middle (SIGKILL), it goes on where it was, and every application has one row a table", async () => {
    const count = 4000;
    await addApplications(program, fullMetadata(), count - 1);
    const [empty = ""] = await addApplications(program, {});
    expect((await post({ intent: "migrate-all", confirmed: "yes" })).status).toBe(302);
    const killedAt = await until("some batches are done", async () => {
      const run = await latestRun(program);
      return run && run.done >= 300 && run.done;
    });
    expect(killedAt).toBeLessThan(count);
    await program.kill();

    program = await startProgram({ TRUST_PROXY: "yes", DATA_DIR: program.dataDir });
    const [left] = await program.query<{ state: string; done: number }>(
      "select state::text, done from migration_runs order by started_at desc limit 1",
    );
    expect(left?.state).toBe("running");
    expect(left?.done).toBeLessThan(count);
    const run = await until("it goes on by itself", async () => (await latestRun(program))?.state === "done", 120).then(
      () => latestRun(program),
    );
    expect(run).toEqual({ state: "done", total: count, done: count, successful: count - 1, failed: 1 });
    expect(await rowTotals()).toEqual(stepTables.map(() => count - 1));
    expect(await rowCounts(program, empty)).toEqual(nothing);
    expect(await activity("migration_finished")).toContainEqual({
      who: null,
      details: { total: count, successful: count - 1, failed: 1 },
    });
    desk = await signIn(program);
    expect(await page()).toContain("Total Applications 4,000 Successful 3,999 Failed 1");
  });
});

async function rowTotals() {
  const counts = stepTables.map((table) => `(select count(*)::int from ${table})`);
  const [row] = await program.query<{ counts: number[] }>(`select array[${counts.join(", ")}] as counts`);
  return row?.counts;
}
