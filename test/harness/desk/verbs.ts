import { expect } from "vitest";
import type { StaffContext } from "../../../app/accounts/staff.server";
import { staffMember } from "../in-process/staff";
import type { TestDatabase } from "../in-process/test-database";
import { state } from "./table-state";

/** A staff member deactivated since their page was loaded. */
export async function deactivated(database: TestDatabase): Promise<StaffContext> {
  const context = await staffMember(database, "super_admin");
  await database.query("update admin_users set is_active = false where id = $1", [context.staff.adminId]);
  return context;
}

/** The record of a subject, oldest first. */
export const recordOf = (database: TestDatabase, subjectId: string) =>
  database.query(
    `select action_type as what, subject_type as about, admin_id as who, admin_email as email, address, details
     from admin_activity_log where subject_id = $1 order by created_at`,
    [subjectId],
  );

/** The entry of `by` in the record. */
export const entry = ({ staff, address }: StaffContext, what: string, about: string, details: object | null) => ({
  what,
  about,
  who: staff.adminId,
  email: staff.email,
  address,
  details,
});

/** Calls a verb that must change no table and no queue; returns its result. */
export async function withoutChange<Result>(database: TestDatabase, call: () => Promise<Result>): Promise<Result> {
  const jobs = () => database.query("select name, count(*) from pgboss.job group by name order by name");
  const before = [await state(database), await jobs()];
  const result = await call();
  expect([await state(database), await jobs()]).toEqual(before);
  return result;
}

/** While `work` runs, the database refuses every insert into a table. */
export async function whileNothingIsInserted(database: TestDatabase, table: string, work: () => Promise<void>) {
  await database.query(
    "create or replace function refuse_insert() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$",
  );
  await database.query(
    `create trigger refuse_insert before insert on ${table} for each row execute function refuse_insert()`,
  );
  try {
    await work();
  } finally {
    await database.query(`drop trigger refuse_insert on ${table}`);
  }
}
