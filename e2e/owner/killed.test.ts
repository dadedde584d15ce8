import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { afterFile } from "../../test/harness/after-file";
import { embeddedUrl, startApp } from "../../test/harness/app-server";
import { inYears } from "../../test/harness/applicants/applicant";
import { signIn } from "../../test/harness/desk/desk";
import { typed } from "../../test/harness/desk/editor-form";
import { HttpClient, until } from "../../test/harness/http-client";
import { wake } from "../../test/harness/queue";

let app = await startApp();
/** A connection of its own, which outlives the program: its PostgreSQL stays behind. */
const aside = new pg.Client({ connectionString: embeddedUrl(app.dataDir) });
await aside.connect();
// Before its PostgreSQL ends, even if `-t` chooses no test: a broken connection would fail the run.
afterFile(() => aside.end());
afterEach(() => aside.query("rollback"));

const screen = "/admin/content/settings";
const contact = async () => (await new HttpClient(app).get("/contact")).text();
const stored = async () =>
  (await aside.query("select value from site_settings where key = 'contact_phone'")).rows[0]?.value;
const published = async () =>
  (await aside.query("select details from admin_activity_log where action_type = 'content_published'")).rows.length;
const isDue = "update content_versions set scheduled_for = now() where scheduled_for is not null";

async function schedule(phone: string) {
  const desk = await signIn(app);
  const fields = { "f.contact_phone": phone, intent: "schedule", day: inYears(1, "11-30"), time: "09:00" };
  expect((await desk.post(screen, await typed(desk, screen, fields))).status).toBe(302);
}

test("[O-EDIT-6] a version that became due while the app was down is public at its next start", async () => {
  await schedule("+1 242 555 0908");
  const { dataDir: DATA_DIR } = app;
  await app.kill();
  await aside.query(isDue);
  app = await startApp({ DATA_DIR });
  expect(await contact()).toContain("+1 242 555 0908");
  expect(await published()).toBe(1);
});

test("[O-EDIT-6, O-EDIT-14] a publication killed midway is completed once at the next start", async () => {
  const before = await published();
  await schedule("+1 242 555 0909");
  // What it published is written and not recorded yet.
  await aside.query("begin; lock table admin_activity_log in exclusive mode");
  await app.query(isDue);
  await app.query("update pgboss.job set start_after = now() where name = 'content.publish-due' and state < 'active'");
  await wake(app, "content.publish-due");
  const waits = "select 1 from pg_locks where relation = 'admin_activity_log'::regclass and not granted";
  await until("the publication waits", async () => (await app.query(waits)).length > 0);
  const { dataDir: DATA_DIR } = app;
  await app.kill();
  await aside.query("rollback");
  await until("what it had begun is over", async () => (await aside.query(waits)).rows.length === 0);
  expect([await stored(), await published()]).toEqual(["+1 242 555 0908", before]);

  app = await startApp({ DATA_DIR });
  expect(await contact()).toContain("+1 242 555 0909");
  expect(await published()).toBe(before + 1);
});
