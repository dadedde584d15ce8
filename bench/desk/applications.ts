import { type AppServer, asSuperuser } from "../../test/harness/app-server.ts";
import { fillTable } from "../fill.ts";
import { Person } from "../person.ts";
import type { DeskList, Question } from "./desk.ts";

/**
 * Generated application number `n`: combined names, unique emails and numbers, created within the last three years,
 * with realistic statuses: half of them drafts, and of the others one in twenty with an email that nobody confirmed.
 */
const insert = `
insert into visa_applications (application_number, user_email, status, metadata, created_at, submitted_at,
  email_confirmed_at, completion_percentage, current_step, visa_service_id, ends_on, has_key_date, task_due_on,
  aging_from)
select 'BV26-' || upper(substr(h, 1, 4) || '-' || substr(h, 5, 4)) || n,
       lower(first || '.' || last) || n || '@mail.example', status,
       jsonb_build_object('step1', jsonb_build_object('firstName', first, 'lastName', last)),
       at, case when status <> 'draft' then at + interval '2 days' end, case when n / 100 % 20 <> 0 then at end,
       case when status = 'draft' then n % 90 else 100 end, 1 + n % 8, service,
       case when status = 'approved' and n % 50 <> 0 then current_date - 200 + n / 100 % 700 end,
       status = 'approved' and n % 50 <> 0,
       case when status not in ('draft', 'denied') then current_date - 20 + n / 100 % 400 end,
       case when status not in ('draft', 'approved', 'denied') then current_date - 20 + n / 100 % 400 end
from (
  select n, md5(n::text) as h,
    (array['Nadège','Joseph','Marie','Tamika','Rashad','Ingrid','Wei','Aisha','Carlos','Olu','Priya','Sven'])[1 + n % 12]
      || substr(md5('f' || n), 1, 3) as first,
    (array['Rolle','Ferguson','Ñuñez','Knowles','Smith','Okafor','Larsen','Bethel','Moxey','Chen','Silva'])[1 + n % 11]
      || substr(md5('l' || n), 1, 4) as last,
    (case when n % 100 < 50 then 'draft' when n % 100 < 68 then 'submitted' when n % 100 < 78 then 'under_review'
      when n % 100 < 80 then 'additional_info_required' when n % 100 < 82 then 'interview_scheduled'
      when n % 100 < 95 then 'approved' when n % 100 < 99 then 'denied' else 'draft' end)::application_status as status,
    now() - interval '3 years' + n * (interval '3 years' / $3::float8) - interval '1 hour' as at,
    (select id from visa_services order by display_order limit 1) as service
  from generate_series($1::int, $2::int) n
) made`;

/**
 * Key dates and tasks of these cases, without the triggers, which would change a case for each: what they store and
 * count is inserted too.
 */
const days = `
set session_replication_role = replica;
insert into key_dates (application_id, kind, ends_on, made_by, is_watched)
  select id, 'permit', ends_on, 'bench@lucaya.example', true from visa_applications a
  where ends_on is not null and not exists (select from key_dates k where k.application_id = a.id);
insert into case_tasks (application_id, title, due_on, is_open)
  select id, 'Call the client', task_due_on, true from visa_applications a
  where task_due_on is not null and not exists (select from case_tasks w where w.application_id = a.id);
delete from row_counts where subject in ('aging cases by day', 'key dates by day', 'tasks by day');
insert into row_counts (subject, key, n)
  select 'aging cases by day', aging_from || ' ', count(*) from visa_applications where aging_from is not null group by 2
  union all select 'key dates by day', ends_on || ' ', count(*) from key_dates where is_watched group by 2
  union all select 'tasks by day', due_on || ' ', count(*) from case_tasks where is_open group by 2;
insert into report_changes (subject, month) select distinct 'endings', date_trunc('month', ends_on)::date from key_dates`;

let detail = "";

export const applicationsList: DeskList = {
  name: "Applications",
  async fill(app: AppServer, count: number) {
    if (!detail) {
      const person = new Person(app.url);
      await person.start();
      await person.fillIn();
      await person.submit();
      detail = person.id;
    }
    await fillTable(app, "visa_applications", insert, count);
    await asSuperuser(app, days);
    for (const table of ["key_dates", "case_tasks", "row_counts"]) await asSuperuser(app, `vacuum analyze ${table}`);
  },
  async questions(app: AppServer): Promise<Question[]> {
    const sample = await app.query<{ number: string; email: string; name: string; id: string }>(
      `select application_number as number, user_email as email, metadata->'step1'->>'lastName' as name, id
       from visa_applications
       where application_number > 'BV26-' || upper(substr(md5(random()::text), 1, 4)) and metadata->'step1' ? 'lastName'
       order by application_number limit 5`,
    );
    const list = "/admin/applications.data";
    const search = (words: string[]) => words.map((word) => `${list}?q=${encodeURIComponent(word)}`);
    return [
      { what: "first page and counts, the whole document", paths: ["/admin/applications"] },
      { what: "first page and counts", paths: [list] },
      { what: "page in the middle", paths: sample.map(({ id }) => `${list}?before=${id}`) },
      {
        what: "status filter",
        paths: ["draft", "submitted", "denied", "withdrawn", "interview_scheduled"].map((s) => `${list}?status=${s}`),
      },
      {
        what: "owner, due day, age, payment, whose turn",
        paths: ["owner=none", "owner=me", "due=overdue", "due=none", "age=older", "payment=paid", "turn=office"].map(
          (query) => `${list}?${query}`,
        ),
      },
      {
        what: "several filters and a search",
        paths: ["status=draft,submitted&owner=none&q=rolle", "status=approved&turn=office", "country=CA&due=week"].map(
          (query) => `${list}?${query}`,
        ),
      },
      { what: "search by number", paths: search(sample.map(({ number }) => number)) },
      { what: "search by a part of a number", paths: search(sample.map(({ number }) => number.slice(5, 11))) },
      { what: "search by email", paths: search(sample.map(({ email }) => email)) },
      { what: "search by name", paths: search(sample.map(({ name }) => name)) },
      {
        what: "what ends, without a key date, tasks",
        paths: ["ends=30", "ends=120", "ends=ended", "ends=none", "tasks=due", "tasks=overdue", "ends=60&q=rolle"].map(
          (query) => `${list}?${query}`,
        ),
      },
      { what: "sorted by end", paths: [`${list}?sort=ends`, `${list}?sort=ends&ends=60`] },
      { what: "Today, the whole document", paths: ["/admin"] },
      {
        what: "tasks due and what ends soon, the first and a later page",
        paths: ["tasks", "tasks?page=40", "ending", "ending?page=40"].map((path) => `/admin/today/${path}`),
      },
      { what: "reports", paths: ["/admin/reports.data"] },
      { what: "sorted by submission", paths: [`${list}?sort=submitted`, `${list}?sort=submitted-oldest`] },
      { what: "sorted by status", paths: [`${list}?sort=status`, `${list}?sort=status-back`] },
      { what: "sorted by number", paths: [`${list}?sort=number`, `${list}?sort=number-back`] },
      { what: "what came in since", paths: ["/admin/applications/arrivals?since=2026-11-21T00:00:00Z"] },
      { what: "search by a word of every email", paths: search(["mail.example"]) },
      { what: "detail, the whole document", paths: [`/admin/applications/${detail}`] },
      { what: "detail", paths: [`/admin/applications/${detail}.data`] },
    ];
  },
};
