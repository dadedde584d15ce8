import { beforeAll, beforeEach, expect, test } from "vitest";
import { insertClient, insertKeyDate } from "../../../test/harness/desk/key-date-rows";
import { inDays } from "../../../test/harness/in-days";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readReports } from "./reports.server";
import { duration } from "./words";

const database = testDatabase();
let services: { id: string; name: string }[] = [];
beforeAll(async () => {
  services = await database.query("select id, service_name as name from visa_services order by display_order limit 2");
});
beforeEach(async () => {
  for (const table of ["visa_applications", "visa_inquiries", "report_figures", "report_changes"])
    await database.query(`delete from ${table}`);
});

const service = (position: number) => services[position] ?? expect.fail("no service");
let made = 0;
type Case = { status?: string; created: string; submitted?: string | null; of?: number; step?: number };
async function application({ status = "draft", created, submitted = null, of = 0, step = 1 }: Case): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `insert into visa_applications (application_number, user_email, status, created_at, submitted_at, visa_service_id, current_step)
     values ($1, 'a@mail.example', $2, $3, $4, $5, $6) returning id`,
    [`BV26-${++made}`, status, created, submitted, service(of).id, step],
  );
  return row?.id ?? "";
}
const decide = async (id: string, status: string, at: string) => {
  await database.query("update visa_applications set status = $2 where id = $1", [id, status]);
  await database.query(
    "insert into application_status_history (application_id, to_status, created_at) values ($1, $2, $3)",
    [id, status, at],
  );
};
const inquiry = async (created: string, name: string, answered: string | null = null) =>
  database.query(
    `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent, created_at, answered_at)
     values ('Ana', 'ana@mail.example', '', $2, 'x', true, $1, $3)`,
    [created, name, answered],
  );
const pay = async (id: string, kind: string, amount: number, paidOn: string, reverses: string | null = null) =>
  (
    await database.query<{ id: string }>(
      `insert into ledger_entries (application_id, kind, amount, name, paid_on, reverses) values ($1, $2, $3, '', $4, $5) returning id`,
      [id, kind, amount, paidOn, reverses],
    )
  )[0]?.id ?? "";
const report = (query = "from=2026-01&to=2026-12") => readReports(new URLSearchParams(query));
const month = async (name: string, query?: string) => {
  const { months } = await report(query);
  return months.find((candidate) => candidate.month === name) ?? expect.fail(`nothing in ${name}`);
};

test("[K-REP-1] a report has Nassau's months, each with its services and a total, equal to the rows", async () => {
  await inquiry("2026-04-01T03:59:00Z", service(0).name);
  await inquiry("2026-04-01T04:01:00Z", service(0).name);
  await inquiry("2026-04-10T12:00:00Z", "Not sure yet");
  const approved = await application({
    ...{ created: "2026-04-02T12:00:00Z", submitted: "2026-04-03T12:00:00Z", status: "under_review" },
  });
  const denied = await application({
    ...{ created: "2026-04-02T12:00:00Z", submitted: "2026-04-04T12:00:00Z", status: "under_review", of: 1 },
  });
  await application({ created: "2026-04-30T12:00:00Z" });
  await decide(approved, "approved", "2026-05-01T12:00:00Z");
  await decide(denied, "denied", "2026-05-02T12:00:00Z");
  expect((await month("2026-03")).all).toMatchObject({ inquiries: 1, starts: 0 });
  const april = await month("2026-04");
  expect(april.all).toMatchObject({ inquiries: 2, starts: 3, submissions: 2, approvals: 0, denials: 0 });
  const byService = Object.fromEntries(april.services.map(({ service: name, figures }) => [name, figures]));
  expect(byService[service(0).name]).toMatchObject({ inquiries: 1, starts: 2, submissions: 1 });
  expect(byService[service(1).name]).toMatchObject({ inquiries: 0, starts: 1, submissions: 1 });
  expect(byService["Not sure yet"]).toMatchObject({ inquiries: 1, starts: 0 });
  expect((await month("2026-05")).all).toMatchObject({ approvals: 1, denials: 1, inquiries: 0 });
  const yearReport = await report(`from=2026-01&to=2026-12&service=${service(1).id}`);
  expect(yearReport.months.map((of) => [of.month, of.all.starts, of.all.denials])).toEqual([
    ["2026-05", 0, 1],
    ["2026-04", 1, 0],
  ]);
  expect((await report("from=2025-01&to=2025-12")).months).toEqual([]);
});

