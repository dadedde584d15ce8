import { describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { HttpClient, until } from "../harness/http-client";
import { runJob } from "../harness/queue";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = new HttpClient(app);
await desk.post("/admin/login", admin);

const page = async (search = "") =>
  (await (await desk.get(`/admin/analytics${search}`)).text()).replaceAll("<!-- -->", "");
/** The number on a card of the dashboard. */
const card = (html: string, label: string) => new RegExp(`${label}.*?([\\d,.]+%?)<`, "s").exec(html)?.[1];
const inquire = (times: number, status = "new", ago = "0 days") =>
  app.query(
    `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country,
       passport_expiry_date, travel_date, purpose, privacy_consent, status, created_at)
     select 'One', 'one@mail.example', '+1 242 555 0100', 'UK Visitor Visa', 'BS', 'BS', '2030-01-01', '2027-01-01', 'x', true, $2::inquiry_status, now() - $3::interval
     from generate_series(1, $1)`,
    [times, status, ago],
  );
const view = (slug: string, times: number, ago = "0 days") =>
  app.query(
    `insert into visa_service_views (service_id, session_id, viewed_at)
     select id, 's', now() - $3::interval from visa_services, generate_series(1, $2::int) where slug = $1`,
    [slug, times, ago],
  );
/** The triggers' counters, and the actual counts. */
async function storedCounts() {
  const sums = await app.query<{ subject: string; key: string; n: number }>(
    "select subject, key, sum(n)::int as n from row_counts group by 1, 2 having sum(n) <> 0 order by 1, 2",
  );
  const real = await app.query(`
    select * from (
      select 'applications' as subject, status::text as key, count(*)::int as n from visa_applications group by 2
      union all select 'applications by service', coalesce(visa_service_id::text, ''), count(*)::int from visa_applications group by 2
      union all select 'inquiries', status::text, count(*)::int from visa_inquiries group by 2
      union all select 'inquiries by day', (created_at at time zone 'America/Nassau')::date::text, count(*)::int from visa_inquiries group by 2
      union all select 'emails', status::text, count(*)::int from email_notifications group by 2
      union all select 'views', service_id::text, count(*)::int from visa_service_views group by 2
      union all select 'applications by facets', jsonb_build_array(status, visa_service_id, owner_id, payment_status, turn)::text, count(*)::int from visa_applications group by 2
      union all select 'inquiries by facets', jsonb_build_array(status, visa_service, owner_id, priority, answered_at is null)::text, count(*)::int from visa_inquiries group by 2
      union all select 'views by day', (viewed_at at time zone 'America/Nassau')::date::text, count(*)::int from visa_service_views group by 2
    ) counted order by 1, 2`);
  return { sums, real };
}

describe("the Analytics tab", () => {
  test("[A-ANALYT-6] the tab says that there is no data while nothing was counted", async () => {
    expect(await page()).toContain("No analytics data available yet");
  });

  test("[A-ANALYT-7] inquiries without views show a conversion of 0.0", async () => {
    await inquire(1);
    const html = await page();
    expect(html).not.toContain("No analytics data available yet");
    expect(card(html, "Conversion")).toBe("0.0%");
  });

  test("[A-ANALYT-2, A-ANALYT-3, A-ANALYT-4] 8 views and 1 inquiry show a conversion of 12.5, and each inquiry is one row of contact_inquiries", async () => {
    await view("uk-visitor-visa", 8);
    expect(await app.query("select count(*)::int as count from contact_inquiries")).toEqual([{ count: 1 }]);
    const html = await page();
    expect([card(html, "Total views"), card(html, "Total inquiries"), card(html, "Conversion")]).toEqual([
      "8",
      "1",
      "12.5%",
    ]);
  });

  test("[A-ANALYT-1, A-ANALYT-5] every view counts, also beyond 1000, and the ten most viewed services are listed in order by name", async () => {
    const services = await app.query<{ slug: string; service_name: string }>(
      "select slug, service_name from visa_services where slug <> 'uk-visitor-visa' order by slug limit 11",
    );
    expect(services).toHaveLength(11);
    for (const [index, { slug }] of services.entries()) await view(slug, 400 - index * 10);
    const html = await page();
    const all = services.reduce((sum, _, position) => sum + 400 - position * 10, 8);
    expect(card(html, "Total views")).toBe(all.toLocaleString("en-US"));
    const list = /id="popular".*?<ol.*?<\/ol>/s.exec(html)?.[0] ?? "";
    const named = [...list.matchAll(/min-w-0 flex-1">([^<]+)</g)].map(([, name]) => name?.replaceAll("&amp;", "&"));
    expect(named).toEqual(services.slice(0, 10).map(({ service_name }) => service_name));
  });

  test("views and inquiries are shown over time, by day, week and month in Nassau", async () => {
    await view("uk-visitor-visa", 5, "40 days");
    await view("uk-visitor-visa", 3, "500 days");
    const total = (html: string, title: string) =>
      new RegExp(`${title} per \\w+</span><span[^>]*>([\\d,]+)<`).exec(html)?.[1]?.replaceAll(",", "");
    const recent = Number(total(await page(), "Service views"));
    expect(recent).toBeGreaterThan(1000);
    expect(Number(total(await page("?range=90"), "Service views"))).toBe(recent + 5);
    expect(Number(total(await page("?range=365"), "Service views"))).toBe(recent + 5);
    expect(Number(total(await page("?range=all"), "Service views"))).toBe(recent + 8);
    expect(total(await page("?range=all"), "Inquiries")).toBe("1");
    expect(await page("?range=tomorrow")).toContain("Service views per day");
  });
});

describe("stored counts", () => {
  test("the counts follow every insert, update, deletion and rollback, single or bulk, and stay the same when they are compacted", async () => {
    await new HttpClient(app).start("counted@mail.example");
    await inquire(20, "contacted", "3 days");
    await app.query("update visa_inquiries set status = 'qualified' where status = 'contacted'");
    await app.query("update visa_inquiries set status = status");
    await app.query(
      "delete from visa_inquiries where id in (select id from visa_inquiries where status = 'qualified' limit 5)",
    );
    await app.query(
      "do $$ begin delete from visa_inquiries; raise exception 'no'; exception when others then null; end $$",
    );
    await app.query("update visa_applications set status = 'withdrawn'");
    await app.query("delete from visa_services where slug = 'uk-visitor-visa'");
    await until(
      "every mail sent, which changes the counts",
      async () => (await app.query("select 1 from email_notifications where status = 'pending'")).length === 0,
    );
    const before = await storedCounts();
    expect(before.sums).toEqual(before.real);

    const rows = async () => (await app.query<{ n: number }>("select count(*)::int as n from row_counts"))[0]?.n ?? 0;
    const rowsBefore = await rows();
    await runJob(app, "db.sum-counts");
    await until("the rows added together", async () => (await rows()) < rowsBefore);
    const after = await storedCounts();
    expect(after.sums).toEqual(before.sums);
    expect(await rows()).toBe(after.sums.length);

    await app.query("truncate visa_service_views");
    expect((await storedCounts()).sums.filter(({ subject }) => subject.startsWith("views"))).toEqual([]);
  });
});
