import { expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { differences, tableName } from "./differences";
import { register } from "./register";
import { draftWarnedAfterDays, periodsAsOf, rules } from "./rules";

const database = testDatabase();

/** All columns of all tables that are no part of another; a view holds nothing of its own. */
async function columnsThere() {
  const rows = await database.query<{ schema: string; table: string; column: string }>(`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c
    join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    where c.table_schema not in ('pg_catalog', 'information_schema') and t.relkind <> 'v' and not t.relispartition`);
  return rows.map(({ schema, table, column }) => ({ table: tableName(schema, table), column }));
}

test("[V-RET-1] the data inventory lists exactly the columns of the database", async () => {
  const existing = await columnsThere();
  expect(existing.length).toBeGreaterThan(400);
  expect(differences(register, existing)).toEqual([]);
});

test("[V-RET-1] an added and a removed column are reported with their table", async () => {
  await database.query("alter table visa_inquiries add column shoe_size integer");
  await database.query("alter table pgboss.job add column shoe_size integer");
  await database.query("create table drizzle.shoes (size integer)");
  await database.query("alter table visa_applications drop column withdrawal_reason");
  expect(differences(register, await columnsThere()).toSorted()).toEqual([
    "drizzle.shoes.size is not in the register (app/db/data-inventory)",
    "pgboss.job.shoe_size is not in the register (app/db/data-inventory)",
    "visa_applications.withdrawal_reason is in the register, and is no column",
    "visa_inquiries.shoe_size is not in the register (app/db/data-inventory)",
  ]);
});

test("[V-RET-1] every entry says what, whose, why, how long and what then, and each column has one", () => {
  for (const entry of register) {
    expect(entry.is, `${entry.table}.${entry.column}`).toMatch(/^\S.*[^.\s]$/);
    expect(entry.of.length).toBeGreaterThan(0);
    expect(entry.keeps.length).toBeGreaterThan(0);
  }
  const [first] = register;
  expect(first && differences([first, first], [first])).toEqual([
    `${first?.table}.${first?.column} is in the register twice`,
  ]);
});

test("[V-PAGE-1] a changed retention period changes the privacy page's date", () => {
  const periods = Object.entries(rules).flatMap(([name, rule]) => ("after" in rule ? [[name, ...rule.after]] : []));
  // Renewed together with `periodsAsOf`, on the day on which a period is changed.
  expect({ [periodsAsOf]: [...periods, draftWarnedAfterDays] }).toEqual({
    "2026-11-30": [
      ["draft", 90, "days"],
      ["application", 7, "years"],
      ["inquiry", 24, "months"],
      ["client", 6, "months"],
      ["clientAtMost", 7, "years"],
      ["unconfirmed", 7, "days"],
      ["blockedTime", 30, "days"],
      ["copy", 3, "days"],
      ["dataLink", 7, "days"],
      ["erasureRefused", 12, "months"],
      ["unverifiedMail", 30, "days"],
      ["takenMail", 12, "months"],
      ["view", 13, "months"],
      ["mailText", 12, "months"],
      ["recordAddress", 12, "months"],
      ["record", 12, "months"],
      ["right", 30, "days"],
      ["invitation", 30, "days"],
      ["undo", 1, "days"],
      ["attempt", 1, "days"],
      ["waitingFile", 1, "days"],
      ["jobData", 7, "days"],
      ["jobOfAnEmail", 5, "minutes"],
      [60, 83],
    ],
  });
});

test("[V-RET-1] the jobs that the rules name are scheduled in the queue", async () => {
  const scheduled = (await database.query<{ name: string }>("select name from pgboss.schedule")).map(
    ({ name }) => name,
  );
  const named = Object.values(rules).flatMap((rule) => ("job" in rule ? [rule.job] : []));
  expect([...scheduled, "pg-boss"]).toEqual(expect.arrayContaining(named));
});
