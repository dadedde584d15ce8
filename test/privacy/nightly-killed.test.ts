import pg from "pg";
import { expect, test } from "vitest";
import { type AppServer, embeddedUrl, emptyDataDir, freshDatabase, startApp } from "../harness/app-server";
import { until } from "../harness/http-client";
import { giveBackJobs, runJob } from "../harness/queue";
import { sharedApp } from "../harness/shared";

const views = 1_300;
async function oldViews(app: AppServer): Promise<string[]> {
  const rows = await app.query<{ id: string }>(
    `insert into visa_service_views (service_id, session_id, viewed_at)
     select (select id from visa_services limit 1), gen_random_uuid()::text, now() - interval '2 years'
     from generate_series(1, $1) returning id`,
    [views],
  );
  return rows.map(({ id }) => id).toSorted();
}
const runs = (app: AppServer) =>
  app.query<{ counts: Record<string, number>; ended: boolean }>(
    "select counts, finished_at is not null as ended from retention_runs",
  );
const counted = async (app: AppServer) => (await runs(app))[0]?.counts.views ?? 0;
const isOver = async (app: AppServer) => (await runs(app))[0]?.ended === true;

/** Locks a row against deletion until released. */
async function lock(url: string, id: string | undefined) {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("begin");
  await client.query("select 1 from visa_service_views where id = $1 for update", [id]);
  return () => client.end();
}

test("[V-RET-11] a nightly run killed midway (SIGKILL) resumes and counts each item once", async () => {
  const env = { DATA_DIR: await emptyDataDir(), SAMPLE_DATA: "no" };
  let app = await startApp(env);
  const ids = await oldViews(app);
  const release = await lock(embeddedUrl(env.DATA_DIR), ids[1_100]);
  await runJob(app, "privacy.nightly");
  await until("two batches are gone", async () => (await counted(app)) === 1_000);
  await app.kill();
  const killed = new Date();
  await release();
  app = await startApp(env);
  expect(await counted(app)).toBe(1_000);
  expect(await isOver(app)).toBe(false);
  await giveBackJobs(app, killed);
  await until("the run has ended", () => isOver(app));
  expect(await runs(app)).toMatchObject([{ counts: { views } }]);
  expect(await app.query("select 1 from visa_service_views")).toEqual([]);
  await app.stop();
});

test("[V-RET-11] two instances do one nightly run together", async () => {
  const DATABASE_URL = await freshDatabase(await sharedApp(), "nightly");
  const env = { DATABASE_URL, SECRET: "a secret of two instances, as long as it has to be", SAMPLE_DATA: "no" };
  const both = [
    await startApp({ ...env, DATA_DIR: await emptyDataDir() }),
    await startApp({ ...env, DATA_DIR: await emptyDataDir() }),
  ];
  const [instance] = both;
  if (!instance) throw new Error("no instance");
  expect(await instance.query("select 1 from pgboss.schedule where name = 'privacy.nightly'")).toHaveLength(1);
  await oldViews(instance);
  await Promise.all(both.map((app) => runJob(app, "privacy.nightly")));
  await until("the run has ended", () => isOver(instance));
  const done = "select 1 from pgboss.job where name = 'privacy.nightly' and state = 'completed'";
  await until("both jobs are done", async () => (await instance.query(done)).length === 2);
  expect(await runs(instance)).toMatchObject([{ counts: { views }, ended: true }]);
  for (const app of both) await app.stop();
});
