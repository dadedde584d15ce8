import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registered } from "~/jobs/registry.server";
import { Applicant } from "../../test/harness/applicants/in-process";
import { runJob } from "../../test/harness/in-process/jobs";
import { ownDatabase } from "../../test/harness/in-process/own-database";
import { registerSweep } from "./sweep.server";

const database = ownDatabase();
beforeAll(() => {
  registerSweep();
});
beforeEach(async () => {
  for (const table of ["application_holders", "limit_counts", "attempts"]) await database.query(`delete from ${table}`);
});

const sweep = () => runJob("applications.sweep", {});
const left = async (table: string, column: string) =>
  (await database.query<{ name: string }>(`select ${column}::text as name from ${table} order by 1`)).map(
    ({ name }) => name,
  );
const key = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

test("it runs every night at a quarter past four, in Nassau's time", async () => {
  expect(registered.get("applications.sweep")?.job.schedule).toBe("15 4 * * *");
  const scheduled = await database.query(
    "select cron, timezone from pgboss.schedule where name = 'applications.sweep'",
  );
  expect(scheduled).toEqual([{ cron: "15 4 * * *", timezone: "America/Nassau" }]);
});

describe("what it removes", () => {
  test("rights that have ended; one that lasts another minute stays", async () => {
    const id = await new Applicant(database).start();
    await database.query("delete from application_holders");
    await database.query(
      `insert into application_holders (token_hash, application_id, expires_at) values
       ('a minute ago', $1, now() - interval '1 minute'), ('another minute', $1, now() + interval '1 minute'),
       ('a month ago', $1, now() - interval '30 days'), ('another month', $1, now() + interval '30 days')`,
      [id],
    );
    await sweep();
    expect(await left("application_holders", "token_hash")).toEqual(["another minute", "another month"]);
  });

  test("limits whose window is over; one that is open for another minute stays", async () => {
    await database.query(
      `insert into limit_counts (key, count, window_ends) values
       ('over', 5, now() - interval '1 second'), ('open', 5, now() + interval '1 minute')`,
    );
    await sweep();
    expect(await left("limit_counts", "key")).toEqual(["open"]);
  });

  test("attempts older than a day; those of the last 24 hours stay, those of the last hour above all", async () => {
    await database.query(
      `insert into attempts (key, kind, result, created_at) values
       ($1, 'start', '{}', now() - interval '24 hours 1 second'), ($2, 'submit', '{}', now() - interval '23 hours 59 minutes'),
       ($3, 'start', '{}', now() - interval '59 minutes'), ($4, 'document', '{}', now() - interval '10 days')`,
      [key(1), key(2), key(3), key(4)],
    );
    await sweep();
    expect(await left("attempts", "key")).toEqual([key(2), key(3)]);
  });
});

test("no draft is removed, however old it is and whether or not anybody may still open it", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  await applicant.fillIn(id);
  await database.query(
    `update visa_applications set created_at = now() - interval '10 years', last_updated_at = now() - interval '10 years'`,
  );
  await database.query("update application_holders set expires_at = now() - interval '1 day'");
  const before = await database.query("select * from visa_applications where id = $1", [id]);
  await sweep();
  expect(await database.query("select * from visa_applications where id = $1", [id])).toEqual(before);
  expect(await database.query("select 1 from applicant_information where application_id = $1", [id])).toHaveLength(1);
});

test("a second time there is nothing to do", async () => {
  await sweep();
  await expect(sweep()).resolves.toBeUndefined();
});
