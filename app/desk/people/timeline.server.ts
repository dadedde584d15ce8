import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import {
  appointmentKinds,
  appointmentStates,
  caseSides,
  inquiryStatuses,
  ledgerKinds,
  paymentMethods,
} from "~/db/schema/values";

const pageSize = 100;

const common = {
  key: z.string(),
  /** With microseconds, for the order. */
  at: z.string(),
  /** The case, inquiry or imported client. */
  record: z.uuid(),
  /** The application number; empty for inquiries. */
  number: z.string(),
};
const text = z.string();
const entries = z.array(
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("inquiry"), ...common, text, what: text, state: z.enum(inquiryStatuses) }),
    /** `text`: the number of the case that it renews; `state`: its newest renewal's number and status. */
    z.object({ kind: z.literal("case"), ...common, what: text, text, state: text.nullable() }),
    z.object({ kind: z.literal("client"), ...common, text, what: text }),
    z.object({ kind: z.literal("submitted"), ...common, what: text }),
    z.object({ kind: z.literal("message"), ...common, text, state: z.enum(caseSides) }),
    z.object({
      kind: z.literal("appointment"),
      ...common,
      what: z.enum(appointmentKinds),
      text,
      state: z.enum(appointmentStates),
    }),
    z.object({
      kind: z.literal("payment"),
      ...common,
      what: z.enum(ledgerKinds),
      text,
      state: z.enum(paymentMethods).nullable(),
    }),
    z.object({ kind: z.literal("note"), ...common, text, what: text }),
  ]),
);
export type TimelineEntry = z.output<typeof entries>[number];

/** PostgreSQL has no year 0 and can't store NUL: refuse cursors that no page contains. */
const cursor = z.tuple([z.iso.datetime().regex(/^[12]/), z.string().regex(/^[a-z][\da-f-]{36}$/)]);

/** Parses the cursor `?before=`. */
function cursorOf(before: string | null): [at: string, key: string] | null {
  const index = before?.indexOf(" ") ?? -1;
  const parsed = cursor.safeParse([before?.slice(0, index), before?.slice(index + 1)]);
  return parsed.success ? parsed.data : null;
}

/** Texts are truncated in the timeline. */
const beginning = (column: string) => sql.raw(`left(${column}, 300)`);

/**
 * A page of 100 entries of a person, the latest first: all events of their inquiries and cases, and of people merged
 * into them. `older`: the next cursor.
 */
export async function readTimeline(personId: string, before: string | null) {
  const cursor = cursorOf(before);
  const beyond = cursor ? sql`where (moment, key) < (${cursor[0]}::timestamptz, ${cursor[1]})` : sql``;
  const { rows } = await db.execute(sql`
    with recursive own as (
      select id from people where id = ${personId}
      union select p.id from people p join own on p.joined_into = own.id
    ), asked as (
      select i.* from person_records r join visa_inquiries i on i.id = r.inquiry_id where r.person_id in (select id from own)
    ), cases as (
      select a.id, a.application_number, a.created_at, a.submitted_at, coalesce(s.service_name, a.application_type, '') as service,
        (select f.application_number from visa_applications f where f.id = a.renews_id) as renews,
        (select n.application_number || ' ' || n.status from visa_applications n where n.renews_id = a.id
          order by n.created_at desc limit 1) as renewal
      from person_records r join visa_applications a on a.id = r.application_id
      left join visa_services s on s.id = a.visa_service_id where r.person_id in (select id from own)
    ), imported as (
      select c.id, c.created_at, c.reference, coalesce(s.service_name, '') as service
      from person_records r join clients c on c.id = r.client_id
      left join visa_services s on s.id = c.service_id where r.person_id in (select id from own)
    ), entries (kind, key, moment, record, number, what, text, state) as (
      select 'inquiry', 'i' || id, created_at, id, '', visa_service, ${beginning("purpose")}, status::text from asked
      union all select 'case', 'c' || id, created_at, id, application_number, service, coalesce(renews, ''), renewal from cases
      union all select 'client', 'k' || id, created_at, id, '', service, reference, null from imported
      union all select 'submitted', 's' || id, submitted_at, id, application_number, service, '', null
        from cases where submitted_at is not null
      union all select 'message', 'm' || m.id, m.created_at, c.id, application_number, '', ${beginning("m.body")}, m.side::text
        from case_messages m join cases c on c.id = m.application_id
      union all select 'appointment', 'a' || p.id, p.starts_at, c.id, application_number, p.kind::text, ${beginning("p.place")}, p.state::text
        from appointments p join cases c on c.id = p.application_id
      union all select 'payment', 'l' || l.id, l.created_at, c.id, application_number, l.kind::text, l.amount::text, l.method::text
        from ledger_entries l join cases c on c.id = l.application_id
        where l.kind in ('payment', 'refund') or l.kind = 'reversal' and exists (
          select from ledger_entries o where o.id = l.reverses and o.kind in ('payment', 'refund'))
      union all select 'note', 'n' || n.id, n.created_at, c.id, application_number, n.author_email, ${beginning("n.body")}, null
        from application_notes n join cases c on c.id = n.application_id
      union all select 'note', 'q' || id, coalesce(updated_at, created_at), id, '', '', ${beginning("admin_notes")}, null
        from asked where coalesce(admin_notes, '') <> ''
    )
    select *, to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from entries ${beyond} order by moment desc, key desc limit ${pageSize + 1}`);
  const found = entries.parse(rows);
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  return { entries: shown, older: found.length > pageSize && last ? `${last.at} ${last.key}` : null };
}
