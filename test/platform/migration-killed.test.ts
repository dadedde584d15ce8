import pg from "pg";
import { expect, test } from "vitest";
import { embeddedUrl, startApp } from "../harness/app-server";
import {
  addApplications,
  fullMetadata,
  latestRun,
  rowCounts,
  rowTotals,
  stepTables,
} from "../harness/applicants/migration-data";
import { signIn } from "../harness/desk/desk";
import { until } from "../harness/http-client";
import { untilWaiting } from "../harness/waiting";

test("[W-MIG-10] a run killed by SIGKILL resumes where it was, and each application has exactly one row per table", async () => {
  let app = await startApp({ TRUST_PROXY: "yes" });
  const count = 350;
  await addApplications(app, fullMetadata(), count - 1);
  const [empty = ""] = await addApplications(app, {});
  // A lock on an application of the third batch, so that the run is in the middle when it is killed.
  const [locked] = await app.query<{ id: string }>("select id from visa_applications order by id offset 250 limit 1");
  const holder = new pg.Client({ connectionString: embeddedUrl(app.dataDir) });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select 1 from visa_applications where id = $1 for update", [locked?.id]);
  const desk = await signIn(app);
  const started = await desk.post("/admin/migration", { intent: "migrate-all", confirmed: "yes" });
  expect(started.status).toBe(302);
  await until("two batches are done", async () => (await latestRun(app))?.done === 200);
  // The third batch waits.
  await untilWaiting(app, "visa_applications");
  const { dataDir } = app;
  await app.kill();
  await holder.end();

  app = await startApp({ TRUST_PROXY: "yes", DATA_DIR: dataDir });
  // The queue detects the crash by a missed heartbeat: make this one old.
  await app.query("update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");
  await until("it goes on by itself", async () => (await latestRun(app))?.state === "done", 120);
  expect(await latestRun(app)).toEqual({
    state: "done",
    total: count,
    done: count,
    successful: count - 1,
    failed: 1,
  });
  expect(await rowTotals(app)).toEqual(stepTables.map(() => count - 1));
  expect(await rowCounts(app, empty)).toEqual(stepTables.map(() => 0));
  const finished = await app.query(
    "select admin_email as who, details from admin_activity_log where action_type = 'migration_finished'",
  );
  expect(finished).toEqual([{ who: null, details: { total: count, successful: count - 1, failed: 1 } }]);
  await app.stop();
});
