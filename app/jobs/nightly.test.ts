import { expect, test } from "vitest";
import { testDatabase } from "../../test/harness/in-process/test-database";

const database = testDatabase();

test.each([
  ["documents.reconcile", "45 3 * * *"],
  ["privacy.nightly", "15 4 * * *"],
  ["privacy.sweep", "5 * * * *"],
  ["content.check-links", "20 3 * * *"],
  ["content.publish-due", "* * * * *"],
  ["content.scan-forms", "*/5 * * * *"],
  ["reviews.sync", "20 5 * * *"],
  ["db.sum-counts", "*/5 * * * *"],
  ["appointments.remind", "* * * * *"],
  ["consultations.remind", "* * * * *"],
  ["case.overdue", "*/10 9-23 * * *"],
  ["key-dates.remind", "*/10 9-23 * * *"],
  ["people.assign", "* * * * *"],
  ["desk.reports", "*/5 * * * *"],
])("%s is scheduled as %s in Nassau's time", async (name, cron) => {
  const found = await database.query("select cron, timezone from pgboss.schedule where name = $1", [name]);
  expect(found).toEqual([{ cron, timezone: "America/Nassau" }]);
});

test("no other job is scheduled", async () => {
  expect(await database.query("select 1 from pgboss.schedule")).toHaveLength(14);
});

test("a finished job's data is deleted: a reset's email after minutes, a mail's id after a week", async () => {
  const queues = await database.query(
    `select name, deletion_seconds as seconds, retry_limit as retries from pgboss.queue
     where name in ('accounts.password-reset', 'accounts.sign-in-slowed', 'mail.send') order by name`,
  );
  expect(queues).toEqual([
    { name: "accounts.password-reset", seconds: 300, retries: 5 },
    { name: "accounts.sign-in-slowed", seconds: 7 * 86_400, retries: 5 },
    { name: "mail.send", seconds: 7 * 86_400, retries: 14 },
  ]);
});
