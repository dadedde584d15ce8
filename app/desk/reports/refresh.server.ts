import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db, type Transaction } from "~/db/client.server";
import { reportChanges } from "~/db/schema/reports";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";

/** The months to recompute, with their bounds in Nassau time. */
const months = (months: readonly string[]) => sql`(
  select month, month::timestamp at time zone 'America/Nassau' as begins,
    (month + interval '1 month')::timestamp at time zone 'America/Nassau' as ends
  from unnest(${sql.param([...months])}::date[]) as month) as m`;

const ofApplication = sql`coalesce(a.visa_service_id::text, 'none')`;
const took = (until: SQL, since: SQL) =>
  sql`percentile_cont(0.5) within group (order by extract(epoch from ${until} - ${since})::float8)`;

type Make = {
  /** Identifies the subject in the figures. */
  subject: string;
  service: SQL;
  step?: SQL;
  median?: SQL;
  amount?: SQL;
  /** The rows; `m`: the months. */
  from: (months: SQL) => SQL;
};

/** The last decision of a case while it applies. */
const decisions = (months: SQL, status: SQL) => sql`${months}
  join application_status_history h on h.created_at >= m.begins and h.created_at < m.ends and h.to_status in ('approved', 'denied')
  join visa_applications a on a.id = h.application_id and a.status = h.to_status and not a.is_sample
  where ${status} and not exists (select 1 from application_status_history later
    where later.application_id = h.application_id and later.to_status in ('approved', 'denied')
      and (later.created_at, later.id) > (h.created_at, h.id))`;
/** Visas, permits and entry permissions of approved cases by the month of their day, settled ones too. */
const endings = (months: SQL, renewal?: SQL) => sql`${months}
  join key_dates k on k.ends_on >= m.month and k.ends_on < m.month + interval '1 month'
    and k.application_id is not null and k.suspended_at is null and k.kind in ('visa', 'permit', 'entry_permission')
  join visa_applications a on a.id = k.application_id and a.status = 'approved' and not a.is_sample
  ${renewal ? sql`where exists (select from visa_applications r where r.renews_id = a.id and ${renewal})` : sql``}`;

const decided = took(sql`h.created_at`, sql`a.submitted_at`);

/**
 * What is recomputed for each changed subject: the month's events by service and in total, without sample data
 * (F-DESK-9).
 */
const metrics: Readonly<Record<string, readonly Make[]>> = {
  inquiries: [
    {
      subject: "inquiries",
      service: sql`i.visa_service`,
      from: (m) => sql`${m} join visa_inquiries i on i.created_at >= m.begins and i.created_at < m.ends
          and not i.is_sample`,
    },
  ],
  answers: [
    {
      subject: "answers",
      service: sql`i.visa_service`,
      median: took(sql`i.answered_at`, sql`i.created_at`),
      from: (m) => sql`${m} join visa_inquiries i on i.answered_at >= m.begins and i.answered_at < m.ends
          and not i.is_sample`,
    },
  ],
  applications: [
    {
      subject: "starts",
      service: ofApplication,
      from: (m) => sql`${m} join visa_applications a on a.created_at >= m.begins and a.created_at < m.ends
          and not a.is_sample`,
    },
    {
      subject: "drafts",
      service: ofApplication,
      step: sql`a.current_step`,
      from: (m) =>
        sql`${m} join visa_applications a on a.created_at >= m.begins and a.created_at < m.ends
          and not a.is_sample and a.status = 'draft'`,
    },
  ],
  submissions: [
    {
      subject: "submissions",
      service: ofApplication,
      median: took(sql`a.submitted_at`, sql`a.created_at`),
      from: (m) => sql`${m} join visa_applications a on a.submitted_at >= m.begins and a.submitted_at < m.ends
          and not a.is_sample`,
    },
  ],
  decisions: [
    { subject: "approvals", service: ofApplication, from: (m) => decisions(m, sql`h.to_status = 'approved'`) },
    { subject: "denials", service: ofApplication, from: (m) => decisions(m, sql`h.to_status = 'denied'`) },
    { subject: "decisions", service: ofApplication, median: decided, from: (m) => decisions(m, sql`true`) },
  ],
  endings: [
    { subject: "endings", service: ofApplication, from: (m) => endings(m) },
    { subject: "renewals", service: ofApplication, from: (m) => endings(m, sql`true`) },
    {
      subject: "renewals submitted",
      service: ofApplication,
      from: (m) => endings(m, sql`r.submitted_at is not null`),
    },
    { subject: "renewals approved", service: ofApplication, from: (m) => endings(m, sql`r.status = 'approved'`) },
  ],
  revenue: [
    {
      subject: "revenue",
      service: ofApplication,
      amount: sql`sum(case e.kind when 'payment' then e.amount else -e.amount end)`,
      from: (m) => sql`${m} join ledger_entries e on e.kind in ('payment', 'refund')
          and ledger_day(e.paid_on, e.created_at) >= m.month
          and ledger_day(e.paid_on, e.created_at) < m.month + interval '1 month'
        join visa_applications a on a.id = e.application_id and not a.is_sample
        where not exists (select 1 from ledger_entries r where r.reverses = e.id)`,
    },
  ],
};

async function make(tx: Transaction, monthList: readonly string[], of: Make): Promise<void> {
  const { subject, service, step, median, amount, from } = of;
  await tx.execute(
    sql`delete from report_figures where subject = ${subject} and month = any(${sql.param([...monthList])}::date[])`,
  );
  const time = step ?? sql`0`;
  // The median of all services can't be computed from the services' medians.
  await tx.execute(sql`
    insert into report_figures (subject, month, service, step, n, median, amount)
    select ${subject}, m.month, case grouping(${service}) when 1 then '*' else ${service} end, ${time}, count(*),
      ${median ?? sql`null::float8`}, ${amount ?? sql`null::numeric`}
    from ${from(months(monthList))}
    group by grouping sets ((m.month, ${service}${step ? sql`, ${step}` : sql``}), (m.month${step ? sql`, ${step}` : sql``}))`);
}

const changes = z.array(z.object({ subject: z.string(), month: z.string() }));

/** Recomputes what has changed; readers in the same transaction see it. Does nothing if nothing changed. */
export async function refreshReports(tx: Transaction): Promise<void> {
  const [any] = await tx.select({ subject: reportChanges.subject }).from(reportChanges).limit(1);
  if (!any) return;
  // Two concurrent computations of a month could store the older figures.
  await takeLock(tx, locks.reports);
  const { rows } = await tx.execute(sql`
    with taken as (delete from report_changes returning subject, month)
    select distinct subject, month::text as month from taken`);
  const bySubject = Map.groupBy(changes.parse(rows), ({ subject }) => subject);
  for (const [subject, of] of bySubject)
    for (const makeMetric of metrics[subject] ?? [])
      await make(
        tx,
        of.map(({ month }) => month),
        makeMetric,
      );
}

const job = defineJob({
  name: "desk.reports",
  data: z.object({}),
  retry: { retries: 2, firstWait: 30, maxWait: 60 },
  timeout: 300,
  schedule: "*/5 * * * *",
});

/** Registers the job that refreshes the reports, so that opening one is fast. */
export function registerReporting(): void {
  registerJob(job, () => db.transaction(refreshReports));
}
