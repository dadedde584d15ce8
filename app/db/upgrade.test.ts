import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "~/db/client.server";
import { insertDraft, insertInquiry } from "../../test/harness/desk/people-rows";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";

const database = testDatabase();

const statements = (name: string) =>
  readFileSync(`app/db/migrations/${name}.sql`, "utf8").split("--> statement-breakpoint");
const desk = ["0015_desk", "0016_lists", "0017_inquiries", "0018_undo", "0019_people", "0020_record"];

/** Runs `text` as the upgrade does, beside the trigger that keeps the record, and takes it back. */
async function inUpgrade(settings: string, text: string, then: string) {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local lucaya.record = 'sweep'; ${settings}`);
    const { rows: first } = await client.query(text);
    return { first, rows: then ? (await client.query(then)).rows : [] };
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe("what older entries of the record are about", () => {
  const naming = statements("0020_record").find((one) => one.includes('SET "subject_name"')) ?? "";
  let draft: string;
  let inquiry: string;
  beforeAll(async () => {
    const staff = await staffMember(database);
    draft = await insertDraft(database);
    inquiry = await insertInquiry(database);
    const add = async (type: string, rows: string, values: string[] = []) =>
      database.query(
        `with there as (${rows}) insert into admin_activity_log (action_type, subject_type, subject_id, target_admin_email)
         select 'x', '${type}', id::text, '${staff.staff.email}' from there`,
        values,
      );
    await add("application", "select $1::uuid as id", [draft]);
    await add("inquiry", "select $1::uuid as id", [inquiry]);
    await add("service", "select id from visa_services where slug = 'canadian-eta'");
    await add("admin", "select $1::uuid as id", [staff.staff.adminId]);
    await add(
      "saved_reply",
      "insert into saved_replies (admin_email, title, body) values ($1, 'Opening hours', 'x') returning id",
      [staff.staff.email],
    );
    await add(
      "document",
      `insert into documents (application_id, document_type, document_name, storage_key, byte_size, content_type, sha256)
       values ($1, 'passport_copy', 'passport.pdf', 'key', 10, 'application/pdf', repeat('0', 64)) returning id`,
      [draft],
    );
    for (const none of ["gone", "2026-11-01", "00000000-0000-4000-8000-000000000000"])
      await add("application", "select $1::text as id", [none]);
  });

  test("[K-LOG-5] is known by name after the upgrade, as far as it is there", async () => {
    const { rows } = await inUpgrade(
      "",
      naming,
      "select subject_type as type, subject_name as name from admin_activity_log where action_type = 'x' order by created_at",
    );
    const [application] = await database.query("select application_number as number from visa_applications");
    const number = application?.number;
    expect(rows).toEqual([
      { type: "application", name: number },
      { type: "inquiry", name: inquiry.slice(0, 12).toUpperCase() },
      { type: "service", name: "Canadian eTA" },
      { type: "admin", name: expect.stringContaining("@lucaya.example") },
      { type: "saved_reply", name: "Opening hours" },
      { type: "document", name: number },
      ...[1, 2, 3].map(() => ({ type: "application", name: null })),
    ]);
  });

  test("[K-LOG-5] is found by its key, so that the upgrade of a large database ends", async () => {
    const { first } = await inUpgrade(
      "set local enable_seqscan = off",
      `explain ${naming.replace(/^--.*$/gm, "")}`,
      "",
    );
    const plan = first.map((line: { "QUERY PLAN": string }) => line["QUERY PLAN"]).join("\n");
    for (const table of ["visa_applications", "visa_services", "saved_replies", "documents", "email_notifications"]) {
      expect(plan).toContain(`using ${table}_pkey on ${table}`);
      expect(plan).not.toContain(`Seq Scan on ${table}`);
    }
  });
});

test.each(["visa_applications", "visa_inquiries"])(
  "[K-FIND-1] the upgrade writes the rows of %s anew once",
  (table) => {
    const rewriting = desk
      .flatMap(statements)
      .filter((one) => one.includes(`ALTER TABLE "${table}"`) && one.includes("GENERATED ALWAYS AS"));
    expect(rewriting).toHaveLength(1);
  },
);

test("[K-FIND-1, K-REP-1] what columns and indexes are computed with needs no search path, as a restored dump has none", async () => {
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
  const { first } = await inUpgrade(
    "set local search_path to ''",
    `select public.contact_phones('{"primaryPhone": "+1 242", "workPhone": "555-0102"}') as phones, public.digits('+1 2') as digits,
       public.folded('Núñez') as folded, public.few_digits('ab1') as few, public.ledger_day(null, '2026-11-01T03:59:00Z')::text as day,
       public.nassau_month('2026-11-01T03:59:00Z')::text as month`,
    "",
  );
  expect(first).toEqual([
    { phones: "1242 5550102", digits: "12", folded: "nunez", few: ["1"], day: "2026-10-31", month: "2026-10-01" },
  ]);
});
