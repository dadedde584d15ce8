import { beforeAll, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { daysAfter, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { insertApplications } from "../../../test/harness/applicants/application-rows";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { overdueInvoicePage, readOverdueInvoices } from "./read-invoices.server";
import { readToday } from "./read-today.server";

const database = testDatabase();
let me: StaffContext;
beforeAll(async () => {
  me = await staffMember(database, "regular_admin");
});

/** Open invoices of applications, numbered from 1, due so many days after today. */
async function insertInvoices(applications: number, each: number, dueIn: (n: string) => string): Promise<void> {
  await insertApplications(database, 1, applications);
  await database.query(
    `with a as (select id, row_number() over (order by application_number, g) as n
         from visa_applications, generate_series(1, ${each}) g),
       i as (insert into invoices (application_id, kind, number, facts, amount, issued_on, due_on, admin_email)
         select id, 'invoice', 'LI-2026-' || lpad(n::text, 6, '0'), '{}', 100, '2026-01-01', $1::date + (${dueIn("n")})::int, 'a@b.example'
         from a returning id, application_id, due_on)
     insert into open_invoices (invoice_id, application_id, due_on, open)
     select id, application_id, due_on, 85.5 from i`,
    [nassauDay()],
  );
}

test("[M-INV-11] Today lists invoices due before today in Nassau, the oldest first, page by page", async () => {
  await insertInvoices(25, 1, (n) => `1 - ${n}`);
  const group = (await readToday(me.staff.adminId)).find(({ id }) => id === "invoices");
  // The first is due today.
  expect([group?.read?.count, group?.read?.lines.length]).toEqual([24, 10]);
  expect(group?.read?.lines[0]).toMatchObject({
    says: "LI-2026-000025 · $85.50 open",
    alert: "Overdue by 24 days",
    to: expect.stringMatching(/^\/admin\/applications\/[\da-f-]{36}#fees$/),
  });
  const { adminId } = me.staff;
  const pages = await Promise.all([0, 10, 20].map((offset) => readOverdueInvoices({ adminId, limit: 10, offset })));
  const lines = pages.flatMap((page) => page.lines);
  expect(lines.map(({ says }) => says.slice(8, 14))).toEqual(
    Array.from({ length: 24 }, (_, index) => String(25 - index).padStart(6, "0")),
  );
  expect((await readOverdueInvoices({ adminId, limit: 10, offset: 0 }, daysAfter(nassauDay(), 1))).count).toBe(25);
});

test("[M-INV-11] the page reads the index of open invoices alone, however many there are", async () => {
  await database.query("delete from visa_applications");
  await insertInvoices(300, 20, (n) => `${n} % 400 - 200`);
  await database.query("analyze open_invoices, invoices, visa_applications");
  const { sql, params } = overdueInvoicePage(nassauDay(), { limit: 10, offset: 0 }).toSQL();
  const rows = await database.query<{ "QUERY PLAN": string }>(`explain ${sql}`, params);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Limit .*\n\s*->\s+Index Scan using open_invoices_due_on_invoice_id_index/);
  expect(plan).not.toMatch(/Seq Scan on (open_)?invoices/);
  expect(await overdueInvoicePage(nassauDay(), { limit: 10, offset: 0 })).toHaveLength(10);
  expect(await db.$count(overdueInvoicePage(nassauDay(), { limit: 10, offset: 5990 }).as("page"))).toBe(0);
});
