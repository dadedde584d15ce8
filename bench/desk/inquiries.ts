import type { AppServer } from "../../test/harness/app-server.ts";
import { fillTable } from "../fill.ts";
import { memoryOf } from "../machine.ts";
import { figure, type Line } from "../table.ts";
import type { DeskList, Question } from "./desk.ts";

/** Generated inquiry number `n`: from the last three years, mostly answered, every thirtieth with priority. */
const insert = `
insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country, passport_expiry_date,
  travel_date, num_adults, purpose, privacy_consent, status, priority, created_at)
select first || ' ' || last, lower(first || '.' || last) || n || '@mail.example',
       '+1 242 ' || 300 + n % 600 || ' ' || lpad((n % 10000)::text, 4, '0'),
       (array['Bahamian e-Visa', 'UK Transit Visa', 'Canadian Visitor Visa', 'Not sure yet'])[1 + n % 4], 'HT', 'BS', date '2031-05-01', date '2027-08-20', 1 + n % 4,
       'Number ' || n || ': a degree in nursing, beginning in September.', true,
       (case when n % 100 < 4 then 'new' when n % 100 < 8 then 'in_review' when n % 100 < 40 then 'contacted'
         when n % 100 < 60 then 'qualified' when n % 100 < 80 then 'converted' else 'not_qualified' end)::inquiry_status,
       n % 30 = 0, now() - interval '3 years' + n * (interval '3 years' / $3::float8) - interval '1 hour'
from (
  select n,
    (array['Nadège','Joseph','Marie','Tamika','Rashad','Ingrid','Wei','Aisha','Carlos','Olu','Priya','Sven'])[1 + n % 12]
      || substr(md5('f' || n), 1, 3) as first,
    (array['Rolle','Ferguson','Ñuñez','Knowles','Smith','Okafor','Larsen','Bethel','Moxey','Chen','Silva'])[1 + n % 11]
      || substr(md5('l' || n), 1, 4) as last
  from generate_series($1::int, $2::int) n
) made`;

const newline = 10;

export const inquiriesList: DeskList = {
  name: "Inquiries",
  async fill(app: AppServer, count: number) {
    await fillTable(app, "visa_inquiries", insert, count);
  },
  async questions(app: AppServer): Promise<Question[]> {
    const sample = await app.query<{ name: string; email: string; phone: string; id: string }>(
      `select full_name as name, email, phone, id from visa_inquiries
       where id > gen_random_uuid() order by id limit 5`,
    );
    const list = "/admin/inquiries.data";
    const search = (words: string[]) => words.map((word) => `${list}?q=${encodeURIComponent(word)}`);
    return [
      { what: "first page and counts, the whole document", paths: ["/admin/inquiries"] },
      { what: "first page and counts", paths: [list] },
      { what: "page in the middle", paths: sample.map(({ id }) => `${list}?before=${id}`) },
      { what: "oldest first", paths: [`${list}?sort=oldest`] },
      { what: "status filter", paths: ["new", "converted", "not_qualified"].map((s) => `${list}?status=${s}`) },
      {
        what: "priority filter, with a status",
        paths: ["new", "qualified"].map((s) => `${list}?priority=yes&status=${s}`),
      },
      {
        what: "owner, due day, age, country, unanswered",
        paths: [
          "owner=none",
          "owner=inactive",
          "due=overdue",
          "due=none",
          "age=older",
          "country=BS",
          "unanswered=yes",
        ].map((query) => `${list}?${query}`),
      },
      { what: "search by name", paths: search(sample.map(({ name }) => name)) },
      { what: "search by email", paths: search(sample.map(({ email }) => email)) },
      { what: "search by phone", paths: search(sample.map(({ phone }) => phone)) },
      { what: "search by service", paths: search(["Bahamian e-Visa", "transit", "canadian"]) },
      { what: "search by a service that nobody asked for", paths: search(["permanent residence"]) },
      { what: "search that finds nothing", paths: search(["nobody of that name", "zzqx@nowhere"]) },
      { what: "detail, the whole document", paths: sample.map(({ id }) => `/admin/inquiries/${id}`) },
    ];
  },
  /** Exports all of them: time, size, and the app's peak memory in each quarter. */
  async more(app: AppServer, cookie: string): Promise<Line[]> {
    const residentMemory = () => memoryOf([app.child.pid ?? 0]).resident;
    const [existing] = await app.query<{ n: number }>("select count(*)::int as n from visa_inquiries");
    const rows = existing?.n ?? 1;
    const before = residentMemory();
    const maxima = [before, before, before, before];
    let bytes = 0;
    let read = 0;
    const began = performance.now();
    const response = await fetch(`${app.url}/admin/inquiries/export`, {
      method: "POST",
      headers: { cookie, origin: app.url },
      body: new URLSearchParams(),
      redirect: "manual",
    });
    if (response.status !== 200 || !response.body) throw new Error(`The export answered ${response.status}`);
    let chunks = 0;
    for await (const chunk of response.body) {
      bytes += chunk.length;
      read += chunk.filter((byte) => byte === newline).length;
      const quarter = Math.min(3, Math.floor((4 * read) / rows));
      if (chunks++ % 20 === 0) maxima[quarter] = Math.max(maxima[quarter] ?? 0, residentMemory());
    }
    const seconds = (performance.now() - began) / 1000;
    return [
      { what: "export of all as CSV", measured: `${figure(seconds)} s`, reference: `${figure(bytes / 1e6)} MB` },
      {
        what: "  memory before, and the most in each quarter",
        measured: `${[before, ...maxima].map((megabytes) => figure(megabytes)).join(", ")} MB`,
      },
    ];
  },
};
