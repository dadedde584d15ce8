import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { calendarLongDate, nassauZone } from "~/core/time";
import type { Queryable } from "~/db/client.server";
import { periodOf } from "~/db/data-inventory/rules";

/** Whether something may be erased: a case must be decided first, and is retained for years after that (V-ERASE-3). */
export type RetentionState = { is: "free" } | { is: "open" } | { is: "kept"; until: string };

const isDecided = sql`a.status in ('approved', 'denied', 'withdrawn')`;

/** SQL: a history row that is a decision. Rows that were undone, or that belong to an event, aren't. */
export const isDecision = sql`h.to_status in ('approved', 'denied', 'withdrawn')
  and h.from_status is distinct from h.to_status and h.undone_at is null and h.event is null`;

/** SQL: until when the decided case `a` is retained: years after its last decision. */
const retainedUntil = sql`((coalesce(
    (select max(h.created_at) from application_status_history h where h.application_id = a.id and ${isDecision}),
    a.last_updated_at) at time zone ${sql.raw(`'${nassauZone}'`)}) + ${sql.raw(`interval '${periodOf("application")}'`)})
  at time zone ${sql.raw(`'${nassauZone}'`)}`;

/** A submitted and decided case `a` whose retention has expired. */
export const isPastRetention = (time: SQL): SQL =>
  sql`(a.submitted_at is not null and ${isDecided} and ${retainedUntil} <= ${time})`;

const row = z.object({
  id: z.string(),
  submitted: z.boolean(),
  decided: z.boolean(),
  until: z.string(),
  over: z.boolean(),
});

/** The retention states of those applications that exist. */
export async function retentionStatesOf(from: Queryable, ids: readonly string[]): Promise<Map<string, RetentionState>> {
  const { rows } = await from.execute(sql`
    select a.id, a.submitted_at is not null as submitted, ${isDecided} as decided,
      ((${retainedUntil}) at time zone ${nassauZone})::date::text as until, ${isPastRetention(sql`now()`)} as over
    from visa_applications a where a.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(
    z
      .array(row)
      .parse(rows)
      .map((found) => [found.id, keepingIn(found)]),
  );
}

function keepingIn({ submitted, decided, over, until: retentionIn }: z.output<typeof row>): RetentionState {
  if (!submitted) return { is: "free" };
  if (!decided) return { is: "open" };
  return over ? { is: "free" } : { is: "kept", until: retentionIn };
}

/** The retention state of an application; free if it doesn't exist. */
export const retentionStateOf = async (from: Queryable, id: string): Promise<RetentionState> =>
  (await retentionStatesOf(from, [id])).get(id) ?? { is: "free" };

/** The same for the person. */
export const retainedForPerson = (until: string): string =>
  `The law requires us to keep it until ${calendarLongDate(until)}. Until then we can lock it away: nobody will use it, and on that date we’ll erase it. Call us or write to us if you’d like that.`;

export const mustBeRetainedMessage = (until: string): string =>
  `This must be kept until ${calendarLongDate(until)}. It can be restricted.`;