test("[K-REP-1] later changes (deleted, moved, another decision) change the metrics of their month", async () => {
  const id = await application({
    ...{ created: "2026-04-02T12:00:00Z", submitted: "2026-04-03T12:00:00Z", status: "under_review" },
  });
  const draft = await application({ created: "2026-04-02T12:00:00Z" });
  await decide(id, "approved", "2026-05-01T12:00:00Z");
  expect((await month("2026-05")).all.approvals).toBe(1);
  await decide(id, "under_review", "2026-06-01T12:00:00Z");
  expect((await report("from=2026-05&to=2026-06")).months).toEqual([]);
  await decide(id, "denied", "2026-06-02T12:00:00Z");
  expect((await month("2026-06")).all).toMatchObject({ approvals: 0, denials: 1 });
  await database.query("update visa_applications set visa_service_id = $2 where id = $1", [id, service(1).id]);
  expect((await month("2026-06")).services.map(({ service: name }) => name)).toEqual([service(1).name]);
  await database.query("delete from visa_applications where id = $1", [draft]);
  expect((await month("2026-04")).all.starts).toBe(1);
  await database.query("delete from visa_applications where id = $1", [id]);
  expect((await report()).months).toEqual([]);
});

test("[K-REP-2] medians are of what was answered, submitted and decided in the month, and empty without any", async () => {
  await inquiry("2026-04-01T12:00:00Z", service(0).name, "2026-04-01T13:00:00Z");
  await inquiry("2026-04-01T12:00:00Z", service(0).name, "2026-04-01T15:00:00Z");
  await inquiry("2026-04-01T12:00:00Z", service(1).name, "2026-04-03T12:00:00Z");
  await inquiry("2026-04-01T12:00:00Z", service(1).name);
  for (const [of, day] of [
    [0, "03"],
    [0, "04"],
    [1, "08"],
  ] as const) {
    const id = await application({
      ...{ created: "2026-04-02T12:00:00Z", submitted: `2026-04-${day}T12:00:00Z`, status: "under_review", of },
    });
    if (of === 1) await decide(id, "approved", "2026-04-20T12:00:00Z");
  }
  const april = await month("2026-04");
  expect(april.all).toMatchObject({ toAnswer: 3 * 3600, toSubmission: 2 * 86_400, toDecision: 12 * 86_400 });
  const [first, second] = [service(0), service(1)].map(
    ({ name }) => april.services.find((row) => row.service === name)?.figures,
  );
  expect(first).toMatchObject({ toAnswer: 2 * 3600, toSubmission: 1.5 * 86_400, toDecision: null });
  expect(second).toMatchObject({ toAnswer: 2 * 86_400, toSubmission: 6 * 86_400, toDecision: 12 * 86_400 });
  expect([null, 20, 2700, 12_000, 86_400 * 2.4].map(duration)).toEqual([
    "—",
    "under 1 min",
    "45 min",
    "3 h 20 min",
    "2.4 days",
  ]);
});

test("[K-REP-2] unfinished drafts are counted by their current step, also after one moves on", async () => {
  await application({ created: "2026-04-02T12:00:00Z", step: 2 });
  const id = await application({ created: "2026-04-02T12:00:00Z", step: 2, of: 1 });
  await application({ created: "2026-04-02T12:00:00Z", status: "withdrawn", step: 5 });
  expect((await month("2026-04")).all.drafts).toEqual({ 2: 2 });
  await database.query("update visa_applications set current_step = 4 where id = $1", [id]);
  const april = await month("2026-04");
  expect(april.all.drafts).toEqual({ 2: 1, 4: 1 });
  expect(april.services.map(({ figures }) => figures.drafts)).toContainEqual({ 4: 1 });
});

test("[K-REP-3] revenue is payments less refunds by the day they were paid, without reversed pairs", async () => {
  const id = await application({
    ...{ created: "2026-04-02T12:00:00Z", submitted: "2026-04-03T12:00:00Z", status: "under_review" },
  });
  await pay(id, "payment", 500.5, "2026-04-30");
  await pay(id, "refund", 100, "2026-04-30");
  const wrong = await pay(id, "payment", 900, "2026-04-15");
  expect((await month("2026-04")).all.revenue).toBe(1300.5);
  await pay(id, "reversal", 900, "2026-05-03", wrong);
  expect((await month("2026-04")).all.revenue).toBe(400.5);
  expect((await report("from=2026-05&to=2026-05")).months).toEqual([]);
});

