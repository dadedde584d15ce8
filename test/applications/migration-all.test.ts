import pg from "pg";
import { expect, test } from "vitest";
import { type AppServer, embeddedUrl, startApp } from "../harness/app-server";
import {
  addApplications,
  fullMetadata,
  latestRun,
  rowCounts,
  rowTotals,
  stepTables,
} from "../harness/applicants/migration-data";
import { signIn } from "../harness/desk/desk";
import { readMetadata } from "../harness/encryption/stored-answers";
import { until } from "../harness/http-client";
import { untilWaiting } from "../harness/waiting";

// Both on programs of their own, and at once: the first one waits for the queue to notice by itself.

test.concurrent("[W-MIG-10] killed in the middle (SIGKILL), a run goes on where it was, and every application has one row a table", async () => {
  let program = await startApp({ TRUST_PROXY: "yes" });
  const count = 350;
  await addApplications(program, fullMetadata(), count - 1);
  const [empty = ""] = await addApplications(program, {});
  // Somebody holds an application of the third batch, so that the run stands in the middle when it is killed.
  const [held] = await program.query<{ id: string }>("select id from visa_applications order by id offset 250 limit 1");
  const holder = new pg.Client({ connectionString: embeddedUrl(program.dataDir) });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select 1 from visa_applications where id = $1 for update", [held?.id]);
  const desk = await signIn(program);
  const started = await desk.post("/admin/migration", { intent: "migrate-all", confirmed: "yes" });
  expect(started.status).toBe(302);
  await until("two batches are done", async () => (await latestRun(program))?.done === 200);
  // The third one.
  await untilWaiting(program, "visa_applications");
  const { dataDir } = program;
  await program.kill();
  await holder.end();

  program = await startApp({ TRUST_PROXY: "yes", DATA_DIR: dataDir });
  // The queue notices by a heartbeat that did not come: this one is long ago.
  await program.query("update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");
  await until("it goes on by itself", async () => (await latestRun(program))?.state === "done", 120);
  expect(await latestRun(program)).toEqual({
    state: "done",
    total: count,
    done: count,
    successful: count - 1,
    failed: 1,
  });
  expect(await rowTotals(program)).toEqual(stepTables.map(() => count - 1));
  expect(await rowCounts(program, empty)).toEqual(stepTables.map(() => 0));
  const finished = await program.query(
    "select admin_email as who, details from admin_activity_log where action_type = 'migration_finished'",
  );
  expect(finished).toEqual([{ who: null, details: { total: count, successful: count - 1, failed: 1 } }]);
  await program.stop();
});

/** How often it is killed: KILLS=20 for more of them. */
const kills = Number(process.env.KILLS ?? 3);
const passport = "RD9911223";

const left = async (program: AppServer) =>
  (await program.query<{ n: number }>("select count(*)::int as n from visa_applications where not is_encrypted"))[0]
    ?.n ?? 0;

test.concurrent("[V-ENC-9] applications from before are encrypted while it serves; killed (SIGKILL) again and again it goes on, and all of them read", async () => {
  let program = await startApp();
  const { dataDir } = program;
  const count = 200 * (kills + 1);
  const ids = await addApplications(program, fullMetadata({ step2: { passportNumber: passport } }), count);
  let before = await left(program);
  expect(before).toBe(count);
  const midway: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await program.kill();
    program = await startApp({ DATA_DIR: dataDir });
    const started = program;
    await until("some more are encrypted, or all", async () => before === 0 || (await left(started)) < before);
    const [some] = ids;
    expect((await readMetadata(program, some ?? ""))?.step2?.passportNumber).toBe(passport);
    before = await left(program);
    if (before > 0 && before < count) midway.push(before);
  }
  expect(midway.length, "it was killed while some were encrypted and some not").toBeGreaterThan(0);
  await program.kill();
  program = await startApp({ DATA_DIR: dataDir });
  const last = program;
  await until("all are encrypted", async () => (await left(last)) === 0);
  for (const id of ids.filter((_, place) => place % 50 === 0))
    expect((await readMetadata(program, id))?.step2).toMatchObject({
      passportNumber: passport,
      nationalityCountry: "HT",
    });
  const readable = "select count(*)::int as n from visa_applications a where a::text like '%' || $1 || '%'";
  expect(await program.query(readable, [passport])).toEqual([{ n: 0 }]);
  const keys = await program.query("select count(distinct application_id)::int as n from data_keys");
  expect(keys).toEqual([{ n: count }]);
  await program.stop();
});
