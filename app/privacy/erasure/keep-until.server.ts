import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queryable } from "~/db/client.server";
import { rules } from "~/db/register/rules";
import { calendarLongDate } from "~/ground/time";

/** Whether something may be erased: a case has to be decided first, and is kept for years after that (V-ERASE-3). */
export type Keeping = { is: "free" } | { is: "open" } | { is: "kept"; until: string };

const [number, unit] = rules.application.after;
const row = z.object({ submitted: z.boolean(), decided: z.boolean(), until: z.string(), over: z.boolean() });

export async function keepingOf(from: Queryable, applicationId: string): Promise<Keeping> {
  const { rows } = await from.execute(sql`
    select submitted, decided, until::text as until, until <= (now() at time zone 'America/Nassau')::date as over from (
      select a.submitted_at is not null as submitted, a.status in ('approved', 'denied', 'withdrawn') as decided,
        ((coalesce(max(h.created_at), a.last_updated_at) at time zone 'America/Nassau')::date
          + ${sql.raw(`interval '${number} ${unit}'`)})::date as until
      from visa_applications a left join application_status_history h
        on h.application_id = a.id and h.to_status in ('approved', 'denied', 'withdrawn')
          and h.from_status is distinct from h.to_status and h.undone_at is null
      where a.id = ${applicationId} group by a.id) kept`);
  const [found] = z.array(row).parse(rows);
  if (!found?.submitted) return { is: "free" };
  if (!found.decided) return { is: "open" };
  return found.over ? { is: "free" } : { is: "kept", until: found.until };
}

export const mustBeKept = (until: string): string =>
  `This must be kept until ${calendarLongDate(until)}. It can be restricted.`;
