import { describe, expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { HttpClient } from "../harness/http-client";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);

const path = "/admin/applications";
const list = async (search = "") => (await (await desk.get(path + search)).text()).replaceAll("<!-- -->", "");
const numbers = (html: string) => [...html.matchAll(/whitespace-nowrap">(T-\d{3})</g)].map(([, number]) => number);
const row = (html: string, number: string) =>
  /<tr.*?<\/tr>/gs[Symbol.match](html)?.find((tr) => tr.includes(number)) ?? "";
const card = (html: string, label: string) => new RegExp(`truncate[^"]*">${label}<.*?>([\\d,]+)<`, "s").exec(html)?.[1];
const address = (html: string, rel: "next" | "prev") =>
  new RegExp(`<a[^>]*rel="${rel}"[^>]*>`)
    .exec(html)?.[0]
    .match(/href="([^"]*)"/)?.[1]
    ?.replaceAll("&amp;", "&");

/** Applications T-001 and following, a minute apart; every seventh draft has its neighbour's timestamp. */
const insert = (from: number, to: number) =>
  app.query(
    `insert into visa_applications (application_number, user_email, status, metadata, created_at, submitted_at)
     select 'T-' || lpad(n::text, 3, '0'), 'person' || n || '@mail.example', status::application_status,
       jsonb_build_object('step1', jsonb_build_object('firstName', 'Nadège' || n, 'lastName', 'Ñuñez')),
       now() - interval '1 day' + (n - case when n % 7 = 0 then 1 else 0 end) * interval '1 minute',
       case when status <> 'draft' then now() - interval '1 hour' - (n * 37 % 101) * interval '1 second' end
     from (select n, (array['draft','submitted','under_review','approved','denied','draft','interview_scheduled',
       'additional_info_required','withdrawn','draft'])[1 + n % 10] as status from generate_series($1::int, $2::int) n) given`,
    [from, to],
  );

describe("the list of applications", () => {
  test("[A-APP-14] an empty list says so", async () => {
    expect(await list()).toContain("No applications found matching your filters");
    expect(await list("?q=nobody")).toContain("No applications found matching your filters");
  });

  test("[A-APP-1, A-APP-2, A-APP-9] the list has its title, its links, exact counts over all applications, and its columns", async () => {
    await insert(1, 230);
    const html = await list("?status=denied");
    expect(html).toMatch(/<h1[^>]*>Applications<\/h1>/);
    const main = html.slice(html.indexOf('id="main"'));
    expect(main).toMatch(/href="\/admin"[^>]*>(<span>)?Dashboard/);
    expect(main).toMatch(/href="\/admin\/emails"[^>]*>(<span>)?Emails/);
    const cards = ["Total", "Draft", "Submitted", "Under Review", "Approved", "Denied"];
    expect(cards.map((label) => card(html, label))).toEqual(["230", "69", "23", "23", "23", "23"]);
    expect([...html.matchAll(/<th .*?<\/th>/gs)].map(([head]) => plain(head).trim())).toEqual([
      "Select all on this page",
      "Application",
      "Applicant",
      "Type",
      "Status",
      "Progress",
      "Payment",
      "Submitted",
      "Passport",
      "Ends",
      "Owner",
      "Due",
      "Actions",
    ]);
  });

  test("[A-APP-3, A-APP-4] the list shows the newest first, a hundred per page, and every order can be paged to the end and back", async () => {
    const orders = {
      "": "created_at desc, id desc",
      oldest: "created_at, id",
      submitted: "submitted_at desc nulls last, id desc",
      "submitted-oldest": "submitted_at nulls last, id",
      status: "status, created_at, id",
      "status-back": "status desc, created_at desc, id desc",
      number: "application_number",
      "number-back": "application_number desc",
      ends: "ends_on nulls last, id",
    };
    for (const [sort, order] of Object.entries(orders)) {
      const expected = (
        await app.query<{ n: string }>(`select application_number as n from visa_applications order by ${order}`)
      ).map(({ n }) => n);
      const first = await list(sort ? `?sort=${sort}` : "");
      const second = await list(address(first, "next")?.slice(path.length));
      const third = await list(address(second, "next")?.slice(path.length));
      expect([numbers(first), numbers(second), numbers(third)], sort).toEqual([
        expected.slice(0, 100),
        expected.slice(100, 200),
        expected.slice(200),
      ]);
      expect(address(third, "next"), sort).toBeUndefined();
      expect(numbers(await list(address(third, "prev")?.slice(path.length))), sort).toEqual(expected.slice(100, 200));
    }
    expect(numbers(await list("?sort=submitted&status=draft"))).toEqual(numbers(await list("?status=draft")));
    expect(await list("?sort=submitted")).toMatch(/aria-sort="descending"[^>]*><a[^>]*sort=submitted-oldest/);
    // Invalid parameters are ignored; a deleted cursor starts from the beginning.
    expect(numbers(await list("?sort=password&before=x&status=nothing"))).toEqual(numbers(await list()));
    const fromDeletedRow = await desk.get(`${path}?status=denied&before=${crypto.randomUUID()}`);
    expect([fromDeletedRow.status, fromDeletedRow.headers.get("location")]).toEqual([302, `${path}?status=denied`]);
  });

  test("[A-APP-5] the search finds applications by number, email and name, with or without accents and in any word order", async () => {
    for (const text of ["t-007", "PERSON7@", "nadege7 nunez", "Ñuñez Nadège7 person7@", "  Nadège7  "])
      expect(numbers(await list(`?q=${encodeURIComponent(text)}`)), text).toContain("T-007");
    expect(numbers(await list("?q=person7%40mail.example"))).toEqual(["T-007"]);
    expect(numbers(await list("?q=person7%40mail.example&status=denied"))).toEqual([]);
    expect(numbers(await list("?q=%25"))).toEqual([]);
  });

  test("[A-APP-6, A-APP-7] the filter offers every status and lists only applications with that status", async () => {
    const html = await list("?status=interview_scheduled");
    const checkboxes = inside(screenOf(html).getByRole("group", { name: "Status" })).getAllByRole("checkbox");
    expect(checkboxes.map((checkbox) => [checkbox.getAttribute("value"), checkbox.hasAttribute("checked")])).toEqual(
      [
        "all",
        "draft",
        "submitted",
        "under_review",
        "additional_info_required",
        "interview_scheduled",
        "approved",
        "denied",
        "withdrawn",
      ].map((status) => [status, status === "interview_scheduled"]),
    );
    expect(numbers(html)).toHaveLength(23);
    const stored = await app.query<{ n: string }>(
      "select application_number as n from visa_applications where status = 'interview_scheduled'",
    );
    expect(new Set(numbers(html))).toEqual(new Set(stored.map(({ n }) => n)));
    expect(numbers(await list("?status=all&status=draft"))).toHaveLength(100);
  });

  test("[A-APP-10, A-APP-11, A-APP-12] a row shows progress, payment, and the service's name and type", async () => {
    await app.query(
      `update visa_applications set completion_percentage = 37, current_step = 3, total_steps = 8, payment_status = 'partial',
       visa_service_id = (select id from visa_services where slug = 'us-travel-b1-b2-visa') where application_number = 'T-230'`,
    );
    const [service] = await app.query<{ service_name: string; visa_type: string }>(
      "select service_name, visa_type from visa_services where slug = 'us-travel-b1-b2-visa'",
    );
    const html = row(await list(), "T-230").replaceAll("&amp;", "&");
    expect(plain(html)).toContain("37% step 3 of 8");
    expect(html).toMatch(/(aria-valuenow|value)="37"/);
    for (const text of ["Partial", service?.service_name ?? "?", service?.visa_type ?? "?"])
      expect(html).toContain(text);
    for (const status of ["paid", "pending", "refunded"]) {
      await app.query("update visa_applications set payment_status = $1 where application_number = 'T-230'", [status]);
      expect(plain(row(await list(), "T-230")).toLowerCase()).toContain(` ${status} `);
    }
  });

  test("[A-APP-8] Refresh shows new applications, and a count announces them before", async () => {
    const html = await list("?status=draft&sort=oldest");
    expect(html).toMatch(/href="\/admin\/applications\?status=draft&amp;sort=oldest"[^>]*>.*?Refresh/s);
    const since = new Date(Date.now() - 60_000).toISOString();
    const arrivals = async (search: string) => (await desk.get(`${path}/arrivals?since=${since}${search}`)).json();
    expect(await arrivals("")).toEqual({ since, started: 0, submitted: 0 });
    await new HttpClient(app).start("late@mail.example");
    await app.query("update visa_applications set submitted_at = now() where application_number = 'T-002'");
    expect(await arrivals("")).toEqual({ since, started: 1, submitted: 1 });
    expect(await arrivals("&status=draft")).toEqual({ since, started: 1, submitted: 0 });
    expect(await arrivals("&q=nobody")).toEqual({ since, started: 0, submitted: 0 });
    expect(await list()).toContain("late@mail.example");
    expect((await desk.get(`${path}/arrivals?since=yesterday`)).status).toBe(400);
    expect((await new HttpClient(app).get(`${path}/arrivals?since=${since}`)).status).toBe(302);
  });

  test("[A-APP-13] an unknown status gets the default style, and the list still shows", async () => {
    await app.query("alter type application_status add value 'archived'");
    await app.query("update visa_applications set status = 'archived' where application_number = 'T-227'");
    const html = await list();
    expect(row(html, "T-227")).toMatch(/data-status="archived"[^>]*>Archived</);
    expect(numbers(html)).toContain("T-228");
  });

  test("[A-APP-15] an application has the columns of the specification", async () => {
    const [row] = await app.query(
      `select id, application_number, user_email, application_type, status, current_step, total_steps, completion_percentage,
       payment_status, amount_paid, total_amount_due, resume_token, created_at, submitted_at
       from visa_applications where application_number = 'T-001'`,
    );
    expect(row).toMatchObject({
      application_number: "T-001",
      user_email: "person1@mail.example",
      status: "submitted",
      payment_status: "pending",
      amount_paid: "0.00",
      total_amount_due: "0.00",
    });
    expect(row?.resume_token).toMatch(/^[0-9a-f-]{36}$/);
  });
});
