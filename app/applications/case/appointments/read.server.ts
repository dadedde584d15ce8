import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Queryable } from "~/db/client.server";
import { appointments } from "~/db/schema/case";
import type { AppointmentRow } from "./mailed.server";

const minute = 60_000;
export const endOf = ({ startsAt, minutes }: Pick<AppointmentRow, "startsAt" | "minutes">) =>
  new Date(startsAt.getTime() + minutes * minute);

export type ShownAppointment = ReturnType<typeof shown>;

/** An appointment as both sides are shown it. */
function shown(row: AppointmentRow, now: Date) {
  const { id, kind, day, time, zone, minutes, place, bring, state, sequence, otherTime } = row;
  return {
    ...{ id, kind, day, time, zone, minutes, place, bring, state, sequence, otherTime },
    startsAt: row.startsAt.toISOString(),
    hasBegun: row.startsAt <= now,
    isOver: endOf(row) <= now,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    otherTimeAt: row.otherTimeAt?.toISOString() ?? null,
  };
}

/** The appointments of an application, the earliest first. */
export async function appointmentsOf(
  applicationId: string,
  { from = db, now = new Date() }: { from?: Queryable; now?: Date } = {},
): Promise<ShownAppointment[]> {
  const rows = await from
    .select()
    .from(appointments)
    .where(eq(appointments.applicationId, applicationId))
    .orderBy(asc(appointments.startsAt), asc(appointments.id));
  return rows.map((row) => shown(row, now));
}

/** Those that are not over, for the applicant's page (C-APPT-7). */
export async function readAppointments(applicationId: string, now = new Date()): Promise<ShownAppointment[]> {
  const all = await appointmentsOf(applicationId, { now });
  return all.filter(({ isOver }) => !isOver);
}

/** One of an application, locked; `id` may be anything. */
export async function lockAppointment(
  tx: Queryable,
  applicationId: string,
  id: string,
): Promise<AppointmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.applicationId, applicationId), sql`${appointments.id}::text = ${id.toLowerCase()}`))
    .for("update");
  return row;
}