test("[K-REP-3] a sum may exceed the maximum of a single amount", async () => {
  const id = await application({
    ...{ created: "2026-04-02T12:00:00Z", submitted: "2026-04-03T12:00:00Z", status: "under_review" },
  });
  for (const day of ["2026-04-05", "2026-04-06"]) await pay(id, "payment", 99_999_999.99, day);
  expect((await month("2026-04")).all.revenue).toBe(199_999_999.98);
});

test("[X-REMIND-11] a report shows what ends in each month and service, and of how many a renewal was started, submitted and approved", async () => {
  const made = { created: "2026-01-02T12:00:00Z", submitted: "2026-01-03T12:00:00Z", status: "approved" };
  const ending = async (kind: string, day: string | null, of = 0, columns: Record<string, unknown> = {}) => {
    const id = await application({ ...made, of });
    await insertKeyDate(database, { application_id: id, kind, ends_on: day, ...columns });
    return id;
  };
  const first = await ending("permit", "2026-10-01");
  await ending("visa", "2026-10-31", 1, {
    settled_as: "left_country",
    settled_at: new Date(),
    settled_by: "a@b.example",
  });
  const third = await ending("entry_permission", "2026-10-15");
  await ending("passport", "2026-10-15");
  await ending("permit", "2026-10-15", 0, { suspended_at: new Date() });
  await ending("permit", null);
  await ending("visa", "2026-11-01");
  await insertKeyDate(database, { client_id: await insertClient(database), ends_on: "2026-10-15" });
  const figuresOf = async (query?: string) => {
    const october = (await report(query)).months.find((candidate) => candidate.month === "2026-10")?.all;
    return [october?.endings, october?.renewals, october?.renewalsSubmitted, october?.renewalsApproved];
  };
  expect(await figuresOf()).toEqual([3, 0, 0, 0]);
  expect((await month("2026-11")).all.endings).toBe(1);
  const renewal = await application({ created: "2026-09-01T12:00:00Z" });
  await application({ created: "2026-09-02T12:00:00Z" });
  await database.query("update visa_applications set renews_id = $2 where id = $1", [renewal, first]);
  expect(await figuresOf()).toEqual([3, 1, 0, 0]);
  await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [
    renewal,
  ]);
  expect(await figuresOf()).toEqual([3, 1, 1, 0]);
  await decide(renewal, "approved", "2026-09-20T12:00:00Z");
  expect(await figuresOf()).toEqual([3, 1, 1, 1]);
  expect(await figuresOf(`from=2026-01&to=2026-12&service=${service(1).id}`)).toEqual([1, 0, 0, 0]);
  await database.query("update key_dates set ends_on = '2026-11-15' where application_id = $1", [third]);
  expect(await figuresOf()).toEqual([2, 1, 1, 1]);
  expect((await month("2026-11")).all.endings).toBe(2);
  await database.query("update visa_applications set status = 'denied' where id = $1", [third]);
  expect((await month("2026-11")).all.endings).toBe(1);
  await database.query("update visa_applications set is_sample = true where id = $1", [first]);
  expect(await figuresOf()).toEqual([1, 0, 0, 0]);
  await database.query("update visa_applications set is_sample = false where id = $1", [first]);
  await database.query("delete from visa_applications where id = $1", [renewal]);
  expect(await figuresOf()).toEqual([2, 0, 0, 0]);
});

test("[X-REMIND-11] months to choose from reach to what ends within two years, and not back to what ended long ago", async () => {
  const id = await application({
    created: "2026-04-02T12:00:00Z",
    submitted: "2026-04-03T12:00:00Z",
    status: "approved",
  });
  const [year, rest] = [Number(inDays(0).slice(0, 4)), inDays(0).slice(4, 7)];
  for (const day of ["1951-02-01", `${year + 1}${rest}-01`, "2149-02-01"])
    await insertKeyDate(database, { application_id: id, kind: "visa", ends_on: day });
  const { choices, ahead } = await report();
  expect([choices.months[0], choices.months.at(-1)]).toEqual([`${year + 1}${rest}`, "2026-04"]);
  expect((await report(`from=${ahead.from}&to=${ahead.to}`)).from).toBe(inDays(0).slice(0, 7));
});
