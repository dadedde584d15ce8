import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { daysAfter, nassauDay, nassauInstant } from "~/core/time";
import { embeddedUrl, startApp } from "../harness/app-server";
import { until } from "../harness/http-client";
import { giveBackJobs, runJob } from "../harness/queue";

/** The clock of an app that is at noon in Nassau, so many days from now. */
const noonIn = (days: number) => ({
  NODE_OPTIONS: "--import=./test/harness/ahead.mjs",
  AHEAD_MS: `${nassauInstant(daysAfter(nassauDay(), days), "12:00").getTime() - Date.now()}`,
});

test("[X-REMIND-2, X-REMIND-3] two instances, a kill -9 amid a run and a standstill of three weeks send each once, and then the latest alone", async () => {
  const app = await startApp(noonIn(0));
  const url = embeddedUrl(app.dataDir);
  const shared = { DATABASE_URL: url, SECRET: readFileSync(join(app.dataDir, "secret"), "utf8").trim() };
  const second = await startApp({ ...shared, ...noonIn(0) });
  await app.query(
    `insert into site_settings (key, value, updated_at) values ('reminder_days', '[60, 50, 45, 30]', now() - interval '1 day')`,
  );
  await app.query(
    `with made as (insert into visa_applications (application_number, user_email, status, submitted_at)
       select 'BV26-TEST-' || n, 'applicant' || n || '@mail.example', 'approved', now() from generate_series(1, 40) n returning id)
     insert into key_dates (application_id, kind, ends_on, made_by) select id, 'permit', $1::date, 'theo@lucaya.example' from made`,
    [daysAfter(nassauDay(), 60)],
  );
  const mails = () =>
    app.query<{ n: number; days: number[] }>(
      `select count(distinct m.id)::int as n, array_agg(r.days order by r.days desc) as days from key_dates k
       left join key_date_reminders r on r.key_date_id = k.id and not r.passed_over
       left join email_notifications m on m.application_id = k.application_id group by k.id`,
    );
  const each = (days: number[]) => Array.from({ length: 40 }, () => ({ n: days.length, days }));

  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  await blocker.query("begin; select 1 from visa_applications where application_number = 'BV26-TEST-20' for update");
  await Promise.all([app, second].map((one) => runJob(one, "key-dates.remind")));
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%visa_applications%'";
  await until("both wait for the case amid their runs", async () => (await app.query(waiting)).length === 2);
  await second.kill();
  const killed = new Date();
  await blocker.end();
  await giveBackJobs(app, killed);
  const left = "select 1 from pgboss.job where name = 'key-dates.remind' and state < 'completed'";
  await until("no run is left", async () => (await app.query(left)).length === 0);
  expect(await mails()).toEqual(each([60]));

  await app.stop();

  // The standstill ends with an instance whose clock is three weeks later.
  const later = await startApp({ DATA_DIR: app.dataDir, ...noonIn(21) });
  await runJob(later, "key-dates.remind");
  await until("no run is left", async () => (await later.query(left)).length === 0);
  const counted =
    "select days, passed_over as passed, count(*)::int as n from key_date_reminders group by 1, 2 order by 1";
  expect(await later.query(counted)).toEqual([
    { days: 45, passed: false, n: 40 },
    { days: 50, passed: true, n: 40 },
    { days: 60, passed: false, n: 40 },
  ]);
  expect(await later.query("select 1 from email_notifications where email_type = 'key_date_reminder'")).toHaveLength(
    80,
  );
  await later.stop();
});
