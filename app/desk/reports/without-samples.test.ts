import { beforeAll, beforeEach, expect, test } from "vitest";
import { readAnalytics } from "~/catalogue/analytics.server";
import { readDashboard } from "~/desk/dashboard/dashboard.server";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readReports } from "./reports.server";

const database = testDatabase();
let service: { id: string; name: string };
beforeAll(async () => {
  [service] = (await database.query("select id, service_name as name from visa_services limit 1")) as [typeof service];
});
beforeEach(() => database.query("truncate visa_applications, visa_inquiries, visa_service_views cascade"));

/** One record of every kind that a report counts. */
async function everything(isSample: boolean): Promise<void> {
  const [row] = await database.query<{ id: string }>(
    `insert into visa_applications (application_number, user_email, status, created_at, submitted_at, visa_service_id, is_sample)
     values ($1, 'a@mail.example', 'approved', '2026-04-02T12:00Z', '2026-04-03T12:00Z', $2, $3) returning id`,
    [crypto.randomUUID().slice(0, 20), service.id, isSample],
  );
  await database.query(
    `insert into application_status_history (application_id, to_status, created_at) values ($1, 'approved', '2026-05-02T12:00Z')`,
    [row?.id],
  );
  await database.query(
    `insert into ledger_entries (application_id, kind, amount, name, paid_on) values ($1, 'payment', 385, '', '2026-04-04')`,
    [row?.id],
  );
  await database.query(
    `insert into visa_applications (application_number, user_email, created_at, is_sample) values ($1, 'a@mail.example', '2026-04-02T12:00Z', $2)`,
    [crypto.randomUUID().slice(0, 20), isSample],
  );
  await database.query(
    `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent, created_at, answered_at, is_sample)
     values ('Ana', 'ana@mail.example', '', $1, 'x', true, '2026-04-01T12:00Z', '2026-04-01T13:00Z', $2)`,
    [service.name, isSample],
  );
  await database.query("insert into visa_service_views (service_id, session_id, is_sample) values ($1, 's', $2)", [
    service.id,
    isSample,
  ]);
}
const report = () => readReports(new URLSearchParams("from=2026-01&to=2026-12"));
const analytics = () => readAnalytics(new URLSearchParams("range=all"));

test("[F-DESK-9] sample people are in no count, sum or median, and the report says how many records it left out", async () => {
  await everything(true);
  expect(await report()).toMatchObject({ months: [], samples: 3 });
  const first = await analytics();
  expect(first).toMatchObject({ views: 0, inquiries: 0, popular: [], samples: 3 });
  expect(first.periods.every(({ views, inquiries }) => views === 0 && inquiries === 0)).toBe(true);
  expect((await readDashboard()).byStatus).toEqual({});
  await everything(false);
  const { months, samples } = await report();
  expect(samples).toBe(3);
  expect(months.map(({ month, all }) => [month, all])).toMatchObject([
    ["2026-05", { approvals: 1, toDecision: 29 * 86_400 }],
    ["2026-04", { inquiries: 1, starts: 2, submissions: 1, revenue: 385, toAnswer: 3600, drafts: { 1: 1 } }],
  ]);
  expect(await analytics()).toMatchObject({ views: 1, inquiries: 1, samples: 3 });
  expect((await readDashboard()).byStatus).toEqual({ approved: 1, draft: 1 });
});

test("[F-DESK-9] marking or unmarking a person as a sample removes or adds their records", async () => {
  for (const isSample of [true, false]) await everything(isSample);
  for (const table of ["visa_applications", "visa_inquiries"])
    await database.query(`update ${table} set is_sample = true`);
  expect(await report()).toMatchObject({ months: [], samples: 6 });
  for (const table of ["visa_applications", "visa_inquiries"])
    await database.query(`update ${table} set is_sample = false`);
  const { months, samples } = await report();
  expect(samples).toBe(0);
  expect(months.map(({ all }) => [all.approvals, all.starts, all.inquiries, all.revenue])).toEqual([
    [2, 0, 0, 0],
    [0, 4, 2, 770],
  ]);
});
