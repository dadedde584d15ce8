import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { readAnalytics } from "./analytics.server";

const database = testDatabase();
beforeEach(async () => {
  await database.query("delete from visa_inquiries");
  await database.query("delete from visa_service_views");
});
afterEach(() => {
  vi.useRealTimers();
});

const read = (range = "30") => readAnalytics(new URLSearchParams({ range }));
const viewAt = (instant: string) =>
  database.query(
    "insert into visa_service_views (service_id, session_id, viewed_at) select id, 's', $1 from visa_services limit 1",
    [instant],
  );
const inquireAt = (instant: string) =>
  database.query(
    `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country,
       passport_expiry_date, travel_date, purpose, privacy_consent, created_at)
     values ('One', 'one@mail.example', '+1 242 555 0100', 'UK Visitor Visa', 'BS', 'BS', '2031-01-01', '2027-01-01', 'x', true, $1)`,
    [instant],
  );
const at = (now: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
const filled = async (range = "30") =>
  (await read(range)).periods.filter(({ views, inquiries }) => views + inquiries > 0);

describe("the chart's days in Nassau", () => {
  test.each([
    ["winter", "2026-01-10T04:59:59Z", "2026-01-09"],
    ["winter", "2026-01-10T05:00:00Z", "2026-01-10"],
    ["summer", "2026-07-10T03:59:59Z", "2026-07-09"],
    ["summer", "2026-07-10T04:00:00Z", "2026-07-10"],
  ])("in %s an event at %s counts for %s", async (_season, instant, day) => {
    at(`${instant.slice(0, 10)}T16:00:00Z`);
    await viewAt(instant);
    await inquireAt(instant);
    expect(await filled()).toEqual([{ from: day, views: 1, inquiries: 1 }]);
  });

  test.each([
    ["2026-01-10T04:59:59Z", "2026-01-09"],
    ["2026-01-10T05:00:00Z", "2026-01-10"],
    ["2026-07-10T03:59:59Z", "2026-07-09"],
    ["2026-07-10T04:00:00Z", "2026-07-10"],
  ])("at %s the chart's last day is %s", async (now, day) => {
    at(now);
    expect((await read()).periods.at(-1)?.from).toBe(day);
  });
});

describe("the range of the chart", () => {
  const day = (from: string, offset: number) =>
    new Date(Date.parse(from) + offset * 86_400_000).toISOString().slice(0, 10);
  const today = "2026-03-20";
  const noon = (date: string) => `${date}T16:00:00Z`;

  test.each([
    ["30", 30, "day"],
    ["90", 90, "day"],
    ["365", 53, "week"],
  ])("a range of %s days has %i bars and omits what is a day older", async (range, bars, step) => {
    at(noon(today));
    const first = day(today, 1 - Number(range));
    await viewAt(noon(first));
    await viewAt(noon(day(first, -1)));
    await viewAt(noon(today));
    const shown = await read(range);
    expect(shown.periods).toHaveLength(bars);
    expect([shown.periods[0], shown.step]).toEqual([{ from: first, views: 1, inquiries: 0 }, step]);
    expect(shown.periods.at(-1)?.views).toBe(1);
    expect(shown.views).toBe(3);
  });

  test("all time begins a year ago, or in the month of the first event", async () => {
    at(noon(today));
    expect((await read("all")).periods.map(({ from }) => from)).toEqual([
      ...Array.from({ length: 10 }, (_, month) => `2025-${String(month + 3).padStart(2, "0")}-01`),
      ...["2026-01-01", "2026-02-01", "2026-03-01"],
    ]);
    await viewAt("2024-12-31T16:00:00Z");
    const { periods } = await read("all");
    expect([periods.length, periods[0]]).toEqual([16, { from: "2024-12-01", views: 1, inquiries: 0 }]);
  });

  test("an unknown range means thirty days", async () => {
    expect((await read("7")).range).toBe("30");
  });
});

describe("the metrics", () => {
  test("[A-ANALYT-4] the conversion rate has one decimal", async () => {
    for (let view = 0; view < 3; view++) await viewAt("2026-01-01T12:00:00Z");
    await inquireAt("2026-01-01T12:00:00Z");
    expect((await read()).conversion).toBe("33.3");
  });

  test("[A-ANALYT-7] without views the conversion rate is 0.0", async () => {
    await inquireAt("2026-01-01T12:00:00Z");
    expect(await read()).toMatchObject({ views: 0, inquiries: 1, conversion: "0.0" });
  });

  test("[A-ANALYT-5] the ten most viewed services are listed by views", async () => {
    await database.query(
      `insert into visa_service_views (service_id, session_id)
       select id, 's' from (select id, row_number() over (order by slug)::int as place from visa_services limit 11) ranked,
         lateral generate_series(1, 20 - place)`,
    );
    const services = await database.query<{ slug: string }>("select slug from visa_services order by slug limit 10");
    const { popular } = await read();
    expect(popular.map(({ slug, count }) => [slug, count])).toEqual(
      services.map(({ slug }, index) => [slug, 19 - index]),
    );
  });
});
