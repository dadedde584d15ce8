import { expect, test } from "vitest";
import { pool } from "~/db/client.server";
import { testDatabase } from "../../test/harness/in-process/test-database";

const database = testDatabase();

test("[K-FIND-1, K-REP-1] functions of columns and indexes need no search path, as restoring a dump sets none", async () => {
  const used = await database.query<{ name: string }>(
    `select distinct p.oid::regprocedure::text as name from pg_depend d join pg_proc p on p.oid = d.refobjid
     where d.refclassid = 'pg_proc'::regclass and d.classid in ('pg_attrdef'::regclass, 'pg_class'::regclass, 'pg_constraint'::regclass)
       and p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e') order by 1`,
  );
  expect(used.map(({ name }) => name)).toEqual([
    "applicant_names(jsonb)",
    "contact_phones(jsonb)",
    "digits(text)",
    "few_digits(text)",
    "folded(text)",
    "ledger_day(date,timestamp with time zone)",
    "pictures_in(jsonb)",
  ]);
  const client = await pool.connect();
  try {
    await client.query("begin; set local search_path to ''");
    const { rows } = await client.query(
      `select public.contact_phones('{"primaryPhone": "+1 242", "workPhone": "555-0102"}') as phones, public.digits('+1 2') as digits,
         public.folded('Núñez') as folded, public.few_digits('ab1') as few, public.ledger_day(null, '2026-11-01T03:59:00Z')::text as day,
         public.nassau_month('2026-11-01T03:59:00Z')::text as month`,
    );
    expect(rows).toEqual([
      { phones: "1242 5550102", digits: "12", folded: "nunez", few: ["1"], day: "2026-10-31", month: "2026-10-01" },
    ]);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
